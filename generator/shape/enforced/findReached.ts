import { type Operation, markReserved } from '../../model/api.js';

/** What one segment of a path may be. */
interface Segment {
  /** What it begins and ends with; the whole of it, twice, where there is no placeholder in it. */
  before: string;
  after: string;
  isOpen: boolean;
  /** Whether it stands for several segments as well. */
  isWide: boolean;
}

/** Paths with more segments are not compared: they count as reached. */
const mostSegments = 64;

/** A path, and what it is apart from its query and the names in it. */
interface Route {
  path: string;
  shape: string;
  segments: Segment[];
}

/**
 * Finds a path of a document that a request for another of its operations would have if the value of `name` had
 * several segments; `{+name}` stands for several. The path of the operation itself is none.
 */
export function findReached(
  paths: readonly string[],
): (operation: Pick<Operation, 'path' | 'parameters'>, name: string) => string | undefined {
  let routes: Route[] | undefined;
  return (operation, name) => {
    routes ??= paths.map((path) => readRoute(path));
    const own = readRoute(markReserved(operation), name);
    const found = routes.find(({ shape, segments }) => shape !== own.shape && meet(own.segments, segments));
    return found?.path.replaceAll('{+', '{');
  };
}

/** Takes a path apart; the value of `longer` has two segments at least. */
function readRoute(path: string, longer?: string): Route {
  const [before = ''] = path.replaceAll(/\{[?&#][^{}]*\}/g, '').split(/[?#]/);
  const parts = before.match(/(?:\{[^{}]*\}|[^/])+/g) ?? [];
  return {
    path,
    shape: before.replaceAll(/\{(\+?)[^{}]*\}/g, '{$1}'),
    segments: parts.flatMap((part) => readSegments(part, longer)),
  };
}

function readSegments(text: string, longer?: string): Segment[] {
  const [before = '', ...others] = text.toLowerCase().split(/\{[^{}]*\}/);
  const after = others.at(-1) ?? before;
  const isOpen = others.length > 0;
  if (longer !== undefined && text.includes(`{+${longer}}`))
    return [
      { before, after: '', isOpen, isWide: false },
      { before: '', after: '', isOpen, isWide: true },
    ];
  // Signs of routers, as a path that could not be read has them.
  if (/\{[+*]|[+*]\}/.test(text)) return [{ before: '', after: '', isOpen, isWide: true }];
  return [{ before, after, isOpen, isWide: false }];
}

/** Whether some path is of both: goes through both at once, a wide segment taking one or more. */
function meet(one: readonly Segment[], other: readonly Segment[]): boolean {
  if (one.length > mostSegments || other.length > mostSegments) return true;
  const seen = new Set<number>();
  const open: [number, number][] = [[0, 0]];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const [i, j] = state;
    const [a, b] = [one[i], other[j]];
    if (a === undefined && b === undefined) return true;
    const id = i * (mostSegments + 1) + j;
    if (a === undefined || b === undefined || seen.has(id) || !isBoth(a, b)) continue;
    seen.add(id);
    open.push([i + 1, j + 1]);
    if (a.isWide) open.push([i, j + 1]);
    if (b.isWide) open.push([i + 1, j]);
  }
  return false;
}

/** Whether a text may be both segments; what stands between placeholders is not looked at. */
function isBoth(a: Segment, b: Segment): boolean {
  if (a.isWide || b.isWide) return true;
  if (!a.isOpen && !b.isOpen) return a.before === b.before;
  return isStart(a.before, b.before) && isEnd(a.after, b.after);
}

function isStart(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

function isEnd(a: string, b: string): boolean {
  return a.endsWith(b) || b.endsWith(a);
}
