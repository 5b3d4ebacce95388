import type { Place } from '../../model/api.js';
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
