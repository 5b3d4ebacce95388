import type { ToolEntry } from '../../model/server.js';
import { printFile } from './printFile.js';

/** `src/generated/schemas/<toolset>.ts`: what the arguments of each tool are checked against. */
export function buildSchemas(entries: readonly ToolEntry[]): string {
  return printFile(
    [{ isTypeOnly: true, namedImports: ['ObjectSchema'], moduleSpecifier: '../../runtime/tool.js' }],
    [
      {
        kind: 'constant',
        name: 'schemas',
        type: 'Record<string, ObjectSchema>',
        comment: 'What the arguments of each tool are checked against, by the name of the tool.',
        value: Object.fromEntries(entries.map(({ tool, enforced }) => [tool.name, enforced])),
      },
    ],
  );
}
