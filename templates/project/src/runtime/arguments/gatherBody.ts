import type { Expanded, ExpandSchema } from './createExpander.js';
import type { Arguments } from '../request/buildRequest.js';
import { Unsendable } from '../request/unsendable.js';
import type { Body, ObjectSchema } from '../tool.js';

/**
 * Where a body is one argument, a client may give its fields as arguments of their own as well: they are then put
 * into the body. A field is what the body's schema names and no argument is called.
 */
export function gatherBody(
  args: Arguments,
  body: Body | undefined,
  { properties }: ObjectSchema,
  expand: ExpandSchema,
): Arguments {
  if (body === undefined || body.fields !== undefined) return args;
  const { argument } = body;
  const fields = fieldsOf(expand(properties[argument]));
  const isField = (name: string) => !Object.hasOwn(properties, name) && fields.has(name);
  const given = Object.entries(args);
  const loose = given.filter(([name]) => isField(name));
  const [first] = loose;
  if (first === undefined) return args;
  if (Object.hasOwn(args, argument))
    throw new Unsendable(first[0], `a field of ${argument}, which is given too: put it into ${argument}`);
  const others = given.filter(([name]) => !isField(name));
  return Object.fromEntries([...others, [argument, Object.fromEntries(loose)]]);
}

/** The names that an object may have by its schema, whichever branch of a union it is meant for. */
function fieldsOf(schema: Expanded, visited = new Set<Expanded>()): ReadonlySet<string> {
  if (visited.has(schema)) return new Set();
  visited.add(schema);
  const names = new Set(schema.all.flatMap(({ properties }) => Object.keys(properties ?? {})));
  for (const branch of schema.unions.flat()) for (const name of fieldsOf(branch, visited)) names.add(name);
  return names;
}
