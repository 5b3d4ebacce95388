import type { Schema } from '../../model/api.js';
import type { Config, ListingChoice } from '../../model/config.js';
import { InputError } from '../../model/diagnostic.js';
import { joinPointer } from '../../model/document.js';
import type { Resource, Server, ToolEntry } from '../../model/server.js';
import { asDeclared } from '../../schema/declared.js';
import { nearest } from '../../text/nearest.js';

export type Completion = NonNullable<Resource['completions']>[string];

/** Values that are suggested; clients show 100 at once. */
const mostValues = 1_000;

/** What values of an argument are completed from: those that its schema lists, else those that the user says list it. */
export function findCompletion(
  argument: string,
  schema: Schema,
  server: Server,
  { completions }: Pick<Config, 'completions'>,
): Completion | undefined {
  const values = listValues(schema, server.components);
  if (values.length > 0) return { values };
  const listing = Object.hasOwn(completions, argument) ? completions[argument] : undefined;
  if (listing === undefined) return undefined;
  return { from: planListing(listing, server, joinPointer('config#/completions', argument)) };
}

/** The values that a schema lists, itself or as the component that it is. */
function listValues(schema: Schema | undefined, components: Server['components'], hops = 0): string[] {
  if (schema === undefined || typeof schema === 'boolean' || hops > 10) return [];
  const { enum: listed, const: constant, type, $ref: ref } = asDeclared(schema);
  if (Array.isArray(listed) || constant !== undefined) {
    const all = Array.isArray(listed) ? listed : [constant];
    return all
      .filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(String)
      .filter((value) => value !== '')
      .slice(0, mostValues);
  }
  if (type === 'boolean') return ['true', 'false'];
  if (typeof ref !== 'string' || !Object.hasOwn(components, ref)) return [];
  return listValues(components[ref], components, hops + 1);
}

/**
 * The listing of values that the user has chosen.
 *
 * @throws InputError where there is no such tool, or it cannot be called so.
 */
export function planListing(
  { tool: wanted, value, arguments: args }: ListingChoice,
  server: Server,
  pointer: string,
): NonNullable<Completion['from']> {
  if (wanted === undefined || value === undefined)
    throw new InputError(
      `A listing of values has no ${wanted === undefined ? 'tool' : 'value'}.`,
      'Write both: { tool: listPets, value: items.id }.',
      undefined,
      pointer,
    );
  const { tool, enforced } = findTool(wanted, server, joinPointer(pointer, 'tool'));
  if (!tool.annotations.readOnlyHint)
    throw new InputError(
      `${JSON.stringify(wanted)} changes something, so no values are listed by it.`,
      'Name a tool that only reads.',
      undefined,
      joinPointer(pointer, 'tool'),
    );
  const known = Object.keys(enforced.properties);
  const unknown = Object.keys(args ?? {}).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw unknownName(`argument of ${tool.name}`, unknown, known, joinPointer(pointer, 'arguments', unknown));
  const missing = ((enforced['required'] ?? []) as string[]).find((name) => !Object.hasOwn(args ?? {}, name));
  if (missing !== undefined)
    throw new InputError(
      `${JSON.stringify(wanted)} cannot be called without ${JSON.stringify(missing)}.`,
      'Give its value under arguments, or name a tool that needs none.',
      undefined,
      pointer,
    );
  return { tool: tool.name, ...(args && { arguments: args }), value: value.split('.') };
}

/**
 * The offered tool that the user names: by operationId, as `GET /pets/{petId}`, or by its name.
 *
 * @throws InputError where there is none.
 */
export function findTool(wanted: string, server: Server, pointer: string): ToolEntry {
  const entries = server.toolsets.flatMap(({ tools }) => tools);
  const { given } = server.names;
  const operationOf = new Map(
    Object.entries(given).map(([operation, one]) => [one.name, { operation, ...one }]),
  );
  const namesOf = ({ tool: { name } }: ToolEntry): string[] => {
    const { operation, operationId } = operationOf.get(name) ?? {};
    return [operationId, operation, name].filter((one) => one !== undefined);
  };
  const found = entries.filter((entry) => namesOf(entry).includes(wanted));
  const [only] = found;
  if (only !== undefined) return found.find(({ tool }) => tool.name === wanted) ?? only;
  throw unknownName('tool', wanted, entries.flatMap(namesOf), pointer);
}

/** What is said of a name that stands for nothing. */
export function unknownName(
  what: string,
  name: string,
  known: readonly string[],
  pointer: string,
): InputError {
  const meant = nearest(name, known);
  return new InputError(
    `There is no ${what} ${JSON.stringify(name)}${meant === undefined ? '.' : `; did you mean ${JSON.stringify(meant)}?`}`,
    known.length === 0
      ? 'There are none.'
      : `There are: ${[...new Set(known)].slice(0, 12).join(', ')}${known.length > 12 ? ', …' : ''}.`,
    undefined,
    pointer,
  );
}
