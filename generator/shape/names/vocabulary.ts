import { verbs } from '../../model/names.js';
import { toOne } from '../../text/words.js';

/** How code that serves operations is called: it says nothing of what they act on. */
export const technical: ReadonlySet<string> = new Set(
  (
    'api apis controller controllers endpoint endpoints handler handlers impl operations resource rest router ' +
    'routers routes service servlet v1 v2 v3 v4 view views viewset'
  ).split(' '),
);

/** Words after a verb that say how many, not what. */
const quantities = new Set('all many multiple one paginated single'.split(' '));
/** Words before a noun that say which, where they stand alone. */
const qualities = new Set(
  'active archived authenticated available current deleted latest pending private public recent starred'.split(
    ' ',
  ),
);
/** What such words ask for several of. */
const several = new Set('all batch bulk list many multiple paginated search'.split(' '));
/** Verbs that act on one thing more. */
const adding = new Set('add create insert make new post register save store'.split(' '));
/** What may follow a verb where it has no object of its own. */
export const links: ReadonlySet<string> = new Set(
  (
    'and as at before after between by for from in into of on onto or out over per since to under until using via ' +
    'with without'
  ).split(' '),
);
/** Objects that everything may have. */
export const aspects: ReadonlySet<string> = new Set(
  (
    'config count data detail details entities entity exists history id ids info information item items list ' +
    'metadata object objects record records result results settings state stats status summary version'
  ).split(' '),
);

/** Verbs of two words, by their first. */
const pairs: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  [
    'back up',
    'check in out',
    'clean up',
    'clock in out',
    'close out',
    'log in out on off',
    'look up',
    'opt in out',
    'power on off',
    'roll back out over',
    'scale up down in out',
    'set up',
    'shut down',
    'sign in out up off',
    'spin up down',
    'start up',
    'switch on off',
    'tear down',
    'top up',
    'turn on off up down',
  ].map((line) => {
    const [first = '', ...others] = line.split(' ');
    return [first, new Set(others)];
  }),
);

/** What is whole without an object: who calls it, does it. */
const whole = /^(?:log(?:in|out|on|off)|sign(?:in|out|up|off)|(?:log|sign) (?:in|out|on|off|up))$/;

/** How many words at the beginning are a verb: none, one, or two as in `sign in`. */
export function countVerb([first = '', second = '']: readonly string[]): number {
  if (Object.hasOwn(pairs, first) && pairs[first]?.has(second) === true) return 2;
  return verbs.has(first) || whole.test(first) ? 1 : 0;
}

/** Whether words are a verb that needs no object, as `login` is. */
export function isWhole(words: readonly string[]): boolean {
  return whole.test(words.join(' '));
}

/** Where the object of the verb stands, or would: after verbs that are joined, and words that say how many. */
export function placeObject(words: readonly string[]): number {
  let at = countVerb(words);
  while (links.has(words[at] ?? '') && countVerb(words.slice(at + 1)) > 0)
    at += 1 + countVerb(words.slice(at + 1));
  while (quantities.has(words[at] ?? '')) at += 1;
  // What follows `public` in `list public` is not said; in `get public key` it is.
  const [next = '', after = ''] = words.slice(at, at + 2);
  return qualities.has(next) && (after === '' || links.has(after)) ? at + 1 : at;
}

/** Whether words ask for one thing rather than several, on a path that leads to one, or to what one has. */
export function isForOne(words: readonly string[], path: string, noun = ''): boolean {
  if (words.some((word) => several.has(word))) return false;
  if (noun !== '' && path.toLowerCase().includes(`${noun}/{`)) return true;
  return words.includes('one') || /\}[^/]*(?:\/[^/{}]*)?\/?$/.test(path) || adding.has(words[0] ?? '');
}

/** Whether one of the words is among the others, in either number. */
export function share(some: readonly string[], others: readonly string[]): boolean {
  const known = new Set(others.map(toOne));
  return some.some((word) => known.has(toOne(word)));
}
