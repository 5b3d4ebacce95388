import type { Tool, ToolEntry } from '../../model/server.js';
import { toLine } from '../../text/markdown/escape.js';
import { type Layout, printFile } from './printFile.js';
import { Code } from './printLiteral.js';

/** `src/generated/tools/<toolset>.ts`: one documented constant per tool, and the list of them. */
export function buildTools(entries: readonly ToolEntry[], layout: Layout = 'code'): string {
  const tools = identifyTools(entries.map(({ tool }) => tool));
  return printFile(
    [{ isTypeOnly: true, namedImports: ['Tool'], moduleSpecifier: '#runtime/tool.js' }],
    [
      ...tools.map(({ identifier, tool }) => ({
        kind: 'constant' as const,
        name: identifier,
        type: 'Tool',
        comment: `${tool.request.method} ${toLine(tool.request.path)}\n${toLine(tool.title)}`,
        value: tool,
        layout,
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

/** Words that cannot name a constant of a module, and the names that the generated files use themselves. */
const reserved = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export ' +
    'extends false finally for function globalThis if implements import in instanceof interface let new null ' +
    'package private protected public return static super switch this throw true try typeof undefined var void ' +
    'while with yield tools schemas'
  ).split(' '),
);

/** A tool, and the name of its constant. */
interface IdentifiedTool {
  identifier: string;
  tool: Tool;
}

/**
 * Names the constant of each tool: `list_pets` becomes `listPets`, `delete` becomes `delete_`.
 * Names that would fall together stay as they are.
 */
export function identifyTools(tools: readonly Tool[]): IdentifiedTool[] {
  const shared = findRepeated(tools.map(({ name }) => toCamelCase(name)));
  const used = new Set(reserved);
  return tools.map((tool) => {
    const camel = toCamelCase(tool.name);
    let identifier = shared.has(camel) ? tool.name : camel;
    while (used.has(identifier)) identifier += '_';
    used.add(identifier);
    return { identifier, tool };
  });
}

function toCamelCase(name: string): string {
  return name.replace(/_+(.?)/g, (_, next: string) => next.toUpperCase());
}

function findRepeated(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}
