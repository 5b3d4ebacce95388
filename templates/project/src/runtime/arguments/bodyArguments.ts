import { UnsendableError } from '../errors.js';
import { isObject } from '../json.js';
import type { Arguments } from '../request/buildRequest.js';
import type { Body, ObjectSchema, Parameter } from '../tool.js';
import type { ExpandSchema, Expanded } from '../validate/createExpander.js';
import { showValue } from './explainProblem.js';
import { parseExact } from './largeIntegers.js';

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
    throw new UnsendableError(
      first[0],
      `a field of ${argument}, which is given too: put it into ${argument}`,
    );
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

/**
 * Where a body is spread over the arguments, a client may give it whole as well: the members of `body.argument`
 * then become arguments of their own, so that one schema checks both forms.
 */
export function spreadBody(args: Arguments, body: Body | undefined): Arguments {
  if (body?.fields === undefined) return args;
  const named = takeNames(args, body.fields);
  if (Object.hasOwn(body.fields, body.argument)) return named;
  const { [body.argument]: whole, ...others } = named;
  const value = typeof whole === 'string' ? parseExact(whole) : whole;
  if (!isObject(value)) return named;
  const argumentOf = new Map(Object.entries(body.fields).map(([argument, property]) => [property, argument]));
  const spread = new Map(Object.entries(others));
  for (const [property, item] of Object.entries(value)) {
    const argument = argumentOf.get(property) ?? property;
    if (spread.has(argument)) {
      throw new UnsendableError(argument, `given twice, by itself and in ${body.argument}: give it once`);
    }
    spread.set(argument, item);
  }
  return Object.fromEntries(spread);
}

/** A name that only clients of ASCII cannot use is taken as the argument that stands for it. */
function takeNames(args: Arguments, fields: Readonly<Record<string, string>>): Arguments {
  const argumentOf = new Map(
    Object.entries(fields)
      .filter(([argument, property]) => argument !== property && /[^\x20-\x7e]/.test(property))
      .map(([argument, property]) => [property, argument]),
  );
  if (!Object.keys(args).some((name) => argumentOf.has(name))) return args;
  const named = new Map<string, unknown>();
  for (const [name, value] of Object.entries(args)) {
    const argument = argumentOf.get(name) ?? name;
    if (named.has(argument))
      throw new UnsendableError(argument, `given twice, also as ${name}: give it once`);
    named.set(argument, value);
  }
  return Object.fromEntries(named);
}

/**
 * Leaves out what the API takes one value of, and which is sent with every call: that value may be given all the same,
 * or null. Names that stand for something else are left alone.
 */
export function dropFixed(
  args: Arguments,
  parameters: readonly Parameter[],
  { properties }: ObjectSchema,
  body: Body | undefined,
): Arguments {
  const fixed = parameters.filter(({ constant }) => constant !== undefined);
  if (fixed.length === 0) return args;
  const isFree = ([name, value]: [string, unknown]): boolean => {
    if (Object.hasOwn(properties, name) || name === body?.argument) return true;
    const found = fixed.filter((one) => isNameOf(name, one));
    if (found.length === 0 || found.some(({ constant }) => isConstant(value, constant)))
      return found.length === 0;
    const values = [...new Set(found.map(({ constant }) => showValue(constant)))].join(' or ');
    throw new UnsendableError(
      name,
      `${showValue(value, name)} is not allowed: the API takes ${values} only, which is always sent. Leave it out`,
    );
  };
  return Object.fromEntries(Object.entries(args).filter(isFree));
}

/** Header names are the same in any case (RFC 9110, 5.1). */
function isNameOf(given: string, { name, in: place }: Parameter): boolean {
  return place === 'header' ? given.toLowerCase() === name.toLowerCase() : given === name;
}

/** Numbers and booleans may be given as text, and texts as what they look like. */
function isConstant(value: unknown, constant: Parameter['constant']): boolean {
  return (
    (value ?? undefined) === undefined || (typeof value !== 'object' && String(value) === String(constant))
  );
}
