import type { ErrorObject } from 'ajv/dist/2020.js';
import { acceptedTypes, typeOf } from './acceptedTypes.js';
import type { Expanded, ExpandSchema } from './createExpander.js';
import { nearest } from './nearest.js';
import { showValue } from './showValue.js';

const mostValues = 12;

/** One error of the validator in words: where, what was given and what is expected instead. */
export function explainError(error: ErrorObject, expand: ExpandSchema): string {
  const explanation = explanations[error.keyword];
  return explanation?.(error, expand) ?? say(error, `${error.message}, got ${given(error)}`);
}

type Explanation = (error: ErrorObject, expand: ExpandSchema) => string;

/** What went wrong, by the keyword that found it. */
const explanations: Record<string, Explanation> = {
  required: missing,
  dependentRequired: missing,
  additionalProperties: (error, expand) =>
    unknownField(error, error.params['additionalProperty'] as string, expand),
  unevaluatedProperties: (error, expand) =>
    unknownField(error, error.params['unevaluatedProperty'] as string, expand),
  enum: (error) => say(error, notAllowed(error.data, error.params['allowedValues'] as unknown[])),
  const: (error) => say(error, notAllowed(error.data, [error.params['allowedValue']])),
  type: (error) => say(error, `expected ${[error.params['type']].flat().join(' or ')}, got ${kind(error)}`),
  format: (error) => say(error, `${given(error)} is not a valid ${format(error.params['format'] as string)}`),
  pattern: (error) => say(error, `${given(error)} ${patternWords(error)}`),
  minimum: (error) => say(error, compare(error)),
  maximum: (error) => say(error, compare(error)),
  exclusiveMinimum: (error) => say(error, compare(error)),
  exclusiveMaximum: (error) => say(error, compare(error)),
  minLength: (error) => say(error, `${given(error)} is shorter than ${error.params['limit']} characters`),
  maxLength: (error) => say(error, `${given(error)} is longer than ${error.params['limit']} characters`),
  minItems: (error) => say(error, `has ${count(error)} items, at least ${error.params['limit']} are needed`),
  maxItems: (error) => say(error, `has ${count(error)} items, at most ${error.params['limit']} are allowed`),
  'false schema': (error) => say(error, 'not allowed'),
};

function missing(error: ErrorObject, expand: ExpandSchema): string {
  const name = error.params['missingProperty'] as string;
  const property = propertiesOf(expand(error.parentSchema))[name];
  return line([...segments(error), name], `required but missing${expectation(property, expand)}`);
}

/** Where the generator has made a pattern, it has put what it asks for into `$comment`. */
function patternWords({ parentSchema, params }: ErrorObject): string {
  const words: unknown = parentSchema?.['$comment'];
  return typeof words === 'string' ? words : `does not match ${params['pattern']}`;
}

function unknownField(error: ErrorObject, name: string, expand: ExpandSchema): string {
  const known = Object.keys(propertiesOf(expand(error.parentSchema)));
  const free = known.filter((key) => !Object.hasOwn(error.data as object, key));
  const meant = nearest(name, free);
  const shown = `${known.slice(0, mostValues).join(', ')}${known.length > mostValues ? ', …' : ''}`;
  const hint =
    meant === undefined ? (known.length > 0 ? `; known are ${shown}` : '') : `, did you mean "${meant}"?`;
  return line([...segments(error), name], `unknown field${hint}`);
}

function expectation(property: unknown, expand: ExpandSchema): string {
  if (property === undefined) return '';
  const expanded = expand(property);
  const allowed = expanded.all.map((part) => part['enum']).find(Array.isArray);
  if (allowed !== undefined) return `. ${oneOf(allowed)}`;
  const types = [...acceptedTypes(expanded)];
  return types.length < 3 ? ` (${types.join(' or ')})` : '';
}

const examples: Record<string, string> = {
  'date-time': 'RFC 3339, such as 2024-05-01T13:00:00Z',
  date: 'such as 2024-05-01',
  time: 'such as 13:00:00Z',
  duration: 'ISO 8601, such as PT1H30M',
  uuid: 'such as 123e4567-e89b-12d3-a456-426614174000',
  email: 'such as name@example.com',
  uri: 'such as https://example.com/page',
  byte: 'base64',
};

function format(name: string): string {
  const example = Object.hasOwn(examples, name) ? examples[name] : undefined;
  return example === undefined ? name : `${name} (${example})`;
}

function compare(error: ErrorObject): string {
  return `${given(error)} must be ${error.params['comparison']} ${error.params['limit']}`;
}

function kind(error: ErrorObject): string {
  const type = typeOf(error.data);
  return type === 'null' ? 'null' : `${type} ${given(error)}`;
}

/** The value that the error is about, in short. */
export function given(error: ErrorObject): string {
  return showValue(error.data, segments(error).at(-1));
}

function count(error: ErrorObject): number {
  return (error.data as unknown[]).length;
}

/** Says that a value is none of the allowed ones, and which it was likely meant to be. */
export function notAllowed(value: unknown, allowed: readonly unknown[], name = ''): string {
  const texts = allowed.filter((item) => typeof item === 'string');
  const meant = typeof value === 'string' ? nearest(value, texts) : undefined;
  const hint = meant === undefined ? '.' : `, did you mean ${JSON.stringify(meant)}?`;
  return `${showValue(value, name)} is not allowed${hint} ${oneOf(allowed)}`;
}

/** Lists what may be given. */
export function oneOf(allowed: readonly unknown[]): string {
  const shown = allowed.slice(0, mostValues).map((item) => showValue(item));
  const rest = allowed.length > mostValues ? `, … (${allowed.length} in all)` : '';
  return allowed.length === 1 ? `Use ${shown[0]}` : `Use one of ${shown.join(', ')}${rest}`;
}

/** The properties that a schema names, by name. */
export function propertiesOf({ all }: Expanded): Record<string, unknown> {
  return Object.assign({}, ...all.map(({ properties }) => properties)) as Record<string, unknown>;
}

/** A line on the value that the error is about. */
export function say(error: ErrorObject, problem: string): string {
  return line(segments(error), problem);
}

/** A line on the value at `path`. */
export function line(path: readonly string[], problem: string): string {
  return `${path.join('.') || 'arguments'}: ${problem}`;
}

/** The parts of the JSON pointer to the value. */
export function segments({ instancePath }: ErrorObject): string[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
