import type { Api, Content, Operation, Schema } from '../model/api.js';
import { isPatch, kindOf } from './mediaTypes.js';
import { gatherParts } from './parts.js';
import { type Keywords, without } from './subschemas.js';

/** A text among the members of a body: it may be a credential. */
interface BodyMember {
  name: string;
  description: string;
  required: boolean;
  /** The names of all members, its own too. */
  among: readonly string[];
  isForm: boolean;
}

type Table = Api['components'];

/** The texts among the members of the body that is sent, where it is a form, parts or JSON. */
export function listMembers({ bodies: [content] }: Operation, table: Table): BodyMember[] {
  const kind = content && kindOf(content.mediaType);
  if (content === undefined || (kind !== 'form' && kind !== 'multipart' && kind !== 'json')) return [];
  if (isPatch(content.mediaType)) return [];
  const parts = gatherParts(content.schema, (name) => componentOf(name, table)) ?? [];
  const required = new Set(parts.flatMap((part) => (part['required'] ?? []) as string[]));
  const members = new Map(parts.flatMap((part) => Object.entries((part['properties'] ?? {}) as object)));
  const among = [...members.keys()];
  return [...members].flatMap(([name, schema]: [string, Schema]) => {
    const keywords = textSchemaOf(schema, table);
    if (keywords === undefined) return [];
    const { description } = keywords;
    return [
      {
        name,
        description: typeof description === 'string' ? description : '',
        required: required.has(name),
        among,
        isForm: kind !== 'json',
      },
    ];
  });
}

/** The keywords of a member that is a text of any kind. */
function textSchemaOf(schema: Schema, table: Table): Keywords | undefined {
  const parts = gatherParts(schema, (name) => componentOf(name, table)) ?? [];
  const keywords: Keywords = Object.assign({}, ...parts);
  const { type = 'string', enum: values, const: only, format, anyOf, oneOf } = keywords;
  const isText = [type].flat().includes('string') && ![type].flat().includes('object');
  const isOther = [values, only, anyOf, oneOf].some((one) => one !== undefined) || format === 'binary';
  return isText && !isOther && keywords['readOnly'] !== true ? keywords : undefined;
}

/** An operation whose bodies lack a member; undefined where something else than a list of members speaks of it. */
export function dropMember(operation: Operation, name: string, table: Table): Operation | undefined {
  const bodies: Content[] = [];
  for (const content of operation.bodies) {
    const schema = dropFrom(content.schema, name, table, new Set());
    if (schema === undefined) return undefined;
    bodies.push({ ...content, schema, examples: content.examples.map((one) => leaveOut(one, name)) });
  }
  return { ...operation, bodies };
}

/** Whether nothing is left to give in a body. */
export function isEmptyBody({ schema }: Content, table: Table): boolean {
  const parts = gatherParts(schema, (name) => componentOf(name, table)) ?? [];
  return parts.every(({ properties = {}, additionalProperties: more = false, anyOf, oneOf }) => {
    return Object.keys(properties as object).length === 0 && more === false && !anyOf && !oneOf;
  });
}

/** Keywords that do no more than list and describe members. */
const plain = ['type', 'properties', 'required', 'additionalProperties', 'description', 'title', 'example'];
const listing = new Set([...plain, 'examples', 'default', '$ref', 'allOf']);

/** `seen` are the components on the way: one that is included twice is left as it is. */
function dropFrom(schema: Schema, name: string, table: Table, seen: Set<string>): Schema | undefined {
  if (typeof schema === 'boolean' || !mentions(schema, name, table)) return schema;
  const { $ref: ref, allOf = [], ...own } = schema as { $ref?: string; allOf?: Schema[] } & Keywords;
  const speaks = Object.entries(own).some(
    ([keyword, value]) =>
      !listing.has(keyword) && JSON.stringify(value ?? null).includes(JSON.stringify(name)),
  );
  const isSeen = ref !== undefined && seen.has(ref);
  if (speaks || isSeen || own['discriminator'] !== undefined) return undefined;
  if (ref !== undefined) seen.add(ref);
  const included = [...(ref === undefined ? [] : [componentOf(ref, table)]), ...allOf];
  const parts = included.map((part) => dropFrom(part, name, table, seen));
  if (!parts.every((part) => part !== undefined)) return undefined;
  const rest = dropOwn(own, name);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && Object.keys(rest).length === 0) return only;
  return parts.length === 0 ? rest : { allOf: parts, ...rest };
}

function dropOwn({ properties, required, ...others }: Keywords, name: string): Keywords {
  const needed = ((required ?? []) as string[]).filter((one) => one !== name);
  const shown = ['example', 'default'].filter((keyword) => others[keyword] !== undefined);
  return {
    ...others,
    ...Object.fromEntries(shown.map((keyword) => [keyword, leaveOut(others[keyword], name)])),
    ...(Array.isArray(others['examples']) && {
      examples: others['examples'].map((one: unknown) => leaveOut(one, name)),
    }),
    ...(properties === undefined ? {} : { properties: without(properties as Keywords, new Set([name])) }),
    ...(needed.length === 0 ? {} : { required: needed }),
  };
}

/** Whether a schema, or one that it includes, has anything with that name. */
function mentions(schema: Schema, name: string, table: Table): boolean {
  const parts = gatherParts(schema, (one) => componentOf(one, table)) ?? [];
  return parts.some((part) => JSON.stringify(part).includes(JSON.stringify(name)));
}

function leaveOut(example: unknown, name: string): unknown {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example;
  return without(example as Keywords, new Set([name]));
}

function componentOf(name: string, table: Table): Schema {
  return Object.hasOwn(table, name) ? (table[name] ?? true) : true;
}
