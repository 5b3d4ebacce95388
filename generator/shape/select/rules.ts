import type { Skipped } from '../../model/api.js';
import { type Rule, writeRule } from '../../model/config.js';
import type { Report } from '../../model/diagnostic.js';
import { joinPointer } from '../../model/document.js';
import { nearest } from '../../text/nearest.js';

/** An operation as rules look at it. */
export interface Subject {
  operation: Skipped;
  /** `shown`: the title that the configuration gives it. */
  toolset: { name: string; title: string; shown?: string };
  /** Whether its tool says that it only reads. */
  readOnly: boolean;
  /** Whether its tool says that it may destroy something. */
  destructive: boolean;
}

/** What each member of a rule that holds texts is compared with. */
const comparedWith = {
  toolset: ({ toolset: { name, title, shown = title } }) => [name, title, shown],
  tag: ({ operation }) => operation.tags,
  path: ({ operation: { path } }) => [path, path.split('?', 1).join('')],
  method: ({ operation }) => [operation.method],
  operationId: ({ operation }) => [operation.operationId],
} as const satisfies { [member in keyof Rule]: (subject: Subject) => readonly string[] };

/** Makes what says whether an operation fits all members of a rule; of a list of values, any. */
export function createMatcher(rule: Rule): (subject: Subject) => boolean {
  const { deprecated, readOnly, destructive } = rule;
  const ofMembers = Object.entries(comparedWith).flatMap(([member, textsOf]) => {
    const globs = rule[member as keyof typeof comparedWith];
    if (globs === undefined) return [];
    const tests = globs.map((glob) => (member === 'path' ? toPathTest(glob) : toTest(glob)));
    return (subject: Subject): boolean => textsOf(subject).some((text) => tests.some((test) => test(text)));
  });
  return (subject) =>
    ofMembers.every((test) => test(subject)) &&
    (deprecated === undefined || deprecated === subject.operation.deprecated) &&
    (readOnly === undefined || readOnly === subject.readOnly) &&
    (destructive === undefined || destructive === subject.destructive);
}

/** `*` is anything; case does not count. */
function toTest(glob: string): (text: string) => boolean {
  const parts = glob
    .toLowerCase()
    .split(/(\*)\**/)
    .flatMap((part): Part[] => (part === '*' ? [anything] : Array.from(part)));
  return (text) => matchesParts(parts, text.toLowerCase());
}

/** `*` is any part of a segment, `**` any number of segments: `/a/**` is `/a` and all below it. */
function toPathTest(glob: string): (text: string) => boolean {
  const parts = glob.split(/(\/\*\*(?=\/|$)|\*+)/).flatMap((part): Part[] => {
    if (part === '/**') return [below, anything];
    if (!part.startsWith('*')) return Array.from(part);
    return part === '*' ? [ofSegment] : [anything];
  });
  return (text) => matchesParts(parts, text);
}

/** A part of a glob: a character, or what stands for any number of them. */
type Part = string | typeof anything | typeof ofSegment | typeof below;
const anything = Symbol('any characters');
const ofSegment = Symbol('any characters but /');
/** A `/` and what comes next, or neither. */
const below = Symbol('a / and the next part, or neither');

/**
 * Whether a text has the parts, and no more. All ways to read it are followed at once, so that the work grows with the
 * product of both lengths, and with no power of them.
 */
function matchesParts(parts: readonly Part[], text: string): boolean {
  let places = reach([0], parts);
  for (const character of text) {
    const next: number[] = [];
    for (const place of places) {
      const part = parts[place];
      if (part === anything || (part === ofSegment && character !== '/')) next.push(place);
      else if (part === character || (part === below && character === '/')) next.push(place + 1);
    }
    if (next.length === 0) return false;
    places = reach(next, parts);
  }
  return places.has(parts.length);
}

/** The places, and those that follow what may stand for nothing. */
function reach(from: readonly number[], parts: readonly Part[]): Set<number> {
  const places = new Set(from);
  for (const place of places) {
    const part = parts[place];
    if (part === anything || part === ofSegment) places.add(place + 1);
    if (part === below) places.add(place + 2);
  }
  return places;
}

/** A rule, and the operations that it matches. */
export interface Match {
  kind: string;
  rule: string;
  operations: ReadonlySet<Skipped>;
}

/**
 * Matches the rules of one place of the configuration, which `kind` names. A rule that matches nothing is reported, and
 * so is each value in one that does not help it to: both may be misspelt.
 */
export function matchRules(
  rules: readonly Rule[],
  kind: string,
  subjects: readonly Subject[],
  report: Report,
): Match[] {
  return rules.map((rule, index) => {
    const text = writeRule(rule);
    const operations = findMatching(rule, subjects);
    const idle = listIdle(rule, subjects);
    const tell = (what: string, hint: string) =>
      report('nothing-matched', joinPointer(`config#/${kind.replaceAll('.', '/')}`, index), { what, hint });
    if (operations.size === 0) {
      tell(`The ${kind} rule ${text}`, idle.find(({ hint }) => hint !== '')?.hint ?? '');
    } else {
      for (const { value, hint } of idle) tell(`${JSON.stringify(value)} of the ${kind} rule ${text}`, hint);
    }
    return { kind, rule: text, operations };
  });
}

/** The operations that any of several rules matches. */
export function uniteMatches(matches: readonly Match[]): ReadonlySet<Skipped> {
  const all = new Set<Skipped>();
  for (const { operations } of matches) for (const operation of operations) all.add(operation);
  return all;
}

function findMatching(rule: Rule, subjects: readonly Subject[]): Set<Skipped> {
  const matches = createMatcher(rule);
  return new Set(subjects.filter(matches).map(({ operation }) => operation));
}

/** The values of a rule that match nothing by themselves, each with what it may be meant to be. */
function listIdle(rule: Rule, subjects: readonly Subject[]): { value: string; hint: string }[] {
  return Object.entries(comparedWith).flatMap(([member, textsOf]) =>
    (rule[member as keyof typeof comparedWith] ?? [])
      .filter((value) => findMatching({ [member]: [value] }, subjects).size === 0)
      .map((value) => {
        const known = [...new Set(subjects.flatMap((subject) => [...textsOf(subject)]))];
        // Of two words, the longer one says how many letters may be amiss.
        const meant = nearest(value, known) ?? known.find((name) => nearest(name, [value]) !== undefined);
        return { value, hint: meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?` };
      }),
  );
}
