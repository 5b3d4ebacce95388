import type { Judge } from './createJudge.js';
import type { Enforcer } from './enforce.js';
import type { Keywords } from './subschemas.js';
import { typeOf } from './typesOf.js';

/**
 * Whether an example is no value of the schema that it stands at, but something else around or inside such a value: a
 * whole answer, a list of values, a text that holds one. It says nothing of the schema. Where a scalar stands for
 * another, or an object has some of the fields, the document means the value itself.
 */
export function isMisplaced(value: unknown, schema: Keywords, judge: Judge, { origin }: Enforcer): boolean {
  if (isEmpty(value)) return true;
  if (isOfOtherStructure(value, judge.types(schema))) return true;
  if (typeOf(value) !== 'object') return false;
  const forms = judge.forms(schema);
  const names = new Set(
    forms.flatMap((form) => [
      ...Object.keys((form['properties'] ?? {}) as object),
      ...Object.keys(origin(form)?.received ?? {}),
    ]),
  );
  if (names.size === 0 || forms.some(({ patternProperties }) => patternProperties !== undefined))
    return false;
  const known = countKnown(value, names);
  if (known === 0) return true;
  return Object.entries(value as object).some(
    ([name, inner]) => !names.has(name) && countKnown([inner].flat()[0], names) > known,
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** An object or a list where neither may be, or something else where nothing but such may be. */
function isOfOtherStructure(value: unknown, types: ReadonlySet<string>): boolean {
  const type = typeOf(value);
  if (value === null || types.size === 0 || types.has(type)) return false;
  const isStructure = type === 'object' || type === 'array';
  return isStructure || ![...types].some((one) => one !== 'object' && one !== 'array' && one !== 'null');
}

function countKnown(value: unknown, names: ReadonlySet<string>): number {
  return typeOf(value) === 'object'
    ? Object.keys(value as object).filter((name) => names.has(name)).length
    : 0;
}
