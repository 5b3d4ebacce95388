import type { Schema } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import type { Json, JsonObject } from '../../model/document.js';
import { annotations } from '../../schema/annotations.js';
import { ReadError } from '../fault.js';
import { isObject } from '../../model/document.js';
import { isTrue } from '../values.js';
import { type Lineage, readDiscriminator } from './discriminator.js';
import { keywords } from './keywords.js';
import { modernise, openEnum } from './modernise.js';
import { normalize } from './normalize.js';
import { Place } from './place.js';
import { nameTypes, readWord } from './typeNames.js';
import { nameValues } from './valueNames.js';

type Keywords = { [keyword: string]: unknown };

/** What {@link readSchema} has to know of the document around a schema. */
interface Surroundings extends Pick<Lineage, 'nameOf' | 'valueOf'> {
  /** Schemas of 3.0 ignore what stands beside a `$ref`, annotations apart. */
  dialect: '3.0' | '3.1';
  /** A `$ref` to the component that a reference means; throws a {@link ReadError} where there is none. */
  refer: (ref: string, pointer: string) => { $ref: string };
  /** The same for a `$dynamicRef`; an empty schema where that depends on who refers. */
  referDynamically: (ref: string, pointer: string) => Keywords;
  /** Whether a reference leads to a schema that takes nothing but null. */
  leadsToNull: (ref: string) => boolean;
  /** The schema at a place, and those that include it by `allOf`. */
  familyOf: (pointer: string) => ReturnType<Lineage['family']>;
  report: Report;
}

/** Levels of schemas inside one another: far beyond real documents, far below the end of the stack. */
const deepest = 100;
/** Schemas inside one schema, references not followed. */
const largest = 100_000;

/** Keywords that may refuse `null` although `type` allows it. */
const combinators = ['allOf', 'anyOf', 'oneOf', 'not', 'if'];

/** Reads one Schema Object of either dialect as JSON Schema 2020-12; throws a {@link ReadError} where it is none. */
export function readSchema(root: Json, start: string, around: Surroundings): Schema {
  let size = 0;

  function readNode(node: Json, place: Place): Schema {
    if (typeof node === 'boolean') return node;
    if (node === null) {
      place.relax('A schema is empty', 'any value is accepted');
      return {};
    }
    if (!isObject(node)) return readNode(readWord(node, place), place);
    if (refusesAll(node)) return false;
    if (place.depth > deepest) throw new ReadError(`a schema is over ${deepest} levels deep`, place.pointer);
    if (++size > largest) throw new ReadError(`a schema has over ${largest} parts`, place.pointer);
    const target = readTarget(node, place);
    return target === undefined
      ? readKeywords(openEnum(nameValues(nameTypes(modernise(node), place)), place), isNullable(node), place)
      : readReference(target, node, place);
  }

  function readTarget({ $ref, $dynamicRef, $recursiveRef }: JsonObject, place: Place): Keywords | undefined {
    if (typeof $ref === 'string')
      return around.leadsToNull($ref) ? { type: 'null' } : referOrOpen($ref, place);
    const dynamic = $dynamicRef ?? $recursiveRef;
    return typeof dynamic === 'string' ? around.referDynamically(dynamic, place.pointer) : undefined;
  }

  /** Any value stands for what a document says that it has, but has not. What is elsewhere may say anything. */
  function referOrOpen(ref: string, place: Place): Keywords {
    try {
      return around.refer(ref, place.pointer);
    } catch (error) {
      if (!(error instanceof ReadError) || error.isElsewhere) throw error;
      place.open(error.message.replace(/^the/, 'The'));
      return {};
    }
  }

  function readReference(target: Keywords, node: JsonObject, place: Place): Schema {
    const beside = Object.entries(modernise(node)).filter(
      ([keyword]) => around.dialect === '3.1' || annotations.has(keyword),
    );
    const schema = readKeywords(Object.fromEntries(beside), false, place);
    const checks = Object.keys(schema).some((keyword) => !annotations.has(keyword));
    const { allOf = [], ...rest } = schema as { allOf?: Schema[] };
    const combined =
      checks && !isOpen(target) ? { ...rest, allOf: [target, ...allOf] } : { ...target, ...schema };
    return isNullable(node) ? uniteWithNull(combined) : combined;
  }

  function readKeywords(node: JsonObject, nullable: boolean, place: Place): Keywords {
    const entries: [string, unknown][] = [];
    for (const [keyword, value] of Object.entries(node)) {
      const read = keywords.get(keyword)?.(value, place.at(keyword));
      if (read !== undefined) entries.push([keyword, read]);
    }
    const schema: Keywords = Object.fromEntries(entries);
    if (saysMore(schema)) tellTitle(schema);
    if (place.isLoose) openCombined(schema);
    const wrapped = nullable && combinators.some((keyword) => schema[keyword] !== undefined);
    normalize(schema, nullable && !wrapped, place);
    const family = () => around.familyOf(place.pointer);
    Object.assign(schema, readDiscriminator(node, schema, { ...around, family }, place.at('discriminator')));
    return wrapped ? uniteWithNull(schema) : schema;
  }

  return readNode(root, new Place({ read: readNode, report: around.report }, 0, start));
}

/**
 * Whether a title is all that is said, and a sentence: gateways of gRPC make a title of a comment that ends without a full
 * stop. Other generators make one of the name, each word of it with a capital, and by hand it names a thing.
 */
function saysMore({ title, description, const: constant }: Keywords): boolean {
  return (
    description === undefined &&
    constant === undefined &&
    /^(?:\S+\s+){3}.*(?<=\s)\p{Ll}/su.test(String(title ?? '').slice(0, longestTitle))
  );
}

/** Characters of a title that are looked at. */
const longestTitle = 300;

function tellTitle(schema: Keywords): void {
  schema['description'] = schema['title'];
  delete schema['title'];
}

/**
 * Where a branch has become any value, exactly one cannot be asked for: what fits another would fit two. A part that
 * has may have members of any name.
 */
function openCombined(schema: Keywords): void {
  const { oneOf, allOf } = schema as { oneOf?: Schema[]; allOf?: Schema[] };
  if (oneOf?.some(isOpen) === true) {
    delete schema['oneOf'];
    schema['anyOf'] ??= oneOf;
  }
  if (allOf !== undefined) {
    schema['allOf'] = allOf.map((part) => (isOpen(part) ? { additionalProperties: true } : part));
  }
}

function isOpen(schema: Schema): boolean {
  return typeof schema === 'object' && Object.keys(schema).length === 0;
}

/** What OpenAPI 3.0, which has no schema `false`, writes instead (JSON Schema 2020-12, section 4.3.2). */
function refusesAll({ $ref, not }: JsonObject): boolean {
  return $ref === undefined && (not === true || (isObject(not) && Object.keys(not).length === 0));
}

/** OpenAPI 3.0: `nullable`; 2.0 documents write `x-nullable`. */
function isNullable(node: JsonObject): boolean {
  return isTrue(node['nullable']) || isTrue(node['x-nullable']);
}

/** `null` beside what the schema accepts; what the schema says of itself is said of both. */
function uniteWithNull(schema: Keywords): Keywords {
  const entries = Object.entries(schema);
  const said = entries.filter(([keyword]) => annotations.has(keyword));
  const checked = entries.filter(([keyword]) => !annotations.has(keyword));
  return { ...Object.fromEntries(said), anyOf: [Object.fromEntries(checked), { type: 'null' }] };
}
