import type { Schema, Server, ToolEntry, ToolsetEntry } from '../../model/server.js';
import { isMergePatch } from '../../schema/mediaTypes.js';
import type { LookUp } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';
import { allowsNull } from '../../schema/types.js';
import { toLine } from '../../text/markdown/escape.js';
import { identifyTools } from './buildTools.js';
import { type Declaration, type Layout, printFile } from './printFile.js';
import { printType } from './printType.js';
import { type Property, type Type, toType } from './toType.js';

/** `src/generated/arguments.ts`: the type of each tool's arguments, for `src/custom.ts`. */
export function buildArguments(
  toolsets: readonly ToolsetEntry[],
  components: Server['components'] = {},
  layout: Layout = 'code',
): string {
  const lookUp: LookUp = (name) => components[name] ?? true;
  const entries = toolsets.flatMap(({ tools }) => tools);
  const tools = identifyTools(entries.map(({ tool }) => tool));
  const typeNames = tools.map(({ identifier }) => toTypeName(identifier));
  const all = entries.map(({ tool }, index) => ({
    name: tool.name,
    optional: false,
    description: '',
    type: { kind: 'word' as const, text: typeNames[index] ?? '' },
  }));
  const text = printFile(
    [],
    [
      ...entries.map((entry, index) => declare(typeNames[index] ?? '', entry, lookUp)),
      {
        kind: 'interface',
        name: 'Arguments',
        comment: 'The arguments of every tool, by its name.',
        type: { kind: 'object', properties: all },
      },
    ],
  );
  return layout === 'json' ? `${unchecked}\n${text}` : text;
}

/** The compiler looks into a type once something uses it; each that it looks into stays in its memory. */
const unchecked = '// @ts-nocheck: these types are as generated. What uses them is checked.';

function declare(
  name: string,
  { tool, plain = tool.inputSchema, nullable, enforced }: ToolEntry,
  lookUp: LookUp,
): Declaration {
  const comment = `Arguments of \`${tool.name}\`: ${toLine(tool.title)}`;
  const { body } = tool.request;
  const patch =
    body !== undefined && isMergePatch(body.mediaType) && !body.fields ? body.argument : undefined;
  // There are no other arguments unless the schema says so.
  const listed = toType({ additionalProperties: false, ...plain });
  const type = changeProperties(listed, (property) => {
    const held = Object.hasOwn(enforced.properties, property.name)
      ? enforced.properties[property.name]
      : undefined;
    const inner = allowNulls(property.type, held === undefined ? [] : [held], lookUp);
    const removable = property.name === patch ? changeProperties(inner, takeNull) : inner;
    return nullable.includes(property.name) ? withNull(removable) : removable;
  });
  return type.kind === 'object'
    ? { kind: 'interface', name, comment, type }
    : { kind: 'alias', name, comment, type: printType(type) };
}

/** In a merge patch null removes a member (RFC 7396). */
function takeNull({ type, optional }: Property): Type {
  return optional ? withNull(type) : type;
}

/** Values may be null where calls are held to a schema that takes it, though what a model reads leaves that out. */
function allowNulls(type: Type, held: readonly Schema[], lookUp: LookUp): Type {
  if (held.length === 0) return type;
  const parts = held.flatMap((schema) => listParts(schema, lookUp));
  const inside = (keyword: string, name?: string) =>
    parts.flatMap(({ [keyword]: found }) => {
      const part = name === undefined ? found : ((found ?? {}) as Record<string, unknown>)[name];
      return part === undefined ? [] : [part as Schema];
    });
  if (type.kind === 'array') return { ...type, items: takeNulls(type.items, inside('items'), lookUp) };
  return changeProperties(type, ({ name, type: own }) => takeNulls(own, inside('properties', name), lookUp));
}

function takeNulls(type: Type, held: readonly Schema[], lookUp: LookUp): Type {
  const inner = allowNulls(type, held, lookUp);
  return held.length > 0 && held.every((schema) => allowsNull(schema, lookUp)) ? withNull(inner) : inner;
}

/** Schemas that may apply to the same value: what it refers to, its parts and its alternatives. */
function listParts(schema: Schema, lookUp: LookUp, seen = new Set<Schema>()): Keywords[] {
  if (typeof schema === 'boolean' || seen.has(schema)) return [];
  seen.add(schema);
  const { $ref: ref, allOf = [], anyOf = [], oneOf = [] } = schema as Keywords & Record<string, Schema[]>;
  const inner = [...(typeof ref === 'string' ? [lookUp(ref)] : []), ...allOf, ...anyOf, ...oneOf];
  return [schema, ...inner.flatMap((part) => listParts(part, lookUp, seen))];
}

function changeProperties(type: Type, change: (property: Property) => Type): Type {
  if (type.kind !== 'object') return type;
  const properties = type.properties.map((property) =>
    Object.assign({}, property, { type: change(property) }),
  );
  return { ...type, properties };
}

function withNull(type: Type): Type {
  const members = type.kind === 'union' ? type.members : [type];
  if (members.some((one) => one.kind === 'word' && ['null', 'unknown'].includes(one.text))) return type;
  return { kind: 'union', members: [...members, { kind: 'word', text: 'null' }] };
}

function toTypeName(identifier: string): string {
  return `${identifier.charAt(0).toUpperCase()}${identifier.slice(1)}Arguments`;
}
