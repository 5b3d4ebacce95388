import type { Tool, ToolsetEntry } from '../../model/server.js';
import { toLine } from '../toLine.js';
import { identifyTools } from './identifyTools.js';
import { type Declaration, printFile } from './printFile.js';
import { printType } from './printType.js';
import { toType } from './toType.js';

/** `src/generated/arguments.ts`: the type of each tool's arguments, for `src/custom.ts`. */
export function buildArguments(toolsets: readonly ToolsetEntry[]): string {
  const tools = identifyTools(toolsets.flatMap((toolset) => toolset.tools.map(({ tool }) => tool)));
  const all = tools.map(({ identifier, tool }) => ({
    name: tool.name,
    optional: false,
    description: '',
    type: { kind: 'word' as const, text: toTypeName(identifier) },
  }));
  return printFile(
    [],
    [
      ...tools.map(({ identifier, tool }) => declare(toTypeName(identifier), tool)),
      {
        kind: 'interface',
        name: 'Arguments',
        comment: 'The arguments of every tool, by its name.',
        type: { kind: 'object', properties: all },
      },
    ],
  );
}

function declare(name: string, tool: Tool): Declaration {
  const comment = `Arguments of \`${tool.name}\`: ${toLine(tool.title)}`;
  // There are no other arguments unless the schema says so.
  const type = toType({ additionalProperties: false, ...tool.inputSchema });
  return type.kind === 'object'
    ? { kind: 'interface', name, comment, type }
    : { kind: 'alias', name, comment, type: printType(type) };
}

function toTypeName(identifier: string): string {
  return `${identifier.charAt(0).toUpperCase()}${identifier.slice(1)}Arguments`;
}
