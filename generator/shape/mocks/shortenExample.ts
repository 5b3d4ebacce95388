import { mapValues } from '../../schema/subschemas.js';

/** Items of each list that are kept, in turn. */
const mostItems = [Number.POSITIVE_INFINITY, 10, 3, 1];
/** Members of each object that are kept, in turn, where its plain ones alone are too many. */
const mostMembers = [100, 30, 10, 3];
/** Levels below which everything is left out at once: nobody writes an example of more. */
const deepest = 8;
/** Members by which people and programs tell one thing from another. */
const telling = /^(?:id|ids|_id|key|name|title|login|number|sha|slug|type|state|status)$|_id$|[a-z]Id$/;
const mostTelling = 5;

/**
 * A value in shorter and shorter forms: with fewer items in its lists, then without what is deepest, of which only the
 * members stay that tell what it is; at last, its first plain members.
 *
 * @param value - of JSON
 */
export function* shortenExample(value: unknown): Generator<unknown> {
  for (const most of mostItems) yield cutLists(value, most);
  const short = cutLists(value, 1);
  for (let levels = deepest; levels >= 0; levels -= 1) yield flattenBelow(short, levels);
  for (const most of mostMembers) yield cutMembers(flattenBelow(short, 0), most);
}

/** The value with so many items of each of its lists. */
function cutLists(value: unknown, most: number): unknown {
  if (most === Number.POSITIVE_INFINITY || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, most).map((item) => cutLists(item, most));
  return mapValues(value as Record<string, unknown>, (member) => cutLists(member, most));
}

/** The value with no more than what tells things apart of objects so many levels down; lists are no level. */
function flattenBelow(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => flattenBelow(item, levels));
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const kept = levels > 0 ? flattenBelow(member, levels - 1) : outline(member);
    return kept === undefined ? [] : [[name, kept]];
  });
  return Object.fromEntries(members);
}

/** What stays of a member: a plain value, and of an object what tells it from others, if there is anything. */
function outline(member: unknown): unknown {
  if (typeof member !== 'object' || member === null) return member;
  if (Array.isArray(member)) return member.every(isScalar) ? member : undefined;
  const told = Object.entries(member).filter(([name, value]) => isScalar(value) && telling.test(name));
  return told.length === 0 ? undefined : Object.fromEntries(told.slice(0, mostTelling));
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function cutMembers(value: unknown, most: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => cutMembers(item, most));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => isScalar(member))
      .slice(0, most),
  );
}
