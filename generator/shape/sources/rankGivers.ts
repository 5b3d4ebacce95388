import { isLiteral } from '../names/namePaths.js';
import { type Giver, type Index, type Offered, listOffers, needs } from './indexGivers.js';
import type { Asked, Reason } from './readRequired.js';
import { isIdKey, isKin, joinNouns } from './nouns.js';
import { type ReadShape, type Shape, type Thing, foldName } from './readAnswer.js';

/** How well a tool gives a value, the less the better. */
export const tiers = {
  /** It lists what stands above the placeholder. */
  above: 0,
  /** It finds the things by a text. */
  seeker: 1,
  /** It lists them. */
  list: 2,
  /** It answers with the one that is meant where nobody says which: `/users/@me`. */
  self: 3,
  /** It lists them beside something else, or with it. */
  beside: 4,
  /** It lists what names them. */
  field: 5,
  /** It answers with one thing that has them, or names one. */
  one: 6,
  /** It makes one. */
  creator: 7,
};

/** A tool that gives a value. */
export interface Ranked {
  giver: Giver;
  tier: number;
}

/** One that gives a value, before it is held against others. */
interface Draft extends Ranked {
  /** Set where what it gives is, by its component, something else of the same name. */
  isOther: boolean;
  /** Set where what it gives belongs somewhere else. */
  isStray: boolean;
  /** Set where it is about things of that very name, or gives the same component. */
  isExact: boolean;
}

/** The tools that give a value, best first, not those that need it themselves; and why, where there are none. */
export function rankGivers(
  asked: Asked,
  index: Index,
  readShape: ReadShape,
): { ranked: Ranked[]; lack: Reason } {
  let lack: Reason = asked.isFree ? 'said-by-user' : 'no-collection';
  const best = new Map<Giver, Draft>();
  const isDivided = asked.isPath && index.divided.has(asked.above);
  const named = listNouns(asked);
  const { path: home, places, items } = findHome(asked, named.own, index);
  const judged = { asked, named, keys: listKeys(asked), items, readShape };
  const note = (giver: Giver, tier: number | undefined, thing?: Thing): void => {
    if (tier === undefined || tier >= (best.get(giver)?.tier ?? Infinity)) return;
    if (needs(giver, asked)) {
      if (!asked.isFree) lack = 'only-itself';
      return;
    }
    const of = thing?.shape.components ?? none;
    const isSame = [...of].some((one) => items.has(one));
    const isOther = items.size > 0 && of.size > 0 && !isSame && !isAkin(of, items);
    const isBehind =
      (asked.isPath && giver.path.startsWith(asked.above)) || isSibling(giver, asked, isDivided);
    const isExact = isSame || isBehind || named.own.includes(joinNouns(giver.noun));
    best.set(giver, {
      giver,
      tier,
      isOther,
      isExact,
      isStray: isStray(giver, { path: home, places }, isSame),
    });
  };
  const found = ({ giver, thing }: Offered) => note(giver, tierOf({ giver, thing }, judged), thing);
  const isBelow = asked.isPath && asked.isAdded === undefined && !isDivided;
  const placed = isBelow ? (index.byPath.get(asked.above) ?? []) : [];
  const listing = placed.filter((giver) => giver.reads && listsMany(giver));
  const noteAbove = (giver: Giver) =>
    note(giver, giver.path === asked.above || !giver.seeks ? tiers.above : tiers.seeker);
  for (const giver of listing) if (mayHold(giver, judged)) noteAbove(giver);
  for (const offered of listOffers(index.byNoun, named.own)) found(offered);
  for (const offered of listOffers(index.byComponent, items)) found(offered);
  if (asked.naming.entity.length > 0)
    for (const { giver, thing } of index.byField.get(asked.folded) ?? [])
      if (thing !== undefined && giver.reads && holdsField(thing, asked.folded, judged))
        note(giver, rankField(giver, thing, isSibling(giver, asked, isDivided)));
  if (best.size === 0) for (const offered of listOffers(index.byNoun, named.ends)) found(offered);
  // It may call the value otherwise.
  if (best.size === 0) listing.forEach(noteAbove);
  return { ranked: sort(dropWorse([...best.values()], asked, index), asked), lack };
}

function isAkin(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((one) => [...others].some((other) => isKin(one, other)));
}

function rankField({ seeks }: Giver, { isMany }: Thing, isSame: boolean): number {
  if (isSame) return seeks && isMany ? tiers.seeker : tiers.list;
  return isMany ? tiers.field : tiers.one;
}

/**
 * Whether a member of that name in the answer of a tool is what is meant: where the operation of an argument outside of the
 * path is about the same things; or where the path needs several values for one thing, of those things.
 */
function isSibling(giver: Giver, { above, about, isPath, isFree }: Asked, isDivided: boolean): boolean {
  if (isDivided) return about.length > 0 && joinNouns(giver.noun) === joinNouns(about);
  const isBelow = giver.path.startsWith(`${above.replace(/\/\{\}$/, '')}/`) && !giver.path.endsWith('{}');
  return !isPath && isFree === undefined && isBelow;
}

/** Whether two paths differ in their last segment alone. */
function isBeside(one: string, other: string): boolean {
  return one.slice(0, one.lastIndexOf('/')) === other.slice(0, other.lastIndexOf('/'));
}

interface Home {
  path: string;
  /** Undefined where they may belong anywhere. */
  places: readonly string[] | undefined;
  /** The components that they are, where that is known. */
  items: ReadonlySet<string>;
}

/**
 * Where the things of an argument are kept, and what they are: above its placeholder; but for one that is called after
 * something else, or that stands where nothing lists or gets such things, where the API keeps what is called so.
 */
function findHome({ above, places }: Asked, nouns: readonly string[], { items, byPath, homes }: Index): Home {
  const home = homes.get(nouns[0] ?? '');
  const isKept = places !== undefined && (items.has(above) || byPath.has(above) || home === undefined);
  const path = isKept ? above : (home?.path ?? '');
  return { path, places: isKept ? places : places && home?.places, items: items.get(path) ?? none };
}

/**
 * Whether a tool is about things that belong to others than the one that is asked for: neither path holds the places of
 * the other.
 */
function isStray(giver: Giver, { path, places }: Pick<Home, 'path' | 'places'>, isSame: boolean): boolean {
  if (places === undefined || (isSame && (giver.seeks || isBeside(giver.path, path)))) return false;
  return !includesAll(giver.places, places) && !includesAll(places, giver.places);
}

function includesAll(some: readonly string[], others: readonly string[]): boolean {
  return others.every((place) => some.includes(place));
}

/** Leaves out what is worse than nothing beside the rest. */
function dropWorse(found: readonly Draft[], asked: Asked, { collections }: Index): Draft[] {
  const isWhole = ({ tier }: Ranked) => tier <= tiers.list || tier === tiers.creator;
  const hasSame = found.some((one) => !one.isOther && isWhole(one));
  const hasNear = found.some((one) => !one.isStray && isWhole(one));
  const hasExact = found.some((one) => one.isExact && isWhole(one));
  const hasAbove = found.some(({ tier }) => tier === tiers.above);
  const most = asked.isFree === undefined ? Infinity : asked.isPath ? tiers.above : tiers.list;
  return found.filter((one) => {
    const { giver, tier, isOther } = one;
    if (tier > most || (tier === tiers.above && asked.isPath)) return tier <= most;
    if (asked.isFree && !asked.isPath && !one.isExact) return false;
    const isSearch = tier === tiers.seeker && one.isExact;
    // Who is in something is listed there.
    if (hasAbove && asked.places === undefined && !giver.path.startsWith(asked.above)) return false;
    if ((isOther && hasSame && !isSearch) || (one.isStray && isWhole(one) && (hasNear || isOther)))
      return false;
    if (hasExact && !one.isExact && isWhole(one)) return false;
    // A collection with items of its own may hold others.
    const hasItems = giver.path !== asked.above && collections.has(giver.path);
    return !(hasAbove && hasItems && isWhole(one) && !giver.seeks);
  });
}

const none: ReadonlySet<string> = new Set();

/** The best of what was found, each as near to the argument as may be. */
function sort(found: readonly Draft[], asked: Asked): Ranked[] {
  const own = new Set(asked.above.split('/'));
  const shared = ({ segments }: Giver) =>
    new Set(segments.filter((segment) => isLiteral(segment) && own.has(segment.toLowerCase()))).size;
  return found
    .map((one) => ({ ...one, near: shared(one.giver) }))
    .toSorted(
      (a, b) =>
        a.tier - b.tier ||
        Number(a.giver.isOld) - Number(b.giver.isOld) ||
        Number(a.giver.operation.method !== 'GET') - Number(b.giver.operation.method !== 'GET') ||
        (asked.places === undefined ? 0 : b.near - a.near) ||
        a.giver.required.asked.length - b.giver.required.asked.length ||
        a.giver.segments.length - b.giver.segments.length ||
        a.giver.place - b.giver.place,
    );
}

/** Words for what others keep: its ids are not those of this API. */
const foreign = new Set('external foreign remote client third custom'.split(' '));

/** What the thing is called, by its name and its place, the more telling of the two; and what is left of a name without its first words. */
function listNouns({ naming: { entity }, about, isAdded }: Asked): { own: string[]; ends: string[] } {
  const [name, place] = [joinNouns(entity), isAdded === undefined ? joinNouns(about) : ''];
  if (name === '' || place.endsWith(name)) return { own: [place === '' ? name : place], ends: [] };
  if (foreign.has(entity[0] ?? '')) return { own: [name], ends: [] };
  const ends = entity.slice(1).map((_, at) => joinNouns(entity.slice(at + 1)));
  return place !== '' && name.endsWith(place) ? { own: [name, place], ends: [] } : { own: [name], ends };
}

/** The members of a thing that hold the value, as names are compared. */
function listKeys({ naming: { entity, key }, about, folded }: Asked): ReadonlySet<string> {
  const things = [joinNouns(entity), joinNouns(about)].filter((noun) => noun !== '');
  const of = (name: string) => [name, ...things.map((noun) => noun + name)];
  if (key === '')
    return new Set([...of('id'), ...of('name'), 'key', 'uuid', 'slug', 'code', folded, ...things]);
  if (isIdKey(key))
    return new Set([...of('id'), 'uuid', 'guid', 'gid', 'sid', 'identifier', folded, ...of(key)]);
  return new Set([
    folded,
    ...of(key),
    ...(key === 'number' ? ['no', 'iid'] : []),
    ...(key === 'name' ? ['names'] : []),
  ]);
}

/** Members in which some APIs put what all things have. */
const holders = ['metadata', 'meta', 'attributes', 'properties'].map(foldName);

function holdsKey(shape: Shape, keys: ReadonlySet<string>, readShape: ReadShape): boolean {
  const { fields } = shape;
  if ([...keys].some((key) => fields.has(key))) return true;
  return holders.some((holder) => {
    const inner = fields.get(holder);
    return inner !== undefined && [...keys].some((key) => readShape(inner.schema).fields.has(key));
  });
}

/** Whether a member is the value itself, or the thing that has it; not what is something else of that name. */
function holdsField({ shape }: Thing, name: string, { keys, items, readShape }: Judged): boolean {
  const field = shape.fields.get(name);
  if (field === undefined) return false;
  const value = readShape(field.schema);
  const { components } = value;
  if (items.size > 0 && value.fields.size > 0 && ![...components].some((one) => items.has(one))) return false;
  return (value.isPlain && !value.isSaid) || holdsKey(value, keys, readShape);
}

const listingNames = /(?:^|_)(?:list|search|find|query)(?:_|$)|^(?:list|search|find|query)[A-Z]/;

/** What an offer is judged by. */
interface Judged {
  asked: Asked;
  named: ReturnType<typeof listNouns>;
  keys: ReadonlySet<string>;
  items: ReadonlySet<string>;
  readShape: ReadShape;
}

function tierOf(
  { giver, thing }: Offered,
  { asked, named, keys, items, readShape }: Judged,
): number | undefined {
  if (thing === undefined) {
    const isList = giver.reads && listingNames.test(giver.name) && !giver.path.endsWith('{}');
    return isList ? tiers.list : undefined;
  }
  const isPlain = thing.shape.fields.size === 0;
  if (isPlain && isIdKey(asked.naming.key)) return undefined;
  if (isPlain ? !thing.isMany || !thing.shape.isPlain : !holdsKey(thing.shape, keys, readShape))
    return undefined;
  if (giver.creates) {
    const makesIt = !isPlain && thing.noun.length === 0 && (giver.makes || giver.path === asked.above);
    return makesIt ? tiers.creator : undefined;
  }
  const { own, ends } = named;
  const isSame = [...thing.shape.components].some((component) => items.has(component));
  const isOther = items.size > 0 && thing.shape.components.size > 0 && !isSame;
  // A search through everything is about none of it.
  const about = joinNouns(thing.noun.length === 0 || giver.noun.length > 0 ? giver.noun : thing.noun);
  const isAbout = [...own, ...ends].some((noun) => about.endsWith(noun)) || (about === '' && isSame);
  if (!thing.isMany) {
    const isAlone =
      thing.noun.length === 0 && giver.required.asked.length === 0 && !giver.path.endsWith('{}');
    return isAlone && isAbout ? tiers.self : tiers.one;
  }
  const isNamed = own.includes(joinNouns(thing.noun));
  if (thing.isWhole === true && isNamed && isSame && giver.seeks) return tiers.seeker;
  if (thing.isWithin || !isAbout) return isOther && !isNamed ? undefined : tiers.beside;
  return giver.seeks ? tiers.seeker : tiers.list;
}

/** Whether what a tool lists holds an id, as far as is known. */
function mayHold({ things = [] }: Giver, { asked, keys, readShape }: Judged): boolean {
  const listed = things.filter(({ isMany, isWithin, shape }) => isMany && !isWithin && shape.fields.size > 0);
  if (listed.length === 0 || !isIdKey(asked.naming.key)) return true;
  const entity = joinNouns(asked.naming.entity);
  return listed.some(({ shape }) => holdsKey(shape, keys, readShape) || shape.fields.has(entity));
}

/** Whether an answer holds several things; one of which nothing is said may. */
function listsMany({ things, segments }: Giver): boolean {
  if (things === undefined) return !/count$/i.test(segments.at(-1) ?? '');
  return things.some(({ isMany, isWithin }) => isMany && !isWithin);
}
