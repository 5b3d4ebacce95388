import type { ServerChange } from '../../model/comparison.js';
import type { ObjectShape, Promises, Shape } from '../../model/server.js';
import { canonicalText } from '../schemas/meanings.js';
import {
  expandShape,
  isListShape,
  isObjectShape,
  isReference,
  isUnion,
  listAlternatives,
  nameShape,
  resolveShape,
  withoutNull,
} from './shapes.js';

/** What differs at a place of an answer, or of what several answers hold. */
export type Difference = Omit<ServerChange, 'tool' | 'tools' | 'subject'> & { path: string };

/** What two shapes differ in, and the pairs of shared ones that they lead to, each with the first path there. */
export interface Compared {
  differences: Difference[];
  leads: Map<string, string>;
}

/** Two names of what is shared, as one text. */
function pairOf(before: string, after: string): string {
  return `${before}\n${after}`;
}

/** Compares two shapes down to what they refer to. */
export function compareShapes(before: Shape, after: Shape, old: Promises, now: Promises): Compared {
  const comparing = new Comparing(old, now);
  comparing.walk(before, after, '');
  return comparing;
}

/** Where two sides are compared. */
interface Place {
  path: string;
  before: Shape;
  after: Shape;
}

class Comparing implements Compared {
  readonly differences: Difference[] = [];
  readonly leads = new Map<string, string>();

  constructor(
    readonly old: Promises,
    readonly now: Promises,
  ) {}

  walk(before: Shape, after: Shape, path: string): void {
    if (isReference(before) && isReference(after)) {
      const pair = pairOf(before.slice(1), after.slice(1));
      if (!this.leads.has(pair)) this.leads.set(pair, path);
      return;
    }
    const place = { path, before, after };
    const [left, right] = [resolveShape(before, this.old), resolveShape(after, this.now)];
    if (left === 'any' || right === 'any') return this.#compareUnknown(left, right, place);
    const [mayBeNull, isNullNow] = [left, right].map((one) => listAlternatives(one).includes('null'));
    if (!mayBeNull && isNullNow) this.#tell('output-optional', 'may be null now', place);
    if (mayBeNull && !isNullNow) this.#tell('output-promised', 'never null any more', place);
    const [was, is] = [
      isUnion(left) ? withoutNull(left) : before,
      isUnion(right) ? withoutNull(right) : after,
    ];
    this.#walkValues(was, is, path);
  }

  #compareUnknown(left: Shape, right: Shape, place: Place): void {
    if (left === right) return;
    if (left === 'any') this.#tell('output-added', 'described now', place);
    else this.#tell('output-changed', 'not described any more', place);
  }

  #walkValues(before: Shape, after: Shape, path: string): void {
    if (isReference(before) && isReference(after)) return this.walk(before, after, path);
    const place = { path, before, after };
    const [left, right] = [resolveShape(before, this.old), resolveShape(after, this.now)];
    // An alternative is compared by what it is called on both sides, where the other side is that alone.
    if (isUnion(left) || isUnion(right))
      return this.#walkUnion(isUnion(left) ? left : before, isUnion(right) ? right : after, path);
    if (isObjectShape(left) && isObjectShape(right)) return this.#walkObjects(left, right, path);
    if (isListShape(left) && isListShape(right)) return this.walk(left.items, right.items, `${path}[]`);
    if (typeof left === 'string' && typeof right === 'string')
      return this.#compareScalars(left, right, place);
    const wrapper = isObjectShape(right) ? this.#findWrapper(before, right) : undefined;
    const summary = `${nameShape(left)} → ${nameShape(right)}`;
    this.#tell('output-changed', wrapper === undefined ? summary : describeWrapped(wrapper, path), place);
  }

  #walkObjects(before: ObjectShape, after: ObjectShape, path: string): void {
    // What both are made of is compared by itself, once for all that are made of it.
    const common = (before.from ?? []).filter((name) => after.from?.includes(name));
    for (const name of common) this.walk(name, name, path);
    const left = expandShape(before, this.old, common);
    const right = expandShape(after, this.now, common);
    // A field may have moved into what both are made of, or out of it.
    const [whole, wholeNow] = [expandShape(before, this.old, []), expandShape(after, this.now, [])];
    const names = Object.keys(left.fields);
    const isKept = (name: string) => Object.hasOwn(wholeNow.fields, name);
    const isNew = !Object.keys(whole.fields).some(isKept);
    const wrapper = names.length > 0 && isNew ? this.#findWrapper(before, right) : undefined;
    const placeOf = (name: string): Place => {
      const inside = path === '' ? name : `${path}.${name}`;
      return { path: inside, before: whole.fields[name] ?? 'any', after: wholeNow.fields[name] ?? 'any' };
    };
    if (wrapper !== undefined)
      return this.#tell('output-changed', describeWrapped(wrapper, path), { path, before, after });
    for (const name of names) {
      const place = placeOf(name);
      if (isKept(name)) {
        this.#compareNeed(name, whole, wholeNow, place);
        this.walk(place.before, place.after, place.path);
      } else this.#tell('output-removed', 'removed', place);
    }
    for (const name of Object.keys(right.fields))
      if (!Object.hasOwn(whole.fields, name)) this.#tell('output-added', 'added', placeOf(name));
    this.#walkOthers(left.others, right.others, placeOf('(any name)').path);
  }

  #compareNeed(name: string, left: ObjectShape, right: ObjectShape, place: Place): void {
    const [was, is] = [left, right].map(({ always = [] }) => always.includes(name));
    if (was && !is) this.#tell('output-optional', 'may be missing now', place);
    if (!was && is) this.#tell('output-promised', 'always there now', place);
  }

  #walkOthers(left: Shape | undefined, right: Shape | undefined, path: string): void {
    const place = { path, before: left ?? 'nothing', after: right ?? 'nothing' };
    if (left !== undefined && right !== undefined) this.walk(left, right, path);
    else if (left !== undefined) this.#tell('output-removed', 'removed', place);
    else if (right !== undefined) this.#tell('output-added', 'added', place);
  }

  /** Alternatives that are alike are the same; of others, one that is left on each side is another version of it. */
  #walkUnion(left: Shape, right: Shape, path: string): void {
    const [before, after] = [listAlternatives(left), listAlternatives(right)];
    const [known, wanted] = [before, after].map((all) => new Set(all.map(canonicalText)));
    const gone = before.filter((one) => !wanted!.has(canonicalText(one)));
    const added = after.filter((one) => !known!.has(canonicalText(one)));
    // What is written alike may refer to what has changed.
    for (const one of before) if (!gone.includes(one)) this.walk(one, one, path);
    const [was, is] = [gone[0], added[0]];
    if (gone.length === 1 && added.length === 1 && was !== undefined && is !== undefined)
      return this.#walkValues(was, is, path);
    const place = { path, before: left, after: right };
    this.#tellLost(gone, after, path);
    if (gone.length > 0)
      this.#tell('output-values', `no longer ${gone.map(nameAlternative).join(' or ')}`, place);
    if (added.length > 0)
      this.#tell('output-changed', `also ${added.map(nameAlternative).join(' or ')}`, place);
  }

  /** The fields of alternatives that are gone, as far as no other one has them. */
  #tellLost(gone: readonly Shape[], left: readonly Shape[], path: string): void {
    const kept = new Set(left.flatMap((one) => Object.keys(fieldsOf(one, this.now))));
    for (const one of gone)
      for (const [name, before] of Object.entries(fieldsOf(one, this.old))) {
        if (kept.has(name)) continue;
        kept.add(name);
        const inside = path === '' ? name : `${path}.${name}`;
        this.#tell('output-removed', 'removed', { path: inside, before, after: 'nothing' });
      }
  }

  #compareScalars(left: string, right: string, place: Place): void {
    if (left === right) return;
    const [[was, before], [is, after]] = [left, right].map(splitValues) as [Valued, Valued];
    if (was !== is) this.#tell('output-changed', `${left} → ${right}`, place);
    else this.#tell('output-values', compareValues(before, after), place);
  }

  /** The field under which an object holds what was the whole before. */
  #findWrapper(before: Shape, { fields }: ObjectShape): string | undefined {
    const same = canonicalText(resolveShape(before, this.old));
    return Object.keys(fields).find(
      (name) => canonicalText(resolveShape(fields[name] ?? 'any', this.now)) === same,
    );
  }

  #tell(kind: keyof typeof impactOf, summary: string, place: Place): void {
    this.differences.push({ kind, impact: impactOf[kind], summary, ...place });
  }
}

/** What is gone, or not what it was, a caller may have used. */
const impactOf = {
  'output-added': 'compatible',
  'output-removed': 'possibly-breaking',
  'output-changed': 'possibly-breaking',
  'output-optional': 'possibly-breaking',
  'output-promised': 'compatible',
  'output-values': 'compatible',
} as const;

function describeWrapped(wrapper: string, path: string): string {
  return `${path === '' ? 'the result ' : ''}is in ${wrapper} now`;
}

/** A type, and the values that it lists, as one text. */
type Valued = [type: string, values?: string];

function splitValues(scalar: string): Valued {
  const at = scalar.indexOf(': ');
  return at === -1 ? [scalar] : [scalar.slice(0, at), scalar.slice(at + 2)];
}

function compareValues(before: string | undefined, after: string | undefined): string {
  if (before === undefined || after === undefined)
    return after === undefined ? 'any value now' : `only ${after}`;
  if (isCounted(before) || isCounted(after))
    return `its values changed (${countListed(before)} → ${countListed(after)})`;
  const [old, now] = [before, after].map((values) => values.split(', ')) as [string[], string[]];
  const gone = old.filter((value) => !now.includes(value));
  const added = now.filter((value) => !old.includes(value));
  const parts = [
    ...(gone.length > 0 ? [`no longer ${gone.join(', ')}`] : []),
    ...(added.length > 0 ? [`also ${added.join(', ')}`] : []),
  ];
  return parts.join('; ');
}

/** Whether so many values are meant that they are not written out. */
function isCounted(values: string): boolean {
  return /^\d+ values \([\da-f]+\)$/.test(values);
}

function countListed(values: string): string {
  return isCounted(values) ? values.replace(/ values.*/, '') : String(values.split(', ').length);
}

/** Fields by which an object among others is told. */
const mostTold = 3;

/** An object without a name is told by its fields. */
function nameAlternative(shape: Shape): string {
  const names = isObjectShape(shape) ? Object.keys(shape.fields) : [];
  const more = names.length > mostTold ? ' …' : '';
  return nameShape(shape) + (names.length === 0 ? '' : ` with ${names.slice(0, mostTold).join(', ')}${more}`);
}

/** The fields of a shape, by name; none where it is no object. */
function fieldsOf(shape: Shape, promises: Promises): ObjectShape['fields'] {
  const whole = resolveShape(shape, promises);
  return isObjectShape(whole) ? expandShape(whole, promises, []).fields : {};
}
