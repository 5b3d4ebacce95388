import type { Environment } from '../environment.js';
import { isSetUp } from './networkVariables.js';

/**
 * Looks at the proxies and certificates that are set, so that a wrong one is noticed at the start.
 *
 * @throws SetupError where one of them cannot be used.
 */
export async function checkNetwork(env: Environment): Promise<void> {
  if (!isSetUp(env)) return;
  const [{ readProxies }, { readCertificates }] = await Promise.all([
    import('./readProxies.js'),
    import('./readCertificates.js'),
  ]);
  readProxies(env);
  await readCertificates(env);
}
