import { isObject } from '../json.js';
import type { ListedTool } from '../offer/offerTools.js';
import { echo, nearest } from '../text.js';
import type { ObjectSchema, Schema } from '../tool.js';
import type { Components, ExpandSchema, Expanded } from '../validate/expandSchema.js';
import { boundSchema } from './boundSchema.js';

/** A tool and what its arguments are checked against. */
export interface Described {
  listed: ListedTool;
  enforced: ObjectSchema;
}

/** What schemas refer to. */
interface Definitions {
  components: Components;
  expand: ExpandSchema;
}

const mostNames = 40;
/** Characters of what was asked for that are told again. */
const longestEcho = 200;

/** Says what a tool does and what its arguments may be, or one part of them, in about so many characters. */
export function describeTool(
  { listed, enforced }: Described,
  { components, expand }: Definitions,
  most: number,
  part = '',
): string {
  const heading = `${listed.name} ${showAccess(listed)}`;
  if (part === '') {
    const { text, left } = boundSchema(enforced, components, most);
    return [`${heading}: ${listed.description}`, `Arguments: ${text}`, ...explainLeft(left)].join('\n');
  }
  const found = findPart(enforced, part, expand);
  const inside = 'names' in found && found.path === '' ? findInside(enforced, part, expand) : [];
  const [only] = inside;
  // A member of one argument alone needs no name before it.
  if (only !== undefined && inside.length === 1)
    return describeTool({ listed, enforced }, { components, expand }, most, `${only}.${part}`);
  if ('names' in found)
    return `${heading} has no part "${echo(part, longestEcho)}". ${suggestPart(part, found.path, found.names)}`;
  const { text, left } = boundSchema(found.schema, components, most, part.split('.'));
  return [`${heading}, part "${part}": ${text}`, ...explainLeft(left)].join('\n');
}

/** The arguments that have a part of that path. */
function findInside({ properties }: ObjectSchema, part: string, expand: ExpandSchema): string[] {
  return Object.entries(properties)
    .filter(([, schema]) => !('names' in findPart(schema, part, expand)))
    .map(([name]) => name);
}

function explainLeft([first]: readonly string[]): string[] {
  if (first === undefined) return [];
  return [
    `Not all of it is shown: ask for what is left out with describe_tools and its part, such as "${first}".`,
  ];
}

function suggestPart(part: string, path: string, names: readonly string[]): string {
  const reached = echo(path.replace(/\.$/, ''), longestEcho);
  const where = path === '' ? 'Its arguments' : `Of "${reached}" the parts`;
  if (names.length === 0) return `${path === '' ? 'It' : `"${reached}"`} has none.`;
  const meant = nearest(part.slice(path.length).split('.')[0] ?? '', names);
  const guess = meant === undefined ? '' : `Did you mean "${path}${meant}"? `;
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return `${guess}${where} are: ${names.slice(0, mostNames).join(', ')}${more}.`;
}

/** A part of a schema, or as far as its path leads, and the names that could be next. */
type FoundPart = { schema: Schema } | { path: string; names: readonly string[] };

/**
 * Finds the part that a path such as `spec.template` names. Items of arrays and branches of unions need no step, `*`
 * is any member whose name no schema gives.
 */
function findPart(schema: Schema, path: string, expand: ExpandSchema): FoundPart {
  let parts: unknown[] = [schema];
  const steps = path.replaceAll(/\[\d*\]/g, '');
  let rest = steps;
  while (rest !== '') {
    const members = memberSchemasOf(parts, expand);
    // A name may hold dots itself: the longest is meant.
    const name = [...members.keys()]
      .filter((one) => rest === one || rest.startsWith(`${one}.`))
      .toSorted((a, b) => b.length - a.length)[0];
    if (name === undefined)
      return { path: steps.slice(0, steps.length - rest.length), names: [...members.keys()] };
    parts = members.get(name) ?? [];
    rest = rest.slice(name.length + 1);
  }
  const found = parts.filter((part) => part !== true) as Schema[];
  return { schema: found.length === 1 ? (found[0] ?? true) : { anyOf: found } };
}

/** The schemas of each member of the objects that a value may be or hold. */
function memberSchemasOf(parts: readonly unknown[], expand: ExpandSchema): Map<string, unknown[]> {
  const members = new Map<string, unknown[]>();
  const seen = new Set<unknown>();
  const add = (name: string, part: unknown) => {
    const known = members.get(name) ?? [];
    if (isObject(part) && !known.includes(part)) members.set(name, [...known, part]);
    else if (!members.has(name)) members.set(name, [part]);
  };

  function visit({ all, unions }: Expanded): void {
    for (const schema of all) {
      if (seen.has(schema)) continue;
      seen.add(schema);
      const { properties, additionalProperties, patternProperties, items, prefixItems } = schema;
      for (const [name, part] of Object.entries(isObject(properties) ? properties : {})) add(name, part);
      const others = [
        additionalProperties,
        ...Object.values(isObject(patternProperties) ? patternProperties : {}),
      ];
      for (const part of others) if (isObject(part)) add('*', part);
      const inner = [items, ...(Array.isArray(prefixItems) ? (prefixItems as unknown[]) : [])];
      for (const part of inner) if (isObject(part)) visit(expand(part));
    }
    for (const branch of unions.flat()) visit(branch);
  }

  for (const part of parts) visit(expand(part));
  return members;
}

/** Whether a tool changes anything, as models see it behind its name. */
function showAccess({ annotations }: Pick<ListedTool, 'annotations'>): string {
  return annotations.readOnlyHint === true ? '[read]' : '[write]';
}
