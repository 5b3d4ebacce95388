import type { Server } from '../model/server.js';
import { type Candidate, type Part, isValue } from './candidate.js';
import { memoizeIn } from '../text/memo.js';
import { nameSets } from './nameSets.js';

/** A tool set: what it is called, and what it holds. */
export interface ToolSet {
  /** `^[a-z][a-z0-9_]*$`, unique. */
  name: string;
  title: string;
  candidates: Candidate[];
  tokens: number;
  /** The OAuth scopes that suffice for all of its tools. */
  scopes: string[];
}

/** How much one set may hold. */
interface Room {
  tools: number;
  tokens: number;
}

/** Sets with fewer tools are put together where there are many. */
const small = 8;
/** So many sets are none too many, whatever they hold. */
const few = 12;

/**
 * Groups operations into sets that each fit a list: by the toolsets that the document makes; what is too large is split
 * by its paths, and where there are many small ones, neighbours by path share a set.
 *
 * @param candidates - each takes no more tokens than a set may hold
 */
export function suggestSets(
  candidates: readonly Candidate[],
  { toolsets }: Pick<Server, 'toolsets'>,
  room: Room,
): ToolSet[] {
  const parts = toolsets.flatMap(({ name, title }) => {
    const own = candidates.filter(({ toolset }) => toolset === name);
    return own.length === 0 ? [] : splitPart({ title, about: [], candidates: own }, room);
  });
  const united =
    parts.length > Math.max(few, (2 * candidates.length) / room.tools) ? uniteSmall(parts, room) : parts;
  const names = nameSets(united);
  return united.map((part, at) => {
    const { name, title } = names[at] ?? { name: '', title: '' };
    const { candidates: own } = part;
    return { name, title, candidates: own, tokens: countTokens(part), scopes: listLeastScopes(own) };
  });
}

function fits({ candidates }: Pick<Part, 'candidates'>, room: Room): boolean {
  return candidates.length <= room.tools && countTokens({ candidates }) <= room.tokens;
}

function countTokens({ candidates }: Pick<Part, 'candidates'>): number {
  return candidates.reduce((sum, { entry }) => sum + entry.cost.tokens, 0);
}

/** Splits what is too large by the next segment in which its paths differ; neighbours that fit together stay so. */
function splitPart(part: Part, room: Room): Part[] {
  if (fits(part, room)) return [part];
  const { title, candidates } = part;
  const buckets = bucketByPath(candidates) ?? bucketByName(candidates, room);
  const pieces = [...buckets].flatMap(([word, own]) =>
    splitPart(
      { title, ...(word === '' ? { about: [], isMain: true } : { about: [word] }), candidates: own },
      room,
    ),
  );
  return pack(pieces, room, (piece, next) => ({
    title,
    about: [...piece.about, ...next.about],
    isMain: piece.isMain === true || next.isMain === true,
    candidates: [...piece.candidates, ...next.candidates],
  }));
}

/** By the first literal segment after those that all share; nothing where there is none that divides them. */
function bucketByPath(candidates: readonly Candidate[]): Map<string, Candidate[]> | undefined {
  const literals = candidates.map(({ segments }) => segments.filter((one) => !isValue(one)));
  const longest = Math.max(...literals.map(({ length }) => length));
  for (let at = 0; at < longest; at += 1) {
    const buckets = new Map<string, Candidate[]>();
    for (const [index, candidate] of candidates.entries()) {
      const word = literals[index]?.[at] ?? '';
      memoizeIn(buckets, word, (): Candidate[] => []).push(candidate);
    }
    if (buckets.size > 1) return new Map([...buckets].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
  return undefined;
}

/** In the order of the names of their tools, as many as fit. */
function bucketByName(candidates: readonly Candidate[], room: Room): Map<string, Candidate[]> {
  const sorted = candidates.toSorted((a, b) => (a.entry.tool.name < b.entry.tool.name ? -1 : 1));
  const buckets = new Map<string, Candidate[]>();
  let own: Candidate[] = [];
  for (const candidate of sorted) {
    if (own.length > 0 && !fits({ candidates: [...own, candidate] }, room)) own = [];
    own.push(candidate);
    buckets.set(own[0]?.entry.tool.name ?? '', own);
  }
  return buckets;
}

/** Joins neighbours while they fit into one set. */
function pack(parts: readonly Part[], room: Room, join: (part: Part, next: Part) => Part): Part[] {
  const packed: Part[] = [];
  for (const part of parts) {
    const last = packed.at(-1);
    const joined = last && join(last, part);
    if (joined !== undefined && fits(joined, room)) packed[packed.length - 1] = joined;
    else packed.push(part);
  }
  return packed;
}

/** Puts small sets together with those whose paths are next to theirs. */
function uniteSmall(parts: readonly Part[], room: Room): Part[] {
  const large = parts.filter(({ candidates }) => candidates.length >= small);
  const others = parts
    .filter(({ candidates }) => candidates.length < small)
    .toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1));
  const joined = pack(others, { ...room, tools: room.tools / 2 }, (part, next) => ({
    title: '',
    about: [...aboutOf(part), ...aboutOf(next)],
    candidates: [...part.candidates, ...next.candidates],
  }));
  return [...large, ...joined];
}

function pathOf({ candidates }: Part): string {
  return candidates.map(({ operation }) => operation.path).toSorted()[0] ?? '';
}

function aboutOf({ title, about, isMain }: Part): string[] {
  if (title === '') return about;
  // A part of what a title promises says which.
  return about.length === 0 || isMain ? [title] : about.map((word) => `${title} ${word}`);
}

/** Of the ways with scopes in which each operation can be called, the one with the fewest. */
function listLeastScopes(candidates: readonly Candidate[]): string[] {
  const all = candidates.flatMap(({ operation: { security } }) => {
    const ways = security
      .map((requirement) => Object.values(requirement).flat())
      .filter((scopes) => scopes.length > 0);
    return ways.toSorted((a, b) => a.length - b.length)[0] ?? [];
  });
  return [...new Set(all)].toSorted();
}
