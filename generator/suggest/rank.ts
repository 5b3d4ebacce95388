import { type Candidate, countMentions, isValue, nounOf, segmentsOf } from './candidate.js';

/** An operation with what it is worth, and why. */
export interface Ranked {
  candidate: Candidate;
  score: number;
  reason: string;
  /** Whether it is about a part of the things of its path, or done to them. */
  isPart: boolean;
}

/** What an act is worth: people ask for things first, then make some, and seldom take them away. */
const worth: Record<Candidate['act'], number> = {
  list: 1,
  get: 0.8,
  create: 1.05,
  update: 0.8,
  do: 0.7,
  delete: 0.6,
};

const verbs: Record<Candidate['act'], string> = {
  list: 'lists',
  get: 'reads',
  create: 'makes',
  update: 'changes',
  do: 'works on',
  delete: 'deletes',
};

/** What is taken off where the same can be had otherwise. */
const again = 0.6;
/** What is taken off for each value in the path of the things, each part of one of them, and each word before them. */
const weights = { depth: 0.1, beyond: 0.45, aside: 0.35 };

/** Segments that say how things are asked for or made, and not which part of them is meant. */
const plain = new Set('json list all create new add search'.split(' '));

/** What is known of the things of one path. */
interface Home {
  noun: string;
  /** Operations at the path and below it. */
  below: number;
  /** Tools that take one of them as an argument. */
  mentions: number;
  /** Values in its path: whose things they are. */
  depth: number;
  acts: Set<Candidate['act']>;
  /** Whether all of them can be listed without a search. */
  lists: boolean;
}

/** Orders operations by what they are worth to a model, the best first. */
export function rankCandidates(candidates: readonly Candidate[]): Ranked[] {
  const homes = readHomes(candidates);
  const most = { below: 1, mentions: 1 };
  for (const { below, mentions } of homes.values()) {
    most.below = Math.max(most.below, below);
    most.mentions = Math.max(most.mentions, mentions);
  }
  const prefix = countShared(candidates);
  const seen = new Map<string, string>();
  return candidates
    .map((candidate) => {
      const home = homes.get(candidate.home);
      const score = home === undefined ? 0 : scoreOf(candidate, home, { most, prefix });
      return { candidate, score, reason: tellReason(candidate, home), isPart: countBeyond(candidate) > 0 };
    })
    .toSorted(byScore)
    .map((ranked) => {
      // The same things by another way are worth less, and so is a search where there is a list.
      const { home, act, entry } = ranked.candidate;
      const same = `${act} ${nounOf(home)}`;
      const first = seen.get(same) ?? home;
      if (!ranked.isPart) seen.set(same, first);
      const isSearch = entry.search.seeks === true && homes.get(home)?.lists === true;
      const less = (first === home ? 0 : again) + (isSearch ? again : 0);
      return Object.assign(ranked, { score: ranked.score - less });
    })
    .toSorted(byScore);
}

function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || (a.candidate.key < b.candidate.key ? -1 : 1);
}

function readHomes(candidates: readonly Candidate[]): Map<string, Home> {
  const mentions = countMentions(candidates);
  const homes = new Map<string, Home>();
  for (const { home } of candidates) {
    if (homes.has(home)) continue;
    const noun = nounOf(home);
    const depth = segmentsOf(home).filter(isValue).length;
    homes.set(home, {
      noun,
      below: 0,
      mentions: mentions.get(noun) ?? 0,
      depth,
      acts: new Set(),
      lists: false,
    });
  }
  for (const { segments, act, home, entry } of candidates) {
    const own = homes.get(home);
    own?.acts.add(act);
    if (own && act === 'list' && entry.search.seeks !== true) own.lists = true;
    let path = '';
    for (const segment of segments) {
      path += `/${isValue(segment) ? '{}' : segment}`;
      const above = homes.get(path);
      if (above !== undefined) above.below += 1;
    }
  }
  return homes;
}

/** A count between 0 and 1, by its order of magnitude. */
function measureCount(count: number, highest: number): number {
  return Math.log1p(count) / Math.log1p(highest);
}

function scoreOf(
  candidate: Candidate,
  { below, mentions, depth, acts }: Home,
  { most, prefix }: { most: { below: number; mentions: number }; prefix: number },
): number {
  const { act, entry, home: path } = candidate;
  const core =
    0.8 * measureCount(below, most.below) +
    0.8 * measureCount(mentions, most.mentions) +
    0.1 * Math.min(acts.size, 4);
  const literals = segmentsOf(path).filter((segment) => !isValue(segment)).length;
  // What is a part of a thing, or done to it.
  const beyond = countBeyond(candidate);
  // What is asked below a thing tells less of it than what is done to it does for the work.
  const kind = beyond > 0 && act !== 'do' ? 'do' : act;
  const rest = act === 'do' ? beyond / 2 : beyond;
  const seeking = entry.search.seeks === true ? 0.2 : 0;
  const { required = [] } = entry.enforced as { required?: string[] };
  const aside = Math.max(0, literals - prefix - 1 - depth);
  return (
    worth[kind] +
    core +
    seeking -
    weights.depth * depth -
    weights.beyond * rest -
    weights.aside * aside -
    0.03 * Math.max(0, required.length - 3)
  );
}

function tellReason({ act, entry }: Candidate, home: Home | undefined): string {
  const noun = (home?.noun ?? '').replaceAll('_', ' ') || 'the API';
  const verb = entry.search.seeks === true ? 'searches' : verbs[act];
  const { mentions = 0, below = 0 } = home ?? {};
  const whose =
    mentions > 1 ? `${mentions} tools take one as an argument` : `${below} operations are about it`;
  return `${verb} ${noun}: ${whose}`;
}

/** The literal segments that most paths begin with, as `v1`. */
function countShared(candidates: readonly Candidate[]): number {
  const counts = new Map<string, number>();
  for (const { segments } of candidates) {
    const first = segments[0] ?? '';
    if (/^(?:api|rest|v\d+)$/i.test(first)) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values()) * 2 > candidates.length ? 1 : 0;
}

/** The segments after the path of the things that name a part of them, or what is done to them. */
function countBeyond({ segments, home }: Candidate): number {
  const beyond = segments.slice(segmentsOf(home).length);
  return beyond.filter((segment) => !isValue(segment) && !plain.has(segment)).length;
}
