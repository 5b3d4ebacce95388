import type { Arguments } from '../request/buildRequest.js';
import { isObject } from '../isObject.js';
import { parseJson } from '../parseJson.js';
import type { Body } from '../tool.js';

/**
 * Where a body is spread over the arguments, a client may give it whole as well: the members of `body.argument`
 * then become arguments of their own, so that one schema checks both forms.
 */
export function spreadBody(args: Arguments, body: Body | undefined): Arguments {
  if (body?.fields === undefined || Object.hasOwn(body.fields, body.argument)) return args;
  const { [body.argument]: whole, ...others } = args;
  const value = typeof whole === 'string' ? parseJson(whole) : whole;
  if (!isObject(value)) return args;
  const argumentOf = new Map(Object.entries(body.fields).map(([argument, property]) => [property, argument]));
  const members = Object.entries(value).map(([property, item]) => [
    argumentOf.get(property) ?? property,
    item,
  ]);
  return { ...Object.fromEntries(members), ...others };
}
