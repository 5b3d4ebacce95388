import type { Server, ToolEntry } from '../../model/server.js';
import { findTwins } from './findTwins.js';
import { type Lack, type Loss, type Part, judgeTool, parts } from './judgeTool.js';

/** How good the tools of a server are for the models that choose and call them, from 0 to 100. */
export interface Quality {
  /** 60% of the mean, and 40% of the worst tool. */
  score: number;
  mean: number;
  worst: { tool: string; score: number };
  /** What would raise the score most, the most first; each is counted as if those before it were done. */
  improvements: Improvement[];
  tools: ToolQuality[];
}

interface ToolQuality {
  tool: string;
  score: number;
  /** The points of each part, of those of {@link parts}. */
  parts: Record<Part, number>;
  /** What it loses points for. */
  lacks: { part: Part; points: number; what: Lack; of?: string }[];
}

export interface Improvement {
  /** One thing that tools lack, or all that one tool lacks. */
  lacks: { what: Lack; of?: string }[];
  /** The tools that it is to be done for. */
  tools: string[];
  /** By how much the score of the server rises. */
  gain: number;
}

/** How much the mean and the worst tool count. */
const weights = { mean: 0.6, worst: 0.4 };
/** Improvements that are told. */
const mostTold = 5;
/** Those that gain less are not. */
const leastGain = 0.5;

/** A tool with what it loses. */
interface Judged {
  name: string;
  losses: Loss[];
}

/**
 * Scores the tools of a server by what models see of them: descriptions and input schemas as they are listed. The same
 * tools have the same score; the work grows with their number and size.
 *
 * @returns undefined where there are no tools
 */
export function scoreTools(server: Pick<Server, 'toolsets' | 'components'>): Quality | undefined {
  const entries = server.toolsets.flatMap(({ tools }) => tools);
  if (entries.length === 0) return undefined;
  const judged = judgeAll(entries, server);
  const scores = judged.map(({ losses }) => scoreOf(losses));
  const { score, mean, worst } = summarize(scores);
  return {
    score: round(score),
    mean: round(mean),
    worst: { tool: judged[scores.indexOf(worst)]?.name ?? '', score: round(worst) },
    improvements: rankImprovements(judged, scores),
    tools: judged.map(({ name, losses }, index) => ({
      tool: name,
      score: round(scores[index] ?? 0),
      parts: scoreParts(losses),
      lacks: losses.map(({ points, lacks, part, of }) => ({
        part,
        points: round(points),
        what: lacks,
        ...(of !== undefined && { of }),
      })),
    })),
  };
}

function judgeAll(entries: readonly ToolEntry[], server: Pick<Server, 'components'>): Judged[] {
  const twins = findTwins(entries);
  return entries.map((entry, index) => {
    const losses = judgeTool(entry, server);
    const likeness = twins.get(index);
    if (likeness !== undefined)
      losses.push({
        part: 'distinction',
        points: likeness === 'same' ? parts.distinction : parts.distinction / 2,
        lacks: 'twins',
      });
    return { name: entry.tool.name, losses };
  });
}

function scoreOf(losses: readonly Loss[]): number {
  return 100 - losses.reduce((sum, { points }) => sum + points, 0);
}

function scoreParts(losses: readonly Loss[]): Record<Part, number> {
  const left: Record<Part, number> = { ...parts };
  for (const { part, points } of losses) left[part] -= points;
  for (const part of Object.keys(left) as Part[]) left[part] = round(left[part]);
  return left;
}

function summarize(scores: readonly number[]): { score: number; mean: number; worst: number } {
  const mean = scores.reduce((sum, one) => sum + one, 0) / scores.length;
  const worst = scores.reduce((least, one) => Math.min(least, one), 100);
  return { score: weights.mean * mean + weights.worst * worst, mean, worst };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Losses that are made good together. */
interface Remedy extends Pick<Improvement, 'lacks'> {
  /** What tools gain by it, by their places in the list. */
  gains: Map<number, number>;
  /** Whether a loss of one of these tools is made good. */
  mends: (one: Loss) => boolean;
}

/** Picks what raises the score most, again and again, with the score worked out anew each time. */
function rankImprovements(judged: readonly Judged[], before: readonly number[]): Improvement[] {
  const remedies = groupLosses(judged);
  const done = new Set<Loss>();
  const scores = [...before];
  const told: Improvement[] = [];
  while (told.length < mostTold) {
    const { score } = summarize(scores);
    const best = findBest([...remedies.values(), mendWorst(judged, scores, done)], scores);
    if (best === undefined || round(best.score - score) < leastGain) break;
    const { lacks, gains, mends } = best.remedy;
    const indexes = [...gains.keys()];
    for (const index of indexes) {
      scores[index] = (scores[index] ?? 0) + (gains.get(index) ?? 0);
      for (const one of judged[index]?.losses ?? [])
        if (!done.has(one) && mends(one)) forget(remedies, index, one, done);
    }
    told.push({
      lacks,
      tools: indexes.map((index) => judged[index]?.name ?? ''),
      gain: round(best.score - score),
    });
  }
  return told;
}

/** Equal for losses that one thing makes good; descriptions that were cut come back together. */
function cureOf({ lacks, of = '' }: Loss): string {
  return lacks === 'cut' ? lacks : `${lacks} ${of}`;
}

function groupLosses(judged: readonly Judged[]): Map<string, Remedy> {
  const remedies = new Map<string, Remedy>();
  for (const [index, { losses }] of judged.entries()) {
    for (const one of losses) {
      const key = cureOf(one);
      const remedy = remedies.get(key) ?? {
        lacks: [toLack(one)],
        gains: new Map<number, number>(),
        mends: (other) => cureOf(other) === key,
      };
      remedy.gains.set(index, (remedy.gains.get(index) ?? 0) + one.points);
      remedies.set(key, remedy);
    }
  }
  return remedies;
}

/** What a loss is about, without its points. */
function toLack({ lacks: what, of }: Loss): Improvement['lacks'][number] {
  return { what, ...(of !== undefined && what !== 'cut' && { of }) };
}

/** Takes a loss that was made good out of what is left to be done. */
function forget(remedies: Map<string, Remedy>, index: number, one: Loss, done: Set<Loss>): void {
  done.add(one);
  const gains = remedies.get(cureOf(one))?.gains;
  const left = (gains?.get(index) ?? 0) - one.points;
  if (left > 1e-9) gains?.set(index, left);
  else gains?.delete(index);
}

/** All that the worst tool lacks; where several are as bad, the first of them. */
function mendWorst(judged: readonly Judged[], scores: readonly number[], done: ReadonlySet<Loss>): Remedy {
  const { worst } = summarize(scores);
  const index = scores.indexOf(worst);
  const left = (judged[index]?.losses ?? []).filter((one) => !done.has(one));
  const gain = left.reduce((sum, { points }) => sum + points, 0);
  return {
    lacks: left.toSorted((a, b) => b.points - a.points).map(toLack),
    gains: new Map(left.length > 0 ? [[index, gain]] : []),
    mends: () => true,
  };
}

/** The remedy after which the score is highest; of several, the first. */
function findBest(
  remedies: readonly Remedy[],
  scores: readonly number[],
): { remedy: Remedy; score: number } | undefined {
  const order = [...scores.keys()].toSorted((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0));
  const sum = scores.reduce((all, one) => all + one, 0);
  let best: { remedy: Remedy; score: number } | undefined;
  for (const remedy of remedies) {
    const { gains } = remedy;
    let all = sum;
    let worst = scores[order.find((index) => !gains.has(index)) ?? -1] ?? 100;
    for (const [index, gain] of gains) {
      all += gain;
      worst = Math.min(worst, (scores[index] ?? 0) + gain);
    }
    const score = (weights.mean * all) / scores.length + weights.worst * worst;
    if (gains.size > 0 && (best === undefined || score > best.score + 1e-9)) best = { remedy, score };
  }
  return best;
}
