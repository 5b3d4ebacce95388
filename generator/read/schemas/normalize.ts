import { typeOf } from '../../schema/types.js';
import { readPattern } from './keywords.js';
import type { Place } from './place.js';

type Keywords = { [keyword: string]: unknown };

/** Longest pattern that is kept whole in words. */
const longestWords = 500;

/** Brings the keywords of one schema into agreement with one another, in place; a nullable one accepts null. */
export function normalize(schema: Keywords, nullable: boolean, place: Place): void {
  inferType(schema);
  openIntOrString(schema);
  if (nullable) acceptNull(schema);
  normalizePattern(schema, place);
  normalizeValues(schema, place);
}

/** Nearly every document means an object where it lists properties, and an array where it has items. */
function inferType(schema: Keywords): void {
  if (schema['type'] !== undefined || schema['anyOf'] !== undefined || schema['oneOf'] !== undefined) return;
  if (schema['properties'] !== undefined || schema['additionalProperties'] !== undefined)
    schema['type'] = 'object';
  else if (schema['items'] !== undefined) schema['type'] = 'array';
}

/** What Kubernetes and its operators write for an integer or a text: as a text, 8080 would be the name of a port. */
function openIntOrString(schema: Keywords): void {
  if (schema['format'] !== 'int-or-string') return;
  delete schema['format'];
  const mayBeNull = [schema['type']].flat().includes('null');
  if (schema['anyOf'] === undefined && schema['oneOf'] === undefined)
    schema['type'] = ['integer', 'string', ...(mayBeNull ? ['null'] : [])];
}

function acceptNull(schema: Keywords): void {
  const { type, enum: values, const: constant } = schema;
  if (type !== undefined) schema['type'] = [...new Set([type, 'null'].flat())];
  if (Array.isArray(values)) schema['enum'] = [...new Set([...values, null])];
  if (constant !== undefined) {
    delete schema['const'];
    schema['enum'] = [constant, null];
  }
}

/** A pattern that says nothing to a validator still says something to a reader. */
function normalizePattern(schema: Keywords, place: Place): void {
  const { pattern } = schema;
  if (typeof pattern !== 'string') return;
  const written = readPattern(pattern, place.at('pattern'));
  if (written !== undefined) {
    schema['pattern'] = written;
    return;
  }
  delete schema['pattern'];
  const words = pattern.length > longestWords ? `${pattern.slice(0, longestWords)}…` : pattern;
  schema['description'] = [schema['description'], `Pattern: ${words}`].filter(Boolean).join(' ');
}

/** YAML reads `[1, 2]` or `[no, off]` as numbers and booleans, where the type says that they are strings. */
function normalizeValues(schema: Keywords, place: Place): void {
  if (listsNumbers(schema)) {
    const first = (schema['enum'] as unknown[]).find((value) => value !== null);
    const done = 'its values count, and the type is read as integer';
    place.relax(describeOdd('enum', first, ['string']), done);
    schema['type'] = schema['type'] === 'string' ? 'integer' : ['integer', 'null'];
  }
  const { type } = schema;
  if (type === undefined) return;
  const types = Array.isArray(type) ? type : [type];
  if (schema['const'] !== undefined) settleConst(schema, schema['const'], types, place);
  if (schema['default'] !== undefined) schema['default'] = coerceDefault(schema['default'], types);
  if (schema['enum'] !== undefined) settleEnum(schema, schema['enum'] as unknown[], types, place);
}

/** What is said of a text, and so that the values are texts. */
const ofTexts = ['format', 'pattern', 'minLength', 'maxLength', 'contentEncoding', 'contentMediaType'];

/**
 * Whether the values are those of an enum of a language, which the framework took for texts: such an API refuses `"1"`
 * in JSON, and reads the same of both elsewhere. A lone value, and one that is no integer, may be a version that YAML
 * read as a number.
 */
function listsNumbers(schema: Keywords): boolean {
  const { type, enum: values } = schema;
  const types = Array.isArray(type) ? type : [type];
  if (!types.includes('string') || types.some((one) => one !== 'string' && one !== 'null')) return false;
  const given = Array.isArray(values) ? values.filter((value) => value !== null) : [];
  return (
    given.length > 1 && given.every(Number.isInteger) && ofTexts.every((key) => schema[key] === undefined)
  );
}

/** One value where the type is a list is meant as a list of one. */
function coerceDefault(value: unknown, types: unknown[]): unknown {
  const isSingle = ['string', 'number', 'boolean'].includes(typeof value);
  return coerce(value, types) ?? (isSingle && types.includes('array') ? [value] : value);
}

/** A constant is an enum of one value (JSON Schema 2020-12, Validation, 6.1.3), and settled like one. */
function settleConst(schema: Keywords, constant: unknown, types: unknown[], place: Place): void {
  if (types.some((type) => isFiniteOfType(constant, type))) return;
  const read = coerce(constant, types);
  if (read !== undefined) {
    schema['const'] = read;
    place.relax(...describeReading('const', constant, read, types));
  } else if (constant !== null && types.includes('array')) {
    delete schema['const'];
    moveValues(schema, 'const', [constant], place);
  } else {
    obeyValues(schema, 'const', [constant], types, place);
  }
}

function settleEnum(schema: Keywords, values: unknown[], types: unknown[], place: Place): void {
  const given = values.filter((value) => value !== null);
  if (given.length > 0 && given.every((value) => coerce(value, types) === undefined)) {
    if (types.includes('array')) return moveValues(schema, 'enum', given, place);
    return obeyValues(schema, 'enum', values, types, place);
  }
  const others = given.filter((value) => coerce(value, types) === undefined);
  const kept = values.map((value) => coerce(value, types) ?? value);
  if (values.includes(null) && !types.includes('null'))
    place.relax('The enum lists null, which its type does not allow', 'null is accepted');
  const wider = new Set([...types, ...others.map(typeOf), ...(values.includes(null) ? ['null'] : [])]);
  if (wider.has('number')) wider.delete('integer');
  if (others.length > 0 || wider.size > types.length) schema['type'] = [...wider];
  reportOthers(others, types, place);
  const odd = given.find((value) => {
    const read = coerce(value, types);
    return read !== undefined && read !== value;
  });
  if (odd !== undefined) place.relax(...describeReading('enum', odd, coerce(odd, types), types));
  schema['enum'] = [...new Set(kept)];
}

/** Values of an enum that are named in one sentence, and characters of each. */
const mostNamed = 10;
const longestNamed = 60;

/** Values for which the type gives way, since an API takes what is listed; they are named, up to a bound. */
function reportOthers(others: readonly unknown[], types: unknown[], place: Place): void {
  if (others.length === 0) return;
  const named = others.slice(0, mostNamed).map((value) => clip(JSON.stringify(value)));
  const rest = others.length - named.length;
  if (rest > 0) named.push(`${rest.toLocaleString('en')} more`);
  const last = named.pop() ?? '';
  const list = named.length === 0 ? last : `${named.join(', ')} and ${last}`;
  const [are, they] = others.length === 1 ? ['is', 'it is'] : ['are', 'they are'];
  place.relax(
    `The enum lists ${list}, which ${are} not of the type ${types.join(' or ')}`,
    `${they} accepted all the same`,
  );
}

function clip(text: string): string {
  return text.length > longestNamed ? `${text.slice(0, longestNamed)}…` : text;
}

/** The keywords that say which values there are. */
type Listing = 'enum' | 'const';

const verbs = { enum: 'lists', const: 'is' } as const;

function describeReading(keyword: Listing, value: unknown, read: unknown, types: unknown[]) {
  return [describeOdd(keyword, value, types), `it is read as ${clip(JSON.stringify(read))}`] as const;
}

function describeOdd(keyword: Listing, value: unknown, types: unknown[]): string {
  const shown = clip(JSON.stringify(value));
  return `The ${keyword} ${verbs[keyword]} ${shown}, which is not of the type ${types.join(' or ')}`;
}

/** Values of another type beside `type: array` are those of its items. */
function moveValues(schema: Keywords, keyword: Listing, values: unknown[], place: Place): void {
  delete schema['enum'];
  place.relax(
    `The ${keyword} of a list ${verbs[keyword]} ${clip(JSON.stringify(values[0]))}, which is no list`,
    'it is read as that of its items',
  );
  const { items = {} } = schema;
  if (typeof items !== 'object' || items === null) return;
  const { type } = items as Keywords;
  const settled: Keywords = { ...(type === undefined ? {} : { type }), enum: values };
  normalizeValues(settled, place.at('items'));
  const isFree = !('$ref' in items) && !('enum' in items);
  schema['items'] = isFree ? { ...items, ...settled } : { allOf: [items, { enum: settled['enum'] }] };
}

/** Where no listed value is of the type, the values count: a call can give nothing else. */
function obeyValues(
  schema: Keywords,
  keyword: Listing,
  values: unknown[],
  types: unknown[],
  place: Place,
): void {
  const own = [...new Set(values.map(typeOf))];
  schema['type'] = own.length === 1 ? own[0] : own;
  const count = keyword === 'const' ? 'the value counts' : 'the values count';
  place.relax(
    describeOdd(keyword, values[0], types),
    `${count}, and the type is read as ${own.join(' or ')}`,
  );
}

/** The value as one of the types; undefined where it cannot be one. */
function coerce(value: unknown, types: unknown[]): unknown {
  if (types.some((type) => isFiniteOfType(value, type))) return value;
  if (types.includes('string') && (typeof value === 'number' || typeof value === 'boolean'))
    return String(value);
  if (typeof value !== 'string') return undefined;
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  const number = value.trim() === '' ? Number.NaN : Number(value);
  return types.some((type) => isFiniteOfType(number, type)) ? number : undefined;
}

function isFiniteOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}
