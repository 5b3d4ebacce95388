import { summarizeComparison } from '../../../generator/commands/describe/describeComparison.js';
import {
  type Comparison,
  type Impact,
  type ServerChange,
  impacts,
} from '../../../generator/model/comparison.js';
import { type Fields, type Walked, walkDocument } from './walkDocument.js';

/** Two versions of a document, and the operations of the tools that the older one became, by name. */
interface Versions {
  old: object;
  now: object;
  names: ReadonlyMap<string, string>;
}

/**
 * The lines that a run prints of what changed, and the most severe real changes that they do not name: operations that are
 * gone, arguments that are gone or newly required, and ways to prove who calls that are gone, by a walk through the documents.
 * Where there is room for no more, lines as severe stand in their place.
 */
export function listGrave(
  changes: ServerChange[],
  { old, now, names }: Versions,
): { summary: string[]; unnamed: string[] } {
  const count = (impact: Impact) => changes.filter((change) => change.impact === impact).length;
  const comparison: Comparison = {
    old: { title: '', version: '', tools: 0, tokens: 0 },
    new: { title: '', version: '', tools: 0, tokens: 0 },
    counts: Object.fromEntries(impacts.map((one) => [one, count(one)])) as Record<Impact, number>,
    changes,
    tools: [],
  };
  const [, ...summary] = summarizeComparison(comparison, (_style, text) => text);
  const told = summary.filter((line) => !line.startsWith('  …'));
  const isFull = told.length >= 10 && told.every((line) => /^ {2}breaking/.test(line));
  if (isFull) return { summary, unnamed: [] };
  const [left, right] = [walkDocument(old), walkDocument(now)];
  const unnamed: string[] = [];
  for (const [name, operation] of names) {
    const was = left.get(operation);
    if (was !== undefined) unnamed.push(...listUntold(name, was, right.get(operation), told));
  }
  return { summary, unnamed };
}

/** What happened to an operation that no line names. */
function listUntold(name: string, was: Walked, is: Walked | undefined, told: readonly string[]): string[] {
  const own = told.filter((line) => line.includes(`${name}:`) || / tools: /.test(line));
  const isNamed = (what: RegExp) => own.some((line) => /^ {2}breaking/.test(line) && what.test(line));
  if (is === undefined) return isNamed(/removed/) ? [] : [`${name} is gone`];
  const lost = listArguments(was.takes).filter(([path]) => !is.takes.has(path));
  const needed = listArguments(is.takes).filter(
    ([path, said]) => said.has('required') && was.takes.get(path)?.has('required') !== true,
  );
  const ways = was.security.filter((way) => !is.security.includes(way) && is.security.length > 0);
  const found: string[] = [];
  if (lost.length > 0 && !isNamed(/argument/)) found.push(`${name} has lost ${String(lost[0])}`);
  if (needed.length > 0 && !isNamed(/required/)) found.push(`${name} needs ${String(needed[0])}`);
  if (ways.length > 0 && !told.some((line) => /credentials|scopes/.test(line)))
    found.push(`${name} is proven otherwise`);
  return found;
}

function listArguments(takes: Fields): [path: string, said: Set<string>][] {
  return [...takes].filter(([path]) => !path.includes('.'));
}
