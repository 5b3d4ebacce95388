import { isObject } from '../json.js';
import { isFields } from '../mediaTypes.js';
import { bracketed } from '../request/serialize.js';
import type { Body, ObjectSchema, Parameter } from '../tool.js';
import type { ExpandSchema, Expanded } from '../validate/expandSchema.js';
import { chosenBy, requiredBy, selectMember } from './chooseBranches.js';

/** What of a recipe says how objects are written. */
export interface Writing {
  parameters: readonly Parameter[];
  body: Body | undefined;
}

/** Something that has to be given, and of which nothing would be sent. */
export interface Dropped {
  path: readonly string[];
  value: unknown;
}

/** Finds a required member within an object that is written as names in brackets, of which there would be none. */
export function findDropped(
  args: Readonly<Record<string, unknown>>,
  schema: ObjectSchema,
  { parameters, body }: Writing,
  expand: ExpandSchema,
): Dropped | undefined {
  const spread = [
    ...parameters
      .filter(({ style, mediaType }) => style === 'deepObject' && mediaType === undefined)
      .map(({ argument }) => [argument]),
    ...(body === undefined || !isFields(body.mediaType) ? [] : listSpread(body)),
  ];
  for (const path of spread) {
    let value: unknown = args;
    let part = expand(schema);
    for (const key of path) {
      if (!isObject(value) || !Object.hasOwn(value, key)) {
        value = undefined;
        break;
      }
      part = selectMember(part, value, key, expand);
      value = value[key];
    }
    const found = findWithin(value, part, path, expand);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where the members stand that a form writes so. */
function listSpread({ fields, encoding = {}, argument }: Body): string[][] {
  const names = Object.keys(encoding).filter((name) => encoding[name]?.style === 'deepObject');
  if (fields === undefined) return names.map((name) => [argument, name]);
  const keys = Object.entries(fields).filter(([, name]) => names.includes(name));
  return keys.map(([key]) => [key]);
}

function findWithin(
  value: unknown,
  schema: Expanded,
  path: readonly string[],
  expand: ExpandSchema,
): Dropped | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  expand.take();
  const isNeeded = isObject(value) ? neededIn(value, schema, expand) : () => false;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== 'object' || member === null) continue;
    const inner = [...path, key];
    const part = selectMember(schema, value, Array.isArray(value) ? Number(key) : key, expand);
    // Of what is nested, the innermost is told.
    const found = findWithin(member, part, inner, expand);
    if (found !== undefined) return found;
    if (isNeeded(key) && bracketed('', member).length === 0) return { path: inner, value: member };
  }
  return undefined;
}

/** Whether an object has to have a member; of a union, all branches that it may be meant for ask for it. */
function neededIn(value: object, schema: Expanded, expand: ExpandSchema): (key: string) => boolean {
  const own = new Set(requiredBy(schema));
  const unions = chosenBy(schema, value, expand).map((branches) => branches.map(requiredBy));
  return (key) =>
    own.has(key) ||
    unions.some((branches) => branches.length > 0 && branches.every((names) => names.includes(key)));
}
