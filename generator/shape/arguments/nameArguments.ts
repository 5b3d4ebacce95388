import type { Place } from '../../model/api.js';
import { InputError } from '../../model/diagnostic.js';
import { type RenamedArgument, namesPath } from '../../model/names.js';
import { foldText } from '../../text/words.js';

/** Where an argument of a tool goes. */
type Target = Place | 'body';

/** Something to be given by an argument. */
export interface Wanted {
  name: string;
  target: Target;
}

/** The argument for it, and whether another one has its name, so that both must say where they go. */
export interface Given {
  key: string;
  shared: boolean;
}

const longest = 64;

/** Who keeps the name, of several that have it. */
const precedence: readonly Target[] = ['path', 'query', 'querystring', 'header', 'cookie', 'body'];

/** Names the arguments of a tool, in the order given: as on the wire where that is `legal` and free. */
export function nameArguments(wanted: readonly Wanted[], legal: RegExp): Given[] {
  const clean = wanted.map(({ name }) => cleanName(name, legal));
  const keys = new Map<number, string>();
  const taken = new Set<string>();
  for (const index of inOrder(wanted, clean)) {
    const { target } = wanted[index] ?? { target: 'body' };
    const name = clean[index] ?? '';
    let key = name;
    for (let count = 1; taken.has(key); count++) {
      const word = wanted[index]?.name.endsWith('[]') ? 'list' : target;
      const suffix = count === 1 ? `_${word}` : `_${word}_${count}`;
      key = name.slice(0, longest - suffix.length) + suffix;
    }
    taken.add(key);
    keys.set(index, key);
  }
  const seen = new Set<string>();
  const shared = new Set(clean.filter((name) => seen.has(name) || !seen.add(name)));
  return clean.map((name, index) => ({ key: keys.get(index) ?? '', shared: shared.has(name) }));
}

type Renamed = Readonly<Record<string, RenamedArgument>>;

/**
 * The same under the names that the owner has chosen for some of them. Another one whose name was chosen so gets a number.
 *
 * @throws InputError where a name is none that the clients of the profile take
 */
export function renameGiven(given: readonly Given[], renamed: Renamed = {}, legal: RegExp): Given[] {
  const chosen = given.map(({ key }) => (Object.hasOwn(renamed, key) ? renamed[key]?.name : undefined));
  const wrong = chosen.find((name) => name !== undefined && !legal.test(name));
  if (wrong !== undefined)
    throw new InputError(
      `${namesPath} cannot be used: the clients that schemas are written for take no argument with the name ${JSON.stringify(wrong)}.`,
      'Choose another one, of letters, digits and _.',
    );
  const taken = new Set(chosen.filter((name) => name !== undefined));
  return given.map((one, index) => {
    const name = chosen[index];
    if (name !== undefined) return { ...one, key: name };
    let { key } = one;
    for (let count = 2; taken.has(key); count += 1) key = `${one.key.slice(0, longest - 3)}_${count}`;
    taken.add(key);
    return { ...one, key };
  });
}

/** The names that arguments had before, each with that of now; undefined where there are none, or another one has them. */
export function listFormerArguments(
  given: readonly Given[],
  before: readonly Given[],
  renamed: Renamed = {},
  own: readonly string[] = [],
): Record<string, string> | undefined {
  const taken = new Set([...own, ...given.map(({ key }) => key)]);
  const former = before.flatMap(({ key }, index) => {
    const was = Object.hasOwn(renamed, key) ? (renamed[key]?.was ?? []) : [];
    const now = given[index]?.key ?? '';
    return was.flatMap((name): [string, string][] => (taken.has(name) ? [] : [[name, now]]));
  });
  return former.length === 0 ? undefined : Object.fromEntries(former);
}

/** Those that keep their name on the wire first, then by precedence. */
function inOrder(wanted: readonly Wanted[], clean: readonly string[]): number[] {
  const rank = (index: number): number => {
    const one = wanted[index];
    if (one === undefined) return 0;
    return (one.name === clean[index] ? 0 : precedence.length) + precedence.indexOf(one.target);
  };
  return wanted.map((_, index) => index).toSorted((a, b) => rank(a) - rank(b));
}

/** `page[size]` is `page_size`, `$top` is `top`, `ids[]` is `ids`, `größe` is `grosse`. */
function cleanName(name: string, legal: RegExp): string {
  if (isLegalKey(name) && legal.test(name)) return name;
  const folded = foldText(name);
  const words = joinParts(folded, /[^a-zA-Z0-9.-]+/g);
  if (legal.test(words)) return words;
  const plain = joinParts(folded, /[^a-zA-Z0-9]+/g);
  return legal.test(plain) ? plain : `value_${plain}`.slice(0, longest);
}

function joinParts(name: string, separator: RegExp): string {
  const words = name.replaceAll(separator, '_').replaceAll(/^_+|_+$/g, '');
  return words.slice(0, longest) || 'value';
}

/** What clients accept as a key of a schema's properties. `__proto__` is one that JavaScript gives a meaning. */
function isLegalKey(key: string): boolean {
  return /^[a-zA-Z0-9_.-]{1,64}$/.test(key) && key !== '__proto__';
}
