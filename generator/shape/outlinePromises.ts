import type { Api, Content, Operation, Schema } from '../model/api.js';
import type { ObjectShape, Promises, Shape } from '../model/server.js';
import type { ToolsetEntry } from '../model/server.js';
import { flatten } from '../schema/flatten.js';
import { kindOf } from '../schema/mediaTypes.js';
import type { Keywords } from '../schema/subschemas.js';
import { allowsNull, alternativesOf, typesOf } from '../schema/types.js';
import { clipText } from '../text/clip.js';
import { hashText } from '../text/hash.js';
import { listSuccesses } from './responses.js';

/** Levels of schemas within one another that are written out; what lies deeper is not compared. */
const deepest = 40;
/** Schemas that are outlined for one answer, or one component; what is beyond it is not compared. */
const mostSchemas = 1_000;
/** Shapes that are compared for it, to find what an object has from others; beyond it, all is told as its own. */
const mostCompared = 50_000;
/** Characters of the values that a type lists; of more of them, it is told how many there are. */
const longestValues = 400;

/** Outlines what an API promises of the answers that tools get, so that two versions of it can be compared. */
export function outlinePromises(api: Api, toolsets: readonly ToolsetEntry[]): Promises {
  const outliner = new Outliner(api.components);
  const operations = new Map(api.operations.map((operation) => [operation.pointer, operation]));
  const answers: [string, Shape][] = [];
  const deprecated: string[] = [];
  const ends: [string, string][] = [];
  for (const { tool, pointer } of toolsets.flatMap(({ tools }) => tools)) {
    const operation = operations.get(pointer);
    if (operation === undefined) continue;
    if (operation.deprecated) deprecated.push(tool.name);
    const end = describeEnd(operation);
    if (end !== '') ends.push([tool.name, end]);
    const content = findJson(operation);
    const shape = content === undefined ? describeOthers(operation) : outliner.outlineWhole(content.schema);
    if (shape !== undefined) answers.push([tool.name, shape]);
  }
  return {
    shared: sort(outliner.outlineShared()),
    answers: sort(answers),
    ...(deprecated.length > 0 && { deprecated: deprecated.toSorted() }),
    ...(ends.length > 0 && { ends: Object.fromEntries(ends.toSorted()) }),
  };
}

/** Extensions by which documents say when an operation ends (RFC 8594), and what takes its place. */
const sunsets = ['x-sunset', 'x-sunset-date', 'x-removal-date'];
const successors = ['x-replaced-by', 'x-replacement', 'x-successor'];
/** Characters of what such an extension says that are kept. */
const longestEnd = 100;

function describeEnd({ extensions }: Operation): string {
  const said = (names: readonly string[]) =>
    names.map((name) => extensions[name]).find((value) => typeof value === 'string' && value !== '');
  const [sunset, successor] = [said(sunsets), said(successors)];
  const parts = [
    ...(sunset === undefined ? [] : [`sunset ${String(sunset)}`]),
    ...(successor === undefined ? [] : [`replaced by ${String(successor)}`]),
  ];
  return parts.map((part) => clipText(part, longestEnd)).join(', ');
}

/** Outlines schemas of a document, and the components that they lead to. */
class Outliner {
  readonly #shared = new Map<string, Shape>();
  readonly #waiting: string[] = [];
  readonly #outlined = new Map<Schema, Shape>();
  #left = mostSchemas;
  #compared = 0;

  constructor(readonly components: Api['components']) {}

  /** All components that were referred to so far, and those that these refer to. */
  outlineShared(): Iterable<[string, Shape]> {
    for (let name = this.#waiting.pop(); name !== undefined; name = this.#waiting.pop())
      this.#shared.set(name, this.outlineWhole(this.#lookUp(name)));
    return this.#shared;
  }

  /** An answer, or a component: so much work for each, whatever the others took. */
  outlineWhole(schema: Schema): Shape {
    this.#outlined.clear();
    this.#left = mostSchemas;
    this.#compared = 0;
    return this.#outline(schema, 0);
  }

  #outline(schema: Schema, depth: number): Shape {
    if (typeof schema === 'boolean') return schema ? 'any' : 'nothing';
    const found = this.#outlined.get(schema);
    if (found !== undefined) return found;
    const outlined = this.#outlineSchema(schema, depth);
    // What is outlined once and stands at many places grows with each level.
    const made = this.#measure(outlined) > mostSchemas ? 'any' : outlined;
    this.#outlined.set(schema, made);
    return made;
  }

  readonly #sizes = new WeakMap<object, number>();

  /** How many shapes a shape holds, written out. */
  #measure(shape: Shape): number {
    if (typeof shape === 'string') return 1;
    const known = this.#sizes.get(shape);
    if (known !== undefined) return known;
    const inner =
      'items' in shape
        ? [shape.items]
        : 'any' in shape
          ? shape.any
          : [...Object.values(shape.fields), ...(shape.others === undefined ? [] : [shape.others])];
    const size = inner.reduce((sum, one) => sum + this.#measure(one), 1);
    this.#sizes.set(shape, size);
    return size;
  }

  readonly #lookUp = (name: string): Schema =>
    Object.hasOwn(this.components, name) ? (this.components[name] ?? true) : true;

  #refer(name: string): Shape {
    if (!this.#shared.has(name)) {
      this.#shared.set(name, 'any');
      this.#waiting.push(name);
    }
    return `#${name}`;
  }

  #outlineSchema(schema: Keywords, depth: number): Shape {
    const { $ref: ref } = schema;
    if (typeof ref === 'string' && isBare(schema)) return this.#refer(ref);
    this.#left -= 1;
    const isDone = depth >= deepest || this.#left < 0;
    const flat = isDone ? undefined : flatten(schema, this.#lookUp, new Set());
    if (flat === undefined) return typeof ref === 'string' ? this.#refer(ref) : 'any';
    const shape = this.#inherit(this.#outlineFlat(flat.keywords, depth), schema);
    const isNull = shape !== 'any' && allowsNull(flat.keywords, this.#lookUp);
    return isNull ? unite([shape, 'null']) : shape;
  }

  #outlineFlat(keywords: Keywords, depth: number): Shape {
    const alternatives = alternativesOf(keywords);
    if (alternatives.length > 0 && keywords['properties'] === undefined)
      return unite(alternatives.map((one) => this.#outline(one, depth + 1)));
    const types = typesOf(keywords);
    const isOf = (type: string) => types === undefined || types.includes(type);
    const { properties, items, additionalProperties } = keywords;
    if (isOf('object') && properties !== undefined) return this.#outlineObject(keywords, depth);
    if (isOf('array') && items !== undefined) return { items: this.#outline(items as Schema, depth + 1) };
    if (isOf('object') && typeof additionalProperties === 'object')
      return { fields: {}, others: this.#outline(additionalProperties as Schema, depth + 1) };
    return types === undefined || types.length === 0 ? 'any' : describeScalar(types, keywords);
  }

  #outlineObject(keywords: Keywords, depth: number): ObjectShape {
    const { properties, required = [], additionalProperties } = keywords;
    const fields = Object.entries(properties as Record<string, Schema>)
      .filter(([, field]) => typeof field === 'boolean' || field['writeOnly'] !== true)
      .map(([name, field]): [string, Shape] => [name, this.#outline(field, depth + 1)]);
    const always = (required as string[]).filter((name) => fields.some(([known]) => known === name));
    return {
      fields: sort(fields),
      ...(always.length > 0 && { always: always.toSorted() }),
      ...(typeof additionalProperties === 'object' && {
        others: this.#outline(additionalProperties as Schema, depth + 1),
      }),
    };
  }

  /** Leaves out the fields of an object that it has from what several are made of. */
  #inherit(shape: Shape, { allOf, $ref: ref }: Keywords): Shape {
    if (typeof shape === 'string' || !('fields' in shape)) return shape;
    const parts = [{ $ref: ref }, ...((allOf ?? []) as Schema[])];
    const names = parts.flatMap((part) =>
      typeof part === 'object' && typeof part.$ref === 'string' && isBare(part) ? [part.$ref] : [],
    );
    const parents = names.flatMap((name) => {
      const parent = this.#outline(this.#lookUp(name), deepest - 1);
      return typeof parent === 'object' && 'fields' in parent ? [{ name, parent }] : [];
    });
    if (parents.length === 0) return shape;
    const from = parents.map(({ name }) => this.#refer(name) as string);
    const left = parents.reduce((rest, { parent }) => this.#subtract(rest, parent), shape);
    return { from: [...new Set(from)].toSorted(), ...left };
  }

  /** An object without the fields that another has alike, or has from others. */
  #subtract({ always = [], fields, ...rest }: ObjectShape, parent: ObjectShape): ObjectShape {
    this.#compared += 1;
    const further = (this.#compared < mostCompared ? (parent.from ?? []) : []).flatMap((name) => {
      const shape = this.#outline(this.#lookUp(name.slice(1)), deepest - 1);
      return typeof shape === 'object' && 'fields' in shape ? [shape] : [];
    });
    const less = further.reduce<ObjectShape>((left, one) => this.#subtract(left, one), {
      ...rest,
      fields,
      always,
    });
    const isOwn = (name: string) => {
      const [theirs, own] = [parent.fields[name], fields[name]];
      if (theirs === undefined || own === undefined || theirs === own) return theirs !== own;
      this.#compared += this.#measure(own) + this.#measure(theirs);
      return this.#compared > mostCompared || JSON.stringify(theirs) !== JSON.stringify(own);
    };
    const kept = (less.always ?? []).filter((name) => isOwn(name) || !(parent.always ?? []).includes(name));
    return {
      ...rest,
      fields: Object.fromEntries(Object.entries(less.fields).filter(([name]) => isOwn(name))),
      ...(kept.length > 0 && { always: kept }),
    };
  }
}

function sort(entries: Iterable<[string, Shape]>): Record<string, Shape> {
  return Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether nothing beside a reference says what the value is. */
function isBare({ $ref: _ref, ...others }: Keywords): boolean {
  return Object.keys(others).every((keyword) =>
    ['title', 'description', 'examples', 'default', 'deprecated', 'readOnly', '$comment'].includes(keyword),
  );
}

/** Alternatives, each once and in one order. */
function unite(shapes: readonly Shape[]): Shape {
  const all = new Map(
    shapes
      .flatMap((one) => (typeof one === 'object' && 'any' in one ? one.any : [one]))
      .map((one) => [JSON.stringify(one), one]),
  );
  const [first, ...others] = [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  return first === undefined ? 'any' : others.length === 0 ? first : { any: [first, ...others] };
}

function describeScalar(
  types: readonly string[],
  { enum: values, const: constant, format }: Keywords,
): string {
  const listed = constant === undefined ? (values as unknown[] | undefined) : [constant];
  const isDate =
    types.length === 1 && types[0] === 'string' && typeof format === 'string' && format.startsWith('date');
  const name = `${types.toSorted().join(' or ')}${isDate ? ` (${String(format)})` : ''}`;
  const spelled = (listed ?? []).filter((value) => value !== null).map((value) => JSON.stringify(value));
  if (spelled.length === 0) return name;
  const text = [...new Set(spelled)].toSorted().join(', ');
  return `${name}: ${text.length <= longestValues ? text : `${spelled.length} values (${hashText(text, 8)})`}`;
}

/** The JSON that success is answered with, likeliest first. */
function findJson(operation: Operation): Content | undefined {
  const contents = listSuccesses(operation).flatMap((response) => response.contents);
  return contents.find(({ mediaType }) => kindOf(mediaType) === 'json');
}

/** What is answered that is no JSON. */
function describeOthers(operation: Operation): string | undefined {
  const types = listSuccesses(operation).flatMap(({ contents }) =>
    contents.map(({ mediaType }) => mediaType),
  );
  return types.length === 0 ? undefined : `content ${[...new Set(types)].toSorted().join(' or ')}`;
}
