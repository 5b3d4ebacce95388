import type { Operation, Schema } from '../../model/api.js';
import { kindOf } from '../../schema/mediaTypes.js';
import type { LookUp } from '../../schema/parts.js';
import { type Keywords, combinedSchemas } from '../../schema/subschemas.js';
import { listSuccesses } from '../responses.js';
import { nameMember } from './nouns.js';

/** Schemas that are looked at for one, things of one answer, and objects within objects. */
const most = { parts: 40, fields: 200, things: 30, nodes: 80 };
const deepest = 4;

/** What a schema says of a value, as far as it is known without going further in. */
export interface Shape {
  /** The components that it is, or may be. */
  components: ReadonlySet<string>;
  /** The members of an object, by their names in lower case and without separators. */
  fields: ReadonlyMap<string, { name: string; schema: Schema }>;
  /** What a list holds, or a map. */
  items: readonly Schema[];
  /** Whether it may be a text or a number. */
  isPlain: boolean;
  /** Whether it is one of a few values, a moment, an address or yes or no: what people say. */
  isSaid: boolean;
}

/** A thing that an answer holds. */
export interface Thing {
  /** The words of the member that holds it; empty for what the operation itself is about. */
  noun: readonly string[];
  shape: Shape;
  /** Whether the answer holds several of it. */
  isMany: boolean;
  /** Whether it stands within another thing, and says something of that. */
  isWithin: boolean;
  /** Set where that thing has no id of its own, as one who is a member of something has not. */
  isWhole?: boolean;
}

/** Reads shapes of schemas; each schema once. */
export type ReadShape = (schema: Schema) => Shape;

const unknown: Shape = { components: new Set(), fields: new Map(), items: [], isPlain: false, isSaid: false };

/** The name of a member as it is compared with others: `person_id` and `personId` are the same. */
export function foldName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** Makes what reads shapes. */
export function createShapes(lookUp: LookUp): ReadShape {
  const known = new Map<Schema, Shape>();
  return (schema) => {
    const found = known.get(schema);
    if (found !== undefined) return found;
    const shape = typeof schema === 'boolean' ? unknown : gatherShape(schema, lookUp);
    known.set(schema, shape);
    return shape;
  };
}

/** What applies to a value: through references, by all parts and by any alternative. */
function gatherShape(root: Schema, lookUp: LookUp): Shape {
  const components = new Set<string>();
  const fields = new Map<string, { name: string; schema: Schema }>();
  const items: Schema[] = [];
  let [isPlain, isSaid] = [false, false];
  const waiting: Schema[] = [root];
  // The list grows while it is walked.
  for (const schema of waiting) {
    if (typeof schema === 'boolean' || waiting.length > most.parts) continue;
    const {
      $ref: ref,
      type,
      properties,
      additionalProperties: others,
    } = schema as Keywords & { $ref?: string };
    if (ref !== undefined && !components.has(ref)) {
      components.add(ref);
      waiting.push(lookUp(ref));
    }
    waiting.push(...combinedSchemas(schema));
    const types = [type ?? []].flat();
    if (types.some((one) => one === 'string' || one === 'integer' || one === 'number')) isPlain = true;
    if (saysValue(schema, types)) isSaid = true;
    if (schema['items'] !== undefined) items.push(schema['items'] as Schema);
    if (typeof others === 'object' && others !== null) items.push(others as Schema);
    for (const [name, member] of Object.entries((properties ?? {}) as Record<string, Schema>)) {
      const folded = foldName(name);
      if (fields.size < most.fields && !fields.has(folded)) fields.set(folded, { name, schema: member });
    }
  }
  return { components, fields, items, isPlain, isSaid };
}

/** Formats of values that no list of an API gives. */
const said =
  /^(?:date|date-time|time|duration|email|idn-email|uri|url|iri|hostname|ipv4|ipv6|byte|binary|password)$/;

function saysValue({ enum: values, const: only, format }: Keywords, types: readonly unknown[]): boolean {
  if (values !== undefined || only !== undefined || types.includes('boolean')) return true;
  return typeof format === 'string' && said.test(format);
}

/** What an operation answers success with; undefined where the document does not say. */
export function findAnswer(operation: Operation): Schema | undefined {
  const contents = listSuccesses(operation).flatMap((response) => response.contents);
  const found = contents.find(({ mediaType }) => kindOf(mediaType) === 'json') ?? contents[0];
  if (found === undefined || typeof found.schema === 'boolean') return undefined;
  return Object.keys(found.schema).length === 0 ? undefined : found.schema;
}

/**
 * The things that an answer holds, outermost first: the answer itself or what it lists, what members of it are, and what
 * stands in those as far as somebody asks for it.
 *
 * @param isAsked - whether an argument may be of a thing that is called so
 */
export function readAnswer(
  answer: Schema,
  readShape: ReadShape,
  isAsked: (words: readonly string[]) => boolean,
): Thing[] {
  interface Node extends Omit<Thing, 'shape'> {
    schema: Schema;
    depth: number;
  }
  const things: Thing[] = [];
  const waiting: Node[] = [{ schema: answer, noun: [], isMany: false, isWithin: false, depth: 0 }];
  // The list grows while it is walked.
  for (const { schema, depth, ...node } of waiting) {
    if (things.length >= most.things || waiting.length > most.nodes) break;
    const shape = readShape(schema);
    if (depth < deepest)
      for (const item of shape.items) waiting.push({ ...node, schema: item, isMany: true, depth: depth + 1 });
    if (shape.fields.size === 0) {
      if (shape.items.length === 0 && depth > 0) things.push({ ...node, shape });
      continue;
    }
    const thing = { ...node, shape };
    things.push(thing);
    const isItem = node.isMany || shape.fields.has('id');
    if (depth >= deepest || node.isWithin) continue;
    for (const { name, schema: member } of shape.fields.values()) {
      const noun = nameMember(name);
      if (isItem && !isAsked(noun)) continue;
      const inner = readShape(member);
      const isObject = inner.fields.size > 0 || inner.items.length > 0;
      if (!isObject || waiting.length >= most.nodes) continue;
      const called = noun.length === 0 && !isItem ? node.noun : noun;
      waiting.push({
        schema: member,
        noun: called,
        isMany: node.isMany,
        isWithin: isItem,
        isWhole: isItem && !shape.fields.has('id'),
        depth: depth + 1,
      });
    }
  }
  return things;
}
