import type { Schema } from '../../model/api.js';
import type { Narrower } from './createNarrowers.js';
import type { Narrowing } from './narrowing.js';

/** How two schemas differ in one point in what they take. */
export interface SchemaDifference {
  /** The members that lead to it: names, `[]` for items and `*` for members of any other name. */
  path: readonly string[];
  keyword: string;
  /** `changed`: some values are refused that were taken, and some are taken that were refused. */
  effect: 'narrowed' | 'widened' | 'changed';
  /** Whether values are refused for certain that were taken. */
  certain: boolean;
  /** Set where a member that is required now was not taken before. */
  isNew?: true;
  /** Set where it is in what the document says alone: calls against that are not refused. */
  isTold?: true;
  from?: unknown;
  to?: unknown;
}

/** Finds how what a new schema takes differs from what an old one does; nothing where both take the same. */
export function relateSchemas(
  { forth, back }: { forth: Narrower; back: Narrower },
  old: Schema,
  now: Schema,
): SchemaDifference[] {
  const narrowed = new Map(forth.find([old], [now]).map((one) => [pointOf(one), one]));
  const widened = new Map(back.find([now], [old]).map((one) => [pointOf(one), one]));
  return uniteMembers([
    ...[...narrowed].map(([point, one]) => describeNarrowed(one, widened.get(point))),
    ...[...widened].filter(([point]) => !narrowed.has(point)).map(([, one]) => describeWidened(one)),
  ]);
}

/** A member that is new and required, and one that was required and is gone, are one difference each. */
function uniteMembers(differences: readonly SchemaDifference[]): SchemaDifference[] {
  const find = (keyword: string, isWidened: boolean) =>
    new Set(
      differences
        .filter((one) => one.keyword === keyword && (one.effect === 'widened') === isWidened)
        .map(({ path }) => JSON.stringify(path)),
    );
  const [fresh, gone, needed] = [find('false', true), find('false', false), find('required', false)];
  return differences.flatMap((one): SchemaDifference[] => {
    const place = JSON.stringify(one.path);
    if (one.keyword === 'false' && one.effect === 'widened' && needed.has(place)) return [];
    if (one.keyword !== 'required') return [one];
    if (one.effect === 'widened') return gone.has(place) ? [] : [one];
    return fresh.has(place) ? [{ ...one, isNew: true }] : [one];
  });
}

function describeNarrowed(
  { path, keyword, certain, from, to }: Narrowing,
  back?: Narrowing,
): SchemaDifference {
  const effect = back === undefined ? 'narrowed' : 'changed';
  return { path, keyword, effect, certain, ...values(back?.to ?? from, to ?? back?.from) };
}

function describeWidened({ path, keyword, from, to }: Narrowing): SchemaDifference {
  return { path, keyword, effect: 'widened', certain: false, ...values(to, from) };
}

function values(from: unknown, to: unknown): Pick<SchemaDifference, 'from' | 'to'> {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** Two keywords that set the same bound are the same point. */
function pointOf({ path, keyword }: Narrowing): string {
  return JSON.stringify([...path, keyword.replace('exclusiveM', 'm')]);
}
