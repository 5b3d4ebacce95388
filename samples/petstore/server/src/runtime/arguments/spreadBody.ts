import type { Arguments } from '../request/buildRequest.js';
import { isObject } from '../isObject.js';
import { parseExact } from './parseExact.js';
import { Unsendable } from '../request/unsendable.js';
import type { Body } from '../tool.js';

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
      throw new Unsendable(argument, `given twice, by itself and in ${body.argument}: give it once`);
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
    if (named.has(argument)) throw new Unsendable(argument, `given twice, also as ${name}: give it once`);
    named.set(argument, value);
  }
  return Object.fromEntries(named);
}
