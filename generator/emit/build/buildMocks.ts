import type { Mocks } from '../../model/server.js';
import { printFile } from './printFile.js';

/** `src/generated/mocks.ts`: what each tool answers where nothing is sent. */
export function buildMocks(mocks: Mocks): string {
  return printFile(
    [{ isTypeOnly: true, namedImports: ['Mocks'], moduleSpecifier: '../runtime/tool.js' }],
    [
      {
        kind: 'constant',
        name: 'mocks',
        type: 'Mocks',
        comment:
          'What each tool answers where nothing is sent (MCP_MOCK), by its name: a text names a tool that answers the same.',
        value: mocks,
      },
    ],
  );
}
