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
  if (body?.fields === undefined || Object.hasOwn(body.fields, body.argument)) return args;
  const { [body.argument]: whole, ...others } = args;
  const value = typeof whole === 'string' ? parseExact(whole) : whole;
  if (!isObject(value)) return args;
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
