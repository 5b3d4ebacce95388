import { typeOf } from '../../../templates/project/src/runtime/arguments/schemas.js';
import type { Form } from './sampleForms.js';

/** Keywords that say something of one type only. */
const hints: readonly [type: string, keywords: readonly string[]][] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties']],
  ['array', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems']],
  ['string', ['pattern', 'format', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

const everyType = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** The types of JSON that fit all parts. */
export function formTypes(form: Form): string[] {
  const limits = form.flatMap(({ type }) => (type === undefined ? [] : [[type].flat() as string[]]));
  return limits.reduce(intersect, everyType);
}

/** Whether a form says something of a type beyond letting it through. */
export function isMeant(form: Form, type: string): boolean {
  const [, keywords = []] = hints.find(([hinted]) => hinted === type) ?? [];
  return form.some((part) => keywords.some((keyword) => part[keyword] !== undefined));
}

/** The values that a form lists, if it does. */
export function formValues(form: Form): unknown[] | undefined {
  const lists = form.flatMap(({ enum: listed, const: only }) => [
    ...(listed === undefined ? [] : [listed as unknown[]]),
    ...(only === undefined ? [] : [[only]]),
  ]);
  const [first, ...others] = lists;
  const texts = others.map((list) => new Set(list.map((value) => JSON.stringify(value))));
  const types = formTypes(form);
  const fits = (value: unknown) =>
    types.some((type) => covers([type], typeOf(value))) &&
    texts.every((set) => set.has(JSON.stringify(value)));
  return first?.filter(fits);
}

/** Every integer is a number, too. */
function intersect(a: readonly string[], b: readonly string[]): string[] {
  return [
    ...a.filter((type) => covers(b, type)),
    ...b.filter((type) => !a.includes(type) && covers(a, type)),
  ];
}

function covers(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}
