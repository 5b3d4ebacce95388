import type { Operation, Schema } from '../../model/api.js';
import type { ObjectSchema } from '../../model/server.js';
import { kindOf } from '../../schema/mediaTypes.js';
import type { LookUp } from '../../schema/parts.js';
import { type Keywords, combinedSchemas } from '../../schema/subschemas.js';
import { listFields } from '../advertised/objects.js';
import { listSuccesses } from '../responses.js';

/** Names and values that are looked at. */
const most = 60;
/** Characters of a value or a quoted word. */
const longest = 30;
/** Objects and lists within one another. */
const deepest = 3;

/** The names of the fields that a success answers with, those of objects in them included. */
export function listAnswered(operation: Operation, lookUp: LookUp): string[] {
  const content = listSuccesses(operation)[0]?.contents.find(({ mediaType }) => kindOf(mediaType) === 'json');
  const names = new Set<string>();
  if (content !== undefined)
    walkMembers(content.schema, lookUp, (name) => {
      names.add(name);
      return names.size < most;
    });
  return [...names];
}

/** The texts that arguments, and fields of those that are objects, may be. */
export function valuesOf(enforced: ObjectSchema, lookUp: LookUp): string[] {
  const values = new Set<string>();
  walkMembers(enforced as Schema, lookUp, (_name, { enum: listed = [], const: only }) => {
    for (const value of [...(listed as unknown[]), only])
      if (typeof value === 'string' && value.length <= longest && /\p{L}{3}/u.test(value)) values.add(value);
    return values.size < most;
  });
  return [...values];
}

/** What a description quotes, or writes as code. */
export function listQuoted(description: string): string[] {
  const found = [...description.slice(0, 4_000).matchAll(/[`"“]([\p{L}\p{N}][\p{L}\p{N}_ .-]{1,28})[`"”]/gu)];
  return [...new Set(found.map(([, word = '']) => word))].slice(0, most);
}

/**
 * The fields of a body of which the document says nothing: those of the operation that replaces or creates what
 * a PATCH changes. `operations` are found by method and path.
 */
export function listPatched(
  operation: Operation,
  operations: ReadonlyMap<string, Operation>,
  lookUp: LookUp,
): string[] {
  return listFields(findWhole(operation, operations, lookUp)?.bodies[0]?.schema ?? true, lookUp);
}

/** The operation that replaces or creates what a PATCH changes, where the document says nothing of the members of the PATCH. */
export function findWhole(
  { method, path, bodies }: Operation,
  operations: ReadonlyMap<string, Operation>,
  lookUp: LookUp,
): Operation | undefined {
  if (method !== 'PATCH' || listFields(bodies[0]?.schema ?? true, lookUp).length > 0) return undefined;
  const above = path.replace(/\/\{[^/{}]+\}\/?$/, '');
  const twin = [`PUT ${path}`, `POST ${path}`, `POST ${above}`].find((key) => operations.has(key));
  return operations.get(twin ?? '');
}

/** Visits the members of an object and of those within it, breadth first, until `visit` says that it is enough. */
function walkMembers(root: Schema, lookUp: LookUp, visit: (name: string, schema: Keywords) => boolean): void {
  const seen = new Set<Schema>();
  const waiting: { name: string; schema: Schema; depth: number }[] = [{ name: '', schema: root, depth: 0 }];
  // The list grows while it is walked.
  for (const { name, schema, depth } of waiting) {
    if (typeof schema === 'boolean' || seen.has(schema) || depth > deepest) continue;
    seen.add(schema);
    const { $ref: ref, properties = {}, items } = schema as Keywords & { $ref?: string; items?: Schema };
    if (name !== '' && !visit(name, schema)) return;
    if (ref !== undefined) waiting.push({ name: '', schema: lookUp(ref), depth });
    for (const part of combinedSchemas(schema)) waiting.push({ name: '', schema: part, depth });
    if (items !== undefined) waiting.push({ name, schema: items, depth });
    for (const [key, member] of Object.entries(properties as Record<string, Schema>))
      waiting.push({ name: key, schema: member, depth: depth + 1 });
  }
}
