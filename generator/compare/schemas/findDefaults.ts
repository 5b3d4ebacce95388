import type { Schema } from '../../model/api.js';
import { mergeAll } from '../../schema/merge.js';
import { gatherParts, lookIn } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';
import { type Table, canonicalText } from './meanings.js';
import { anyItem } from './narrowing.js';

/** Pairs of schemas that are looked at for one argument. */
const mostPairs = 500;
/** Defaults that are told of one argument. */
const mostTold = 5;

/** A default that is another now, or is gone. */
interface OtherDefault {
  /** Where it is inside of the argument: `items[].count`; empty for the argument itself. */
  path: string;
  before: unknown;
  after: unknown;
}

/** Two schemas of the same place. */
interface Pair {
  path: string;
  left: Schema | undefined;
  right: Schema | undefined;
}

/** Finds the defaults of an argument, and of what is inside of it, that are others on the newer side or are gone. */
export function findDefaults(
  old: Schema,
  now: Schema,
  [before, after]: readonly [old: Table, now: Table],
): OtherDefault[] {
  const found: OtherDefault[] = [];
  const seen = new Set<string>();
  const open: Pair[] = [{ path: '', left: old, right: now }];
  for (let count = 0; open.length > 0 && count < mostPairs && found.length < mostTold; count += 1) {
    const { path, left, right } = open.shift() as Pair;
    const [was, is] = [openSchema(left, before), openSchema(right, after)];
    const [from, to] = [was['default'], is['default']];
    if (from !== undefined && canonicalText(from) !== canonicalText(to))
      found.push({ path, before: from, after: to });
    // Components of both sides that lead back to themselves say no more the second time.
    const names = [left, right].map((one) => (Object(one) as Keywords)['$ref']);
    const key = names.includes(undefined) ? undefined : JSON.stringify(names);
    if (key !== undefined && seen.has(key)) continue;
    if (key !== undefined) seen.add(key);
    open.push(...pairMembers(path, was, is));
  }
  return found;
}

/** A schema with what it refers to and includes; what is said beside a reference counts more. */
function openSchema(schema: Schema | undefined, table: Table): Keywords {
  return mergeAll(gatherParts(schema ?? true, lookIn(table)) ?? []);
}

/** Members and items that both sides have. */
function pairMembers(path: string, left: Keywords, right: Keywords): Pair[] {
  const [before, after] = [left, right].map(
    ({ properties }) => Object(properties ?? {}) as Record<string, Schema>,
  );
  const members = Object.entries(before ?? {}).flatMap(([name, one]): Pair[] =>
    after !== undefined && Object.hasOwn(after, name)
      ? [{ path: path === '' ? name : `${path}.${name}`, left: one, right: after[name] }]
      : [],
  );
  const [item, other] = [left, right].map(({ items }) => items as Schema | undefined);
  return item === undefined || other === undefined
    ? members
    : [...members, { path: path + anyItem, left: item, right: other }];
}
