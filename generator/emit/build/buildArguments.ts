import type { ToolEntry, ToolsetEntry } from '../../model/server.js';
import { toLine } from '../markdown.js';
import { identifyTools } from './buildTools.js';
import { type Declaration, printFile } from './printFile.js';
import { printType } from './printType.js';
import { type Type, toType } from './toType.js';

/** `src/generated/arguments.ts`: the type of each tool's arguments, for `src/custom.ts`. */
export function buildArguments(toolsets: readonly ToolsetEntry[]): string {
  const entries = toolsets.flatMap(({ tools }) => tools);
  const tools = identifyTools(entries.map(({ tool }) => tool));
  const typeNames = tools.map(({ identifier }) => toTypeName(identifier));
  const all = entries.map(({ tool }, index) => ({
    name: tool.name,
    optional: false,
    description: '',
    type: { kind: 'word' as const, text: typeNames[index] ?? '' },
  }));
  return printFile(
    [],
    [
      ...entries.map((entry, index) => declare(typeNames[index] ?? '', entry)),
      {
        kind: 'interface',
        name: 'Arguments',
        comment: 'The arguments of every tool, by its name.',
        type: { kind: 'object', properties: all },
      },
    ],
  );
}

function declare(name: string, { tool, plain = tool.inputSchema, nullable }: ToolEntry): Declaration {
  const comment = `Arguments of \`${tool.name}\`: ${toLine(tool.title)}`;
  // There are no other arguments unless the schema says so.
  const type = allowNulls(toType({ additionalProperties: false, ...plain }), new Set(nullable));
  return type.kind === 'object'
    ? { kind: 'interface', name, comment, type }
    : { kind: 'alias', name, comment, type: printType(type) };
}

/** Calls may give null for some arguments, though what a model reads leaves that out. */
function allowNulls(type: Type, nullable: ReadonlySet<string>): Type {
  if (type.kind !== 'object') return type;
  const properties = type.properties.map((property) =>
    nullable.has(property.name) ? Object.assign({}, property, { type: withNull(property.type) }) : property,
  );
  return { ...type, properties };
}

function withNull(type: Type): Type {
  if (type.kind === 'word' && type.text === 'unknown') return type;
  const members = type.kind === 'union' ? type.members : [type];
  return { kind: 'union', members: [...members, { kind: 'word', text: 'null' }] };
}

function toTypeName(identifier: string): string {
  return `${identifier.charAt(0).toUpperCase()}${identifier.slice(1)}Arguments`;
}
