import type { Json, JsonObject } from '../../generator/model/document.js';

/** Members whose values are values of the API, and not parts of the document. */
const literal = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** Members whose keys are names that the API gives. */
const named = new Set(['properties', 'patternProperties', 'schemas', 'parameters', 'responses', 'headers']);

type Members = [string, Json][];

const reverse = (members: Members) => members.toReversed();

/** A document that says the same in other orders, by how it differs. */
export function reorder(document: JsonObject): Record<string, JsonObject> {
  return {
    'all keys sorted': turn(document, (members) => members.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    'all keys reversed': turn(document, reverse),
    'parameters and required reversed': turn(document, (members) => members, ['parameters', 'required']),
    'all of it reversed': turn(document, reverse, ['parameters', 'required']),
  };
}

function turn(
  document: JsonObject,
  order: (members: Members) => Members,
  lists: readonly string[] = [],
): JsonObject {
  const turnValue = (value: Json, key: string): Json => {
    if (Array.isArray(value)) {
      const items = value.map((item) => turnValue(item, ''));
      return lists.includes(key) ? items.toReversed() : items;
    }
    if (typeof value !== 'object' || value === null) return value;
    const areNames = named.has(key);
    const members = order(Object.entries(value)).map(([name, member]): [string, Json] => [
      name,
      !areNames && literal.has(name) ? member : turnValue(member, areNames ? '' : name),
    ]);
    return Object.fromEntries(members);
  };
  return turnValue(document, '') as JsonObject;
}
