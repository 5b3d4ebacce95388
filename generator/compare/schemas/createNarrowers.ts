import type { Schema } from '../../model/api.js';
import { createJudge } from '../../schema/judge.js';
import type { Keywords } from '../../schema/subschemas.js';
import { Meanings, type Side, type Table, canonicalText, isAnnotation } from './meanings.js';
import { inDoubt, isClosedAlike, narrowItems, narrowMembers, requiredIn } from './narrowMembers.js';
import { type Narrowing, distinct } from './narrowing.js';
import { narrowValues } from './narrowValues.js';
import { type Kind, type View, kindOf, kindsOf, openView, unionsOf } from './view.js';

/** Pairs of schemas that are compared for one answer: beyond it, what is left is doubtful. */
const mostPairs = 1500;
/** Members inside of members. */
const deepest = 100;
/** Combinations of alternatives that are told apart. */
const mostAlternatives = 64;
/** Values of a list that are judged one by one. */
const mostValues = 1000;

/** Finds what the schemas of one side take and those of the other refuse. */
export interface Narrower {
  find: (before: readonly Schema[], after: readonly Schema[]) => Narrowing[];
}

/** Makes the two ways in which the schemas of two tables are compared: from old to new, and from new to old. */
export function createNarrowers(old: Table, now: Table): { forth: Narrower; back: Narrower } {
  const meanings = new Meanings(old, now);
  const progress: Progress = { open: new Map(), depth: 0, left: 0, assumed: Infinity };
  const forth = new Comparer({ old, now, meanings, sides: ['old', 'new'] }, progress);
  const back = new Comparer({ old: now, now: old, meanings, sides: ['new', 'old'] }, progress);
  forth.reverse = back;
  back.reverse = forth;
  return { forth, back };
}

interface Means {
  old: Table;
  now: Table;
  meanings: Meanings;
  sides: [from: Side, to: Side];
}

/** A pair of schemas whose comparison is under way. */
interface Open {
  index: number;
  /** How many members were stepped into on the way. */
  depth: number;
}

/** Where a comparison is, which goes both ways below `not`. */
interface Progress {
  open: Map<string, Open>;
  depth: number;
  left: number;
  /** The outermost pair under way that was taken to be fine. */
  assumed: number;
}

const doubt: Narrowing = { path: [], keyword: '', certain: false };

/**
 * Where nothing is found, every value that fits `before` fits `after`: each rule shows that of what it is about, and
 * what no rule is about is doubtful. A pair that is met again inside of itself, a member further down, is taken to be
 * fine, as in a proof by induction on the depth of values.
 */
class Comparer implements Narrower {
  reverse: Comparer = this;
  readonly #means: Means;
  readonly #judges: { old: ReturnType<typeof createJudge>; now: ReturnType<typeof createJudge> };
  readonly #known = new Map<string, Narrowing[]>();
  readonly #progress: Progress;

  constructor(means: Means, progress: Progress) {
    this.#means = means;
    this.#progress = progress;
    this.#judges = { old: createJudge(means.old), now: createJudge(means.now) };
  }

  find(before: readonly Schema[], after: readonly Schema[]): Narrowing[] {
    this.#progress.left = mostPairs;
    return this.#compare(before, after);
  }

  #numbers(schemas: readonly Schema[], side: Side): number[] {
    return [...new Set(schemas.map((schema) => this.#means.meanings.numberOf(schema, side)))].toSorted(
      (a, b) => a - b,
    );
  }

  #compare(before: readonly Schema[], given: readonly Schema[]): Narrowing[] {
    const { meanings, sides, old, now } = this.#means;
    const held = this.#numbers([...before, ...unfold(before, old)], sides[0]);
    const isHeld = (schema: Schema) => held.includes(meanings.numberOf(schema, sides[1]));
    const after = unfold(
      given.filter((schema) => !isHeld(schema)),
      now,
    ).filter((schema) => !isHeld(schema));
    if (after.length === 0) return [];
    const key = `${sides[0]} ${held.join()} ${this.#numbers(after, sides[1]).join()}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const progress = this.#progress;
    const open = progress.open.get(key);
    if (open !== undefined) {
      if (open.depth === progress.depth) return [doubt];
      progress.assumed = Math.min(progress.assumed, open.index);
      return [];
    }
    if (progress.left-- <= 0 || progress.depth > deepest) return [doubt];
    const index = progress.open.size;
    const assumedAround = progress.assumed;
    progress.assumed = Infinity;
    progress.open.set(key, { index, depth: progress.depth });
    const found = distinct(this.#compareViews(before, after));
    progress.open.delete(key);
    // What rests on a pair that is still under way is true only as long as that is.
    const isProven = progress.assumed >= index;
    if (isProven && progress.left > 0) this.#known.set(key, found);
    progress.assumed = Math.min(assumedAround, isProven ? Infinity : progress.assumed);
    return found;
  }

  #compareViews(before: readonly Schema[], after: readonly Schema[]): Narrowing[] {
    const old = openView(before, this.#means.old);
    if (old === undefined) return [];
    const now = openView(after, this.#means.now);
    if (now === undefined) return [{ path: [], keyword: 'false', certain: true }];
    if (old.values !== undefined && old.values.length <= mostValues)
      return this.#judgeValues(old.values, now, before, after);
    const exclusive = this.#narrowExclusion(old, now);
    const alternatives = this.#divide(old, now);
    if (alternatives === undefined) return [...exclusive, ...this.#compareFlat(before, old, now)];
    // That no two alternatives fit has been seen to.
    const divided = now.parts.map(withoutExclusion);
    return [...exclusive, ...alternatives.flatMap((one) => this.#compare(one, divided))];
  }

  /** Values that are listed are judged one by one. */
  #judgeValues(
    values: readonly unknown[],
    now: View,
    before: readonly Schema[],
    after: readonly Schema[],
  ): Narrowing[] {
    const refused = values
      .filter((value) => this.#judges.old.value({ allOf: before }, value).length === 0)
      .filter((value) => this.#judges.now.value({ allOf: after }, value).length > 0);
    if (refused.length === 0) return [];
    const lost = [...new Set(refused.map(kindOf))];
    if (lost.every((kind) => !now.kinds.has(kind))) return [loseKinds(lost, now)];
    const to = now.values === undefined ? {} : { to: now.values };
    return [{ path: [], keyword: 'enum', certain: true, from: values, ...to }];
  }

  /** The same schemas once for each alternative of a union; undefined where there is none, or where it says the same as before. */
  #divide(old: View, now: View): Schema[][] | undefined {
    const { sides } = this.#means;
    const held = new Set(now.parts.flatMap(unionsOf).map((union) => this.#numbers(union, sides[1]).join()));
    for (const [index, part] of old.parts.entries())
      for (const keyword of ['anyOf', 'oneOf']) {
        const union = part[keyword] as Schema[] | undefined;
        if (union === undefined || union.length > mostAlternatives) continue;
        if (held.has(this.#numbers(union, sides[0]).join())) continue;
        const { [keyword]: _, ...rest } = part;
        const others: Schema[] = old.parts.filter((_part, other) => other !== index);
        return union.map((one) => others.concat(rest, one));
      }
    const types = typesIn([...old.kinds]);
    const isListed = old.parts.some((part) => Array.isArray(part['type']));
    if (types.length < 2 || !isListed || now.parts.every((part) => unionsOf(part).length === 0))
      return undefined;
    return types.map((type) => (old.parts as Schema[]).concat({ type }));
  }

  #compareFlat(before: readonly Schema[], old: View, now: View): Narrowing[] {
    const lost = [...old.kinds].filter((kind) => !now.kinds.has(kind));
    const found: Narrowing[] = [];
    if (
      lost.some((kind) =>
        now.parts.some((part) => part['type'] !== undefined && !kindsOf(part['type']).has(kind)),
      )
    )
      found.push(loseKinds(lost, now));
    const common = [...old.kinds].filter((kind) => now.kinds.has(kind));
    // Values of another type are told by it alone.
    if (common.length === 0 && found.length > 0) return found;
    const listed = now.parts.filter((part) => part['enum'] !== undefined || part['const'] !== undefined);
    if (listed.length > 0 && !isListedIn(old.values, now.values)) {
      found.push({ path: [], keyword: 'enum', certain: true, ...(now.values && { to: now.values }) });
      return found;
    }
    found.push(...narrowValues(old, now));
    const step = (path: string, a: readonly Schema[], b: readonly Schema[]) => this.#step(path, a, b);
    if (common.includes('object')) found.push(...narrowMembers(old, now, step));
    if (common.includes('array')) found.push(...narrowItems(old, now, step));
    for (const part of now.parts) {
      for (const union of unionsOf(part)) found.push(...this.#narrowUnion(before, old, union));
      found.push(...this.#narrowOthers(old, part));
    }
    return found;
  }

  #step(path: string, before: readonly Schema[], after: readonly Schema[]): Narrowing[] {
    this.#progress.depth += 1;
    const found = this.#compare(before, after);
    this.#progress.depth -= 1;
    return found.map((one) => below(path, one));
  }

  /** One alternative has to take all that was taken. */
  #narrowUnion(before: readonly Schema[], old: View, union: readonly Schema[]): Narrowing[] {
    const { sides } = this.#means;
    const numbers = this.#numbers(union, sides[1]).join();
    const isHeld = old.parts.flatMap(unionsOf).some((one) => this.#numbers(one, sides[0]).join() === numbers);
    if (isHeld) return [];
    const tries: { alternative: Schema; found: Narrowing[] }[] = [];
    for (const alternative of union) {
      const found = this.#compare(before, [alternative]);
      if (found.length === 0) return [];
      tries.push({ alternative, found });
    }
    const names = new Set(before.map(nameOfReference).filter((name) => name !== undefined));
    const best =
      tries.find(({ alternative }) => names.has(nameOfReference(alternative) ?? '')) ??
      tries.toSorted((a, b) => a.found.length - b.found.length)[0];
    if (best === undefined) return [{ path: [], keyword: 'false', certain: true }];
    const ways = tries.map(({ found }) => listNeeded(found));
    if (tries.length > 1 && ways.every((way) => way !== undefined))
      return [{ path: [], keyword: 'needs', certain: true, to: ways }];
    const others = tries.filter((one) => one !== best).map(({ alternative }) => alternative);
    const isAlone = others.every((other) => this.#areApart(old, other));
    const isGone = best.found.some(
      ({ keyword, path }) => path.length === 0 && ['type', 'false'].includes(keyword),
    );
    if (isGone) return [{ path: [], keyword: 'anyOf', certain: isAlone }];
    return isAlone ? best.found : best.found.map(inDoubt);
  }

  /** Whether no value fits both. */
  #areApart(old: View, schema: Schema, table: Table = this.#means.now): boolean {
    return areApart(old, openView([schema], table), this.#means.old, table);
  }

  /** Of `oneOf` no two may fit: alternatives that are more, or that take more, may bring that about. */
  #narrowExclusion(old: View, now: View): Narrowing[] {
    const before = old.parts
      .map((part) => part['oneOf'] as Schema[] | undefined)
      .filter((one) => one !== undefined);
    const lists = now.parts
      .map((part) => part['oneOf'] as Schema[] | undefined)
      .filter((one) => one !== undefined);
    const isFine = (list: Schema[]) =>
      list.length > mostAlternatives
        ? false
        : this.#areAllApart(list) || before.some((one) => this.#isWithin(list, one));
    return lists.filter((list) => !isFine(list)).map(() => ({ path: [], keyword: 'oneOf', certain: false }));
  }

  #areAllApart(list: readonly Schema[]): boolean {
    const { now } = this.#means;
    const views = list.map((one) => openView([one], now));
    return views.every((view, index) =>
      views.slice(index + 1).every((other) => view === undefined || areApart(view, other, now, now)),
    );
  }

  /** Whether each of a list takes no more than one of the other, each another one. */
  #isWithin(list: readonly Schema[], around: readonly Schema[]): boolean {
    const free = new Set(around);
    return list.every((schema) => {
      const found = [...free].find((one) => this.reverse.#compare([schema], [one]).length === 0);
      return found !== undefined && free.delete(found);
    });
  }

  /** What other keywords refuse. */
  #narrowOthers(old: View, part: Keywords): Narrowing[] {
    const { meanings, sides } = this.#means;
    return Object.keys(part)
      .filter((keyword) => !ruled.has(keyword) && !isAnnotation(keyword))
      .filter((keyword) => {
        const excluded = part[keyword] as Schema;
        if (keyword === 'not')
          return !old.parts.some(
            (one) =>
              one['not'] !== undefined &&
              this.reverse.#compare([excluded], [one['not'] as Schema]).length === 0,
          );
        if (keyword === 'then' || keyword === 'else') return false;
        if (keyword === 'unevaluatedProperties')
          return part[keyword] !== true && !(part[keyword] === false && isClosedAlike(old.parts, part));
        if (keyword === 'unevaluatedItems') return part[keyword] !== true;
        const relevant = keyword === 'if' ? pick(part, ['if', 'then', 'else']) : pick(part, [keyword]);
        const number = meanings.numberOf(relevant, sides[1]);
        return !old.parts.some(
          (one) =>
            meanings.numberOf(
              keyword === 'if' ? pick(one, ['if', 'then', 'else']) : pick(one, [keyword]),
              sides[0],
            ) === number,
        );
      })
      .map((keyword): Narrowing => {
        const ways = keyword === 'if' ? waysIn(part['then']) : undefined;
        return ways === undefined
          ? { path: [], keyword, certain: false }
          : { path: [], keyword: 'needs', certain: false, to: ways };
      });
  }
}

/** The members that are missing, where nothing else is found. */
function listNeeded(found: readonly Narrowing[]): string[] | undefined {
  const isAll = found.every(
    ({ path, keyword, certain }) => path.length === 1 && keyword === 'required' && certain,
  );
  return isAll ? found.map(({ path: [name] }) => name ?? '') : undefined;
}

/** The members of which some way has to be there, where a schema asks for no more than that. */
function waysIn(schema: unknown): string[][] | undefined {
  const branches: unknown = Object.values(Object(schema) as object)[0];
  if (!Array.isArray(branches)) return undefined;
  const ways = branches.map((branch) => (Object(branch) as Keywords)['required'] as string[] | undefined);
  return ways.every((way) => Array.isArray(way)) ? ways : undefined;
}

/** Kinds of values that are not taken any more; for certain where servers do not put them right. */
function loseKinds(lost: readonly Kind[], { kinds }: View): Narrowing {
  const certain = !lost.every((kind) => isPutRight(kind, kinds));
  return { path: [], keyword: 'type', certain, from: typesIn(lost), to: typesIn([...kinds]) };
}

/** Whether servers take values of a kind for those that are asked for: 5 for `"5"`, and a scalar for a list of one. */
function isPutRight(kind: Kind, wanted: ReadonlySet<Kind>): boolean {
  if (kind === 'integer' && wanted.has('string')) return true;
  return wanted.has('array') && !['null', 'array', 'object'].includes(kind);
}

/** `oneOf` as `anyOf`. */
function withoutExclusion({ oneOf, ...part }: Keywords): Schema {
  return oneOf === undefined ? part : { ...part, allOf: [{ anyOf: oneOf }] };
}

function below(step: string, narrowing: Narrowing): Narrowing {
  return { ...narrowing, path: [step, ...narrowing.path] };
}

/** Schemas that say no more than others, through `$ref` or `allOf`, give way to those. */
function unfold(schemas: readonly Schema[], table: Table): Schema[] {
  const seen = new Set<string>();
  const open = (schema: Schema): Schema[] => {
    if (typeof schema === 'boolean') return [schema];
    const [keyword, another] = Object.keys(schema).filter((key) => !isAnnotation(key));
    if (another !== undefined) return [schema];
    if (keyword === 'allOf') return (schema['allOf'] as Schema[]).flatMap(open);
    const name = schema['$ref'];
    if (typeof name !== 'string' || !Object.hasOwn(table, name)) return [schema];
    // What says of itself that it is itself says nothing.
    if (seen.has(name)) return [];
    seen.add(name);
    return open(table[name] ?? true);
  };
  return schemas.flatMap(open);
}

/** Keywords that a rule is about. */
const ruled: ReadonlySet<string> = new Set(
  (
    'type enum const $ref allOf anyOf oneOf $defs ' +
    'definitions minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength ' +
    'pattern format minItems maxItems uniqueItems items prefixItems contains ' +
    'minContains maxContains minProperties maxProperties required properties patternProperties additionalProperties ' +
    'propertyNames dependentRequired'
  ).split(' '),
);

function pick(part: Keywords, keywords: readonly string[]): Keywords {
  return Object.fromEntries(
    keywords.filter((keyword) => part[keyword] !== undefined).map((keyword) => [keyword, part[keyword]]),
  );
}

function nameOfReference(schema: Schema): string | undefined {
  return typeof schema === 'object' ? (schema['$ref'] as string | undefined) : undefined;
}

/** Kinds of values as `type` names them. */
function typesIn(kinds: readonly Kind[]): string[] {
  const names = kinds.filter((kind) => kind !== 'integer' && kind !== 'fraction') as string[];
  if (kinds.includes('fraction')) return [...names, 'number'];
  return kinds.includes('integer') ? [...names, 'integer'] : names;
}

/** Whether no value fits both: for their kinds, their lists of values, or those of a member that both require. */
function areApart(a: View, b: View | undefined, ofA: Table, ofB: Table): boolean {
  if (b === undefined) return true;
  const common = [...a.kinds].filter((kind) => b.kinds.has(kind));
  if (common.length === 0) return true;
  if (a.values !== undefined && b.values !== undefined) return haveNoneInCommon(a.values, b.values);
  if (common.some((kind) => kind !== 'object')) return false;
  const neededByA = requiredIn(a.parts);
  return [...requiredIn(b.parts)].some((name) => {
    if (!neededByA.has(name)) return false;
    const [left, right] = [openMember(a, name, ofA), openMember(b, name, ofB)];
    return (
      left?.values !== undefined && right?.values !== undefined && haveNoneInCommon(left.values, right.values)
    );
  });
}

function openMember({ parts }: View, name: string, table: Table): View | undefined {
  const schemas = parts.flatMap((part) => {
    const properties = (part['properties'] ?? {}) as Record<string, Schema>;
    return Object.hasOwn(properties, name) ? [properties[name] ?? true] : [];
  });
  return openView(schemas, table);
}

function isListedIn(values: readonly unknown[] | undefined, list: readonly unknown[] | undefined): boolean {
  if (values === undefined || list === undefined) return false;
  const texts = new Set(list.map(canonicalText));
  return values.every((value) => texts.has(canonicalText(value)));
}

function haveNoneInCommon(a: readonly unknown[], b: readonly unknown[]): boolean {
  const texts = new Set(a.map(canonicalText));
  return b.every((value) => !texts.has(canonicalText(value)));
}
