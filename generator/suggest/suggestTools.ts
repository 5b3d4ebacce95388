import type { Api } from '../model/api.js';
import { mostListed } from '../model/config.js';
import type { Server } from '../model/server.js';
import { type Candidate, listCandidates } from './candidate.js';
import { findAside, findUnwanted } from './leaveOut.js';
import { type Ranked, rankCandidates } from './rank.js';

/** How many tools, and tokens in all, may be suggested. */
interface Bounds {
  /** Where it is not said, a quarter of what is useful, at least 10 and at most 40. */
  tools?: number | undefined;
  tokens: number;
}

/** An operation, and why it is suggested or not. */
export interface Verdict {
  candidate: Candidate;
  taken: boolean;
  reason: string;
}

const fewest = 10;
const part = 0.25;
/** How much less each further tool about the same things is worth. */
const repeated = 0.2;

/**
 * Chooses the tools that a server of this API should begin with, by rules alone: the same document gives the same
 * choice.
 *
 * @param api - the API as it is offered
 * @param server - its tools
 * @returns a verdict for each operation that has a tool, in the order of the tools
 */
export function suggestTools(api: Api, server: Server, { tools, tokens }: Bounds): Verdict[] {
  const candidates = listCandidates(api, server);
  const unwanted = findUnwanted(candidates, api.title);
  const ranked = rankCandidates(candidates.filter(({ key }) => !unwanted.has(key)));
  const limit = tools ?? Math.min(mostListed, Math.max(fewest, Math.ceil(ranked.length * part)));
  const chosen = takeBest(ranked, limit, tokens);
  const places = new Map(ranked.map(({ candidate }, at) => [candidate.key, at + 1]));
  return candidates.map((candidate) => {
    const { key } = candidate;
    const reason = chosen.get(key) ?? unwanted.get(key);
    if (reason !== undefined) return { candidate, taken: chosen.has(key), reason };
    const place = places.get(key) ?? 0;
    const why = chosen.size < limit ? `no room in ${tokens} tokens` : `ranks ${place} of ${ranked.length}`;
    return { candidate, taken: false, reason: why };
  });
}

/**
 * Takes all operations but those that belong into no tool set: deprecated, on the health of the API, or larger than a
 * list may be.
 *
 * @returns a verdict for each operation that has a tool, in the order of the tools
 */
export function listUseful(api: Api, server: Server, tokens: number): Verdict[] {
  const candidates = listCandidates(api, server);
  const aside = findAside(candidates);
  return candidates.map((candidate) => {
    const { cost } = candidate.entry;
    const large = cost.tokens > tokens ? `takes ${cost.tokens} tokens, more than a list may` : undefined;
    const reason = aside.get(candidate.key) ?? large;
    return { candidate, taken: reason === undefined, reason: reason ?? 'useful' };
  });
}

/** The best that there is room for; a list brings along what reads one of its things, and the other way round. */
function takeBest(ranked: readonly Ranked[], limit: number, tokens: number): Map<string, string> {
  const taken = new Map<string, string>();
  let left = tokens;
  const take = ({ candidate: { key, entry } }: Ranked, reason: string): boolean => {
    if (taken.has(key) || taken.size >= limit || entry.cost.tokens > left) return false;
    taken.set(key, reason);
    left -= entry.cost.tokens;
    return true;
  };
  const partners = new Map<string, Ranked>();
  for (const one of ranked) {
    const { act, home } = one.candidate;
    // Of a thing itself, and not of a part of it.
    if (one.isPart) continue;
    const known = `${act} ${home}`;
    if (!partners.has(known)) partners.set(known, one);
  }
  const perHome = new Map<string, number>();
  const worthOf = ({ score, candidate: { home } }: Ranked) => score - repeated * (perHome.get(home) ?? 0);
  const waiting = new Set(ranked);
  while (taken.size < limit && waiting.size > 0) {
    let best: Ranked | undefined;
    for (const one of waiting) if (best === undefined || worthOf(one) > worthOf(best)) best = one;
    if (best === undefined) break;
    waiting.delete(best);
    if (!take(best, best.reason)) continue;
    const { act, home, key } = best.candidate;
    perHome.set(home, (perHome.get(home) ?? 0) + 1);
    const other = act === 'list' ? 'get' : act === 'get' ? 'list' : undefined;
    const partner = other && partners.get(`${other} ${home}`);
    if (partner === undefined || !waiting.delete(partner)) continue;
    take(partner, `${partner.reason}; goes with ${key}`);
  }
  return taken;
}
