import { showValue } from './showValue.js';
import type { Arguments } from '../request/buildRequest.js';
import { Unsendable } from '../request/unsendable.js';
import type { Body, ObjectSchema, Parameter } from '../tool.js';

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
    if (found.length === 0 || found.some(({ constant }) => isSame(value, constant)))
      return found.length === 0;
    const values = [...new Set(found.map(({ constant }) => showValue(constant)))].join(' or ');
    throw new Unsendable(
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
function isSame(value: unknown, constant: Parameter['constant']): boolean {
  return (
    (value ?? undefined) === undefined || (typeof value !== 'object' && String(value) === String(constant))
  );
}
