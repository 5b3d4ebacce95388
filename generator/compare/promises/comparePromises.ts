import type { ServerChange } from '../../model/comparison.js';
import type { Promises, Shape } from '../../model/server.js';
import { type Compared, type Difference, compareShapes } from './compareShapes.js';

/** A tool on both sides, by its names there. */
interface Named {
  was: string;
  name: string;
}

/** The tools whose answers hold what is shared, and the way there from the first of them. */
interface Use {
  path: string;
  tools: string[];
}

/**
 * What changed of what the API promises of its answers. What is shared by several tools is told once, by the name that the
 * document gives it.
 *
 * @param tools - those that are on both sides
 */
export function comparePromises(old: Promises, now: Promises, tools: readonly Named[]): ServerChange[] {
  const compared = new Map<string, Compared>();
  const compareShared = (pair: string): Compared => {
    const [before = '', after = ''] = pair.split('\n');
    const made = compared.get(pair) ?? compareShapes(shapeOf(old, before), shapeOf(now, after), old, now);
    compared.set(pair, made);
    return made;
  };
  const uses = new Map<string, Use>();
  const found = tools.flatMap(({ was, name }): ServerChange[] => {
    const [before, after] = [answerOf(old, was), answerOf(now, name)];
    if (before === undefined || after === undefined) return describeOne(name, before, after);
    const whole = compareShapes(before, after, old, now);
    noteUses(name, whole, compareShared, uses);
    return whole.differences.map((difference) =>
      placeDifference(difference, { tool: name }, difference.path),
    );
  });
  for (const [pair, { path, tools: all }] of uses) {
    const name = pair.slice(pair.indexOf('\n') + 1);
    const [tool] = all;
    for (const difference of compareShared(pair).differences)
      found.push(
        all.length === 1 && tool !== undefined
          ? placeDifference(difference, { tool }, joinPaths(path, difference.path))
          : placeDifference(difference, { tools: all }, joinPaths(name, difference.path)),
      );
  }
  return found;
}

/** A difference as a change of one tool or of several. */
function placeDifference(
  { path: _path, ...difference }: Difference,
  of: Pick<ServerChange, 'tool' | 'tools'>,
  subject: string,
): ServerChange {
  return { ...difference, ...of, ...(subject !== '' && { subject }) };
}

/** Notes what an answer leads to, and what that leads to, each by the first way there. */
function noteUses(
  tool: string,
  { leads }: Compared,
  compareShared: (pair: string) => Compared,
  uses: Map<string, Use>,
): void {
  const waiting = [...leads];
  const seen = new Set<string>();
  for (const [pair, path] of waiting) {
    if (seen.has(pair)) continue;
    seen.add(pair);
    const use = uses.get(pair) ?? { path, tools: [] };
    uses.set(pair, use);
    use.tools.push(tool);
    for (const [next, further] of compareShared(pair).leads) waiting.push([next, joinPaths(path, further)]);
  }
}

/** An answer that only one side describes. */
function describeOne(tool: string, before: Shape | undefined, after: Shape | undefined): ServerChange[] {
  if (before === undefined && after === undefined) return [];
  return before === undefined
    ? [{ kind: 'output-added', impact: 'compatible', tool, summary: 'the result is described now' }]
    : [
        {
          kind: 'output-changed',
          impact: 'possibly-breaking',
          tool,
          summary: 'no result is described any more',
        },
      ];
}

function answerOf({ answers }: Promises, name: string): Shape | undefined {
  return Object.hasOwn(answers, name) ? answers[name] : undefined;
}

function shapeOf({ shared }: Promises, name: string): Shape {
  return Object.hasOwn(shared, name) ? (shared[name] ?? 'any') : 'any';
}

function joinPaths(path: string, further: string): string {
  if (path === '' || further === '') return path + further;
  return further.startsWith('[') ? path + further : `${path}.${further}`;
}
