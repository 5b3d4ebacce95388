import { Refusal } from './Refusal.js';

/** A set of characters, written as it stands inside brackets. */
export interface CharacterSet {
  inside: string;
  /** Whether it is meant to hold what is not listed. */
  negated: boolean;
}

/** POSIX, 9.3.5: the named classes, of ASCII as in Java, PCRE and Python. */
const posix: ReadonlyMap<string, string> = new Map([
  ['alpha', 'A-Za-z'],
  ['digit', '\\d'],
  ['alnum', 'A-Za-z0-9'],
  ['upper', 'A-Z'],
  ['lower', 'a-z'],
  ['space', '\\s'],
  ['blank', '\\t '],
  ['punct', '!-\\/:-@\\[-`\\{-~'],
  ['xdigit', '0-9A-Fa-f'],
  ['word', '\\w'],
  ['cntrl', '\\x00-\\x1f\\x7f'],
  ['print', '\\x20-\\x7e'],
  ['graph', '\\x21-\\x7e'],
  ['ascii', '\\x00-\\x7f'],
]);

/** The class that POSIX writes as `[:name:]`. */
export function readPosixClass(name: string, negated: boolean, ignoreCase: boolean): CharacterSet {
  const inside = posix.get(ignoreCase && /^(upper|lower)$/.test(name) ? 'alpha' : name);
  if (inside === undefined) throw new Refusal(`the class "${name}" is not known`);
  return { inside, negated };
}
