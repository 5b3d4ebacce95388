import type { ToolEntry } from '../../model/server.js';
import { toLine } from '../toLine.js';
import { identifyTools } from './identifyTools.js';
import { printFile } from './printFile.js';
import { Code } from './printLiteral.js';

/** `src/generated/tools/<toolset>.ts`: one documented constant per tool, and the list of them. */
export function buildTools(entries: readonly ToolEntry[]): string {
  const tools = identifyTools(entries.map(({ tool }) => tool));
  return printFile(
    [{ isTypeOnly: true, namedImports: ['Tool'], moduleSpecifier: '../../runtime/tool.js' }],
    [
      ...tools.map(({ identifier, tool }) => ({
        kind: 'constant' as const,
        name: identifier,
        type: 'Tool',
        comment: `${tool.request.method} ${toLine(tool.request.path)}\n${toLine(tool.title)}`,
        value: tool,
      })),
      {
        kind: 'constant',
        name: 'tools',
        type: 'readonly Tool[]',
        comment: 'In the order in which they are listed.',
        value: tools.map(({ identifier }) => new Code(identifier)),
      },
    ],
  );
}
