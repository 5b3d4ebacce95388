import type { Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/document.js';
import { valueNames } from '../../schema/annotations.js';
import { cleanText } from '../../text/clean.js';
import { clipText } from '../../text/clip.js';
import { splitSentences } from '../../text/sentences.js';
import { asObject, asText } from '../values.js';

/** Extensions that list the names of values, in the order of the values. */
const nameLists = ['x-enum-varnames', 'x-enumNames', 'x-enum-names'];
/** Those that say what each value means: a list in the same order, or a map by the value or its name. */
const wordLists = ['x-enum-descriptions', 'x-enumDescriptions', 'x-enum-comments'];

/** Values beyond which none is named. */
const mostNamed = 100;
/** Characters of what one value is called. */
const longestName = 60;

/** What a document says of one value. */
interface Naming {
  value: Json;
  name: string;
  words: string;
}

/**
 * A schema with what the document calls its values: by extensions of generators, or by a `oneOf` of constants that have
 * titles (OpenAPI 3.1, which has no other way), of which an `enum` is made.
 */
export function nameValues(schema: JsonObject): JsonObject {
  const { [valueNames]: _, ...said } = schema;
  const branches = readConstants(said);
  if (branches !== undefined) {
    const { oneOf: __, anyOf: ___, ...rest } = said;
    return addNames({ ...rest, enum: branches.map(({ value }) => value) }, branches);
  }
  const { enum: values } = said;
  if (!Array.isArray(values) || values.length > mostNamed) return said;
  const azure = asObject(said['x-ms-enum'])['values'];
  if (Array.isArray(azure)) return addNames(said, azure.map(asObject).map(readAzure));
  const names = nameLists.map((keyword) => said[keyword]).find((list) => Array.isArray(list)) as
    Json[] | undefined;
  const words = wordLists.map((keyword) => said[keyword]).find((list) => list !== undefined) ?? null;
  const isInOrder = names?.length === values.length;
  if (!isInOrder && words === null) return said;
  const namings = values.map((value, index): Naming => {
    const name = isInOrder ? asText(names[index] ?? null) : '';
    return { value, name, words: readWords(words, value, name, index, values.length) };
  });
  return addNames(said, namings);
}

/** The branches of a union of distinct constants that say no more than what they are called; undefined for any other. */
function readConstants(schema: JsonObject): Naming[] | undefined {
  const union = schema['oneOf'] ?? schema['anyOf'];
  const isFree = ['enum', 'const', 'discriminator', '$ref'].every((keyword) => schema[keyword] === undefined);
  const isOnly = schema['oneOf'] === undefined || schema['anyOf'] === undefined;
  if (!Array.isArray(union) || !isFree || !isOnly || union.length < 2) return undefined;
  const branches = union.map(asObject).map((branch) => (isNull(branch) ? { const: null } : branch));
  if (!branches.every((branch) => branch['const'] === null || isNamedConstant(branch))) return undefined;
  const texts = new Set(branches.map((branch) => JSON.stringify(branch['const'])));
  if (texts.size < branches.length) return undefined;
  return branches.map(({ const: value = null, title = '', description = '' }) => ({
    value,
    name: asText(title),
    words: asText(description),
  }));
}

function isNull({ type, ...rest }: JsonObject): boolean {
  return type === 'null' && Object.keys(rest).length === 0;
}

function isNamedConstant({ const: value, title, description, type, ...rest }: JsonObject): boolean {
  if (value === undefined || typeof value === 'object') return false;
  const isOfType =
    type === undefined || type === typeof value || (typeof value === 'number' && type === 'integer');
  const isOther = Object.keys(rest).some((keyword) => !keyword.startsWith('x-'));
  return isOfType && !isOther && (title !== undefined || description !== undefined);
}

/** AutoRest, x-ms-enum: each of `values` has a value, a name and perhaps a description. */
function readAzure({ value = null, name = '', description = '' }: JsonObject): Naming {
  return { value, name: asText(name), words: asText(description) };
}

function readWords(words: Json, value: Json, name: string, index: number, count: number): string {
  if (Array.isArray(words)) return words.length === count ? asText(words[index] ?? null) : '';
  if (!isObject(words)) return '';
  const key = [String(value), name].find((one) => Object.hasOwn(words, one));
  return key === undefined ? '' : asText(words[key] ?? null);
}

function addNames(schema: JsonObject, namings: readonly Naming[]): JsonObject {
  const named = namings
    .filter(({ value }) => typeof value !== 'object')
    .map((naming) => [JSON.stringify(naming.value), callValue(naming)] as const)
    .filter(([, told]) => told !== '');
  if (named.length === 0 || named.length > mostNamed) return schema;
  return { ...schema, [valueNames]: Object.fromEntries(named) };
}

/** What a value is called where that says more than the value; else the first sentence of its words. */
function callValue({ value, name, words }: Naming): string {
  const [own, called] = [spellPlainly(String(value)), spellPlainly(name)];
  const isNamed = called !== '' && (own === '' || !called.endsWith(own));
  const [first = ''] = isNamed ? [name] : splitSentences(cleanText(words));
  const told = clipText(cleanText(first).replace(/[.;:\s]+$/, ''), longestName);
  return spellPlainly(told) === own ? '' : told;
}

/** A text in small letters and digits alone. */
function spellPlainly(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
