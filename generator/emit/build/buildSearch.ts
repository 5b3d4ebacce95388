import type { ToolsetEntry } from '../../model/server.js';
import { printFile } from './printFile.js';

/** `src/generated/search.ts`: what each tool is found by. */
export function buildSearch(toolsets: readonly ToolsetEntry[]): string {
  return printFile(
    [{ isTypeOnly: true, namedImports: ['SearchEntry'], moduleSpecifier: '../runtime/tool.js' }],
    [
      {
        kind: 'constant',
        name: 'search',
        type: 'readonly SearchEntry[]',
        comment: 'What the tools are found by, in the order in which they are listed.',
        value: toolsets.flatMap(({ tools }) => tools.map(({ search }) => search)),
      },
    ],
  );
}
