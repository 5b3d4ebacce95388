import type { Environment } from '../environment.js';
import { SetupError } from '../setupError.js';
import { toWebUrl } from './toWebUrl.js';
import type { ApiInfo } from '../tool.js';

/**
 * Looks at the operator's base URL, so that a wrong one is noticed at the start.
 *
 * @throws SetupError where it is none.
 */
export function checkBaseUrl({ baseUrlEnv }: ApiInfo, env: Environment): void {
  const override = env[baseUrlEnv]?.trim();
  if (!override || toWebUrl(override) !== undefined) return;
  throw new SetupError(
    `${baseUrlEnv} must be an absolute http or https URL such as https://api.example.com, not "${override}".`,
  );
}
