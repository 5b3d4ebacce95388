import type { ApiInfo } from '../../model/server.js';
import { sortKeys } from './sortKeys.js';
import { printFile } from './printFile.js';

/** `src/generated/api.ts`: what the server says of itself, and where and how it reaches the API. */
export function buildApi(api: ApiInfo): string {
  return printFile(
    [{ isTypeOnly: true, namedImports: ['ApiInfo'], moduleSpecifier: '../runtime/tool.js' }],
    [
      {
        kind: 'constant',
        name: 'api',
        type: 'ApiInfo',
        comment: 'The API: where it is, and how the server proves itself to it.',
        value: { ...api, auth: sortKeys(api.auth) },
      },
    ],
  );
}
