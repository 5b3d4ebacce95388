import type { Schema } from '../model/server.js';
import type { Keywords } from './subschemas.js';

/** Integers from here on are not all exact in JSON. */
const firstInexact = 2 ** 53;

/** The digits of an integer that is too large to be exact in JSON. */
export const digits = {
  type: 'string',
  pattern: '^-?[1-9][0-9]{15,19}$',
  $comment: 'must be an integer; one too large to be exact is given as a string of its digits',
};

/**
 * The schema of an integer that goes into a URL or header, or of a list of them, which also accepts those that are
 * too large for JSON.
 */
export function acceptDigits(schema: Schema, lookUp: (name: string) => Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const whole = resolve(schema, lookUp);
  if (whole['items'] !== undefined) {
    const items = acceptDigits(whole['items'] as Schema, lookUp);
    return items === whole['items'] ? schema : { ...whole, items };
  }
  if (!isLarge(whole)) return schema;
  const { description, ...checks } = schema;
  return { ...(description === undefined ? {} : { description }), anyOf: [checks, digits] };
}

function resolve(schema: Keywords, lookUp: (name: string) => Schema, hops = 0): Keywords {
  const { $ref: ref, ...own } = schema;
  const target = typeof ref === 'string' && hops < 10 ? lookUp(ref) : true;
  return typeof target === 'boolean' ? own : { ...resolve(target, lookUp, hops + 1), ...own };
}

function isLarge({
  type,
  format,
  enum: values,
  const: constant,
  maximum,
  exclusiveMaximum,
}: Keywords): boolean {
  const types = [type].flat();
  const isInteger = types.includes('integer') && types.every((one) => one === 'integer' || one === 'null');
  const isOpen = [maximum, exclusiveMaximum].every(
    (most) => most === undefined || Number(most) > firstInexact,
  );
  return (
    isInteger &&
    (format === undefined || format === 'int64') &&
    values === undefined &&
    constant === undefined &&
    isOpen
  );
}
