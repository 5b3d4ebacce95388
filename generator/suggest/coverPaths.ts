import type { Rule } from '../model/config.js';
import type { Operation } from '../model/api.js';

/** Method and path, as rules look at them. */
type Place = Pick<Operation, 'method' | 'path'>;

/**
 * Rules that match these operations, and none of the others: `/pets/**` where all at a path and below it are meant, the
 * path alone where all of its methods are, else path and methods.
 */
export function coverPaths(meant: readonly Place[], others: readonly Place[]): Rule[] {
  const foreign = new Map<string, Set<string>>();
  const above = new Set<string>();
  for (const { method, path } of others) {
    foreign.set(path, (foreign.get(path) ?? new Set()).add(method));
    for (const start of startsOf(path)) above.add(start);
  }
  const counts = new Map<string, Set<string>>();
  for (const { path } of meant)
    for (const start of startsOf(path)) counts.set(start, (counts.get(start) ?? new Set()).add(path));
  const rules = new Map<string, { below: boolean; methods: Set<string> }>();
  for (const { method, path } of meant) {
    const start = startsOf(path).find((one) => !above.has(one) && (counts.get(one)?.size ?? 0) > 1);
    const key = start ?? path;
    const rule = rules.get(key) ?? { below: start !== undefined, methods: new Set() };
    rule.methods.add(method);
    rules.set(key, rule);
  }
  return [...rules].map(([path, { below, methods }]) => {
    if (below) return { path: [`${path}/**`] };
    return foreign.has(path) ? { path: [path], method: [...methods] } : { path: [path] };
  });
}

/** The path and all that it is below, the shortest first: `/pets`, `/pets/{petId}`. */
function startsOf(path: string): string[] {
  const starts: string[] = [];
  for (let at = path.indexOf('/', 1); at !== -1; at = path.indexOf('/', at + 1))
    starts.push(path.slice(0, at));
  return path === '/' || path.includes('?') ? [] : [...starts, path];
}
