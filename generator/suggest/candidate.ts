import { type Api, type Operation, argumentsOf } from '../model/api.js';
import type { Server, ToolEntry } from '../model/server.js';
import { splitWords, toOne } from '../text/words.js';

/** An operation that may be suggested, and its tool. */
export interface Candidate {
  operation: Operation;
  entry: ToolEntry;
  /** Such as `GET /pets`. */
  key: string;
  /** The toolset that the document makes of it. */
  toolset: string;
  act: 'list' | 'get' | 'create' | 'update' | 'delete' | 'do';
  /** The segments of its path, without the query. */
  segments: readonly string[];
  /** The path of the things that it is about: `/pets` of `/pets/{petId}/photo`, unless photos have IDs of their own. */
  home: string;
}

/** Operations that belong together, and what they are about in words. */
export interface Part {
  /** What all of a group is about. */
  title: string;
  /** What is in it, where that is but a part. */
  about: string[];
  /** Whether it holds what the others are a part of: of all about customers, the customers themselves. */
  isMain?: boolean;
  candidates: Candidate[];
}

/** The operations that a server has tools of, in the order of its tools. */
export function listCandidates(api: Pick<Api, 'operations'>, server: Pick<Server, 'toolsets'>): Candidate[] {
  const byPointer = new Map(api.operations.map((operation) => [operation.pointer, operation]));
  const known = listCollections(api.operations.map(({ path }) => segmentsOf(path)));
  return server.toolsets.flatMap(({ name, tools }) =>
    tools.flatMap((entry) => {
      const operation = byPointer.get(entry.pointer);
      if (operation === undefined) return [];
      const segments = segmentsOf(operation.path);
      const key = `${operation.method} ${operation.path}`;
      const act = entry.search.act ?? (entry.tool.annotations.readOnlyHint ? 'get' : 'do');
      return [{ operation, entry, key, toolset: name, act, segments, home: findHomePath(segments, known) }];
    }),
  );
}

/** The segments of a path, without its query and what is empty. */
export function segmentsOf(path: string): string[] {
  return (path.split('?', 1)[0] ?? '').split('/').filter((segment) => segment !== '');
}

/** Whether a segment is the place of a value. */
export function isValue(segment: string): boolean {
  return segment.includes('{');
}

/** The paths below which things have IDs of their own. */
function listCollections(paths: readonly string[][]): Set<string> {
  const known = new Set<string>();
  for (const segments of paths)
    for (const [at, segment] of segments.entries())
      if (at > 0 && isValue(segment) && !isValue(segments[at - 1] ?? ''))
        known.add(spell(segments.slice(0, at)));
  return known;
}

/** The longest start of a path that is a collection, else all of it. */
function findHomePath(segments: readonly string[], known: ReadonlySet<string>): string {
  for (let length = segments.length; length > 0; length -= 1) {
    const start = spell(segments.slice(0, length));
    if (known.has(start)) return start;
  }
  return spell(segments);
}

/** Paths whose values have other names are one. */
function spell(segments: readonly string[]): string {
  return segments.map((segment) => `/${isValue(segment) ? '{}' : segment}`).join('');
}

/** What the things of a path are called, as one of them: `payment_intent` of `/v1/payment_intents`. */
export function nounOf(home: string): string {
  const last = home.split('/').findLast((segment) => segment !== '' && segment !== '{}') ?? '';
  return toOne(splitWords(last).join('_'));
}

/** How many tools take each noun as an argument, as `customer`, `customer_id` and `customerIds` do. */
export function countMentions(candidates: readonly Candidate[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { entry } of candidates) {
    const nouns = new Set(argumentsOf(entry.tool.request).map(toNoun));
    for (const noun of nouns) counts.set(noun, (counts.get(noun) ?? 0) + 1);
  }
  return counts;
}

const identifying = new Set(['id', 'ids', 'key', 'name', 'slug', 'uuid']);

function toNoun(argument: string): string {
  const words = splitWords(argument);
  const bare = words.length > 1 && identifying.has(words.at(-1) ?? '') ? words.slice(0, -1) : words;
  return toOne(bare.join('_'));
}
