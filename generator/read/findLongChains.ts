import { listEdges } from './listEdges.js';
import type { Component } from './readSchemas.js';

/** The components from which more than `longest` others apply to the same value, one through the other. */
export function findLongChains(components: ReadonlyMap<string, Component>, longest: number): string[] {
  const depths = new Map<string, number>();
  const open = new Map<string, number>();
  const referrers = new Map<string, string[]>();
  for (const name of components.keys()) {
    const targets = new Set(listEdges(name, components).map(({ to }) => to));
    open.set(name, targets.size);
    for (const to of targets) {
      const known = referrers.get(to);
      if (known === undefined) referrers.set(to, [name]);
      else known.push(name);
    }
  }
  const ready = [...open].filter(([, count]) => count === 0).map(([name]) => name);
  for (let name = ready.pop(); name !== undefined; name = ready.pop()) {
    const depth = depths.get(name) ?? 0;
    for (const referrer of referrers.get(name) ?? []) {
      depths.set(referrer, Math.max(depths.get(referrer) ?? 0, depth + 1));
      const left = (open.get(referrer) ?? 0) - 1;
      open.set(referrer, left);
      if (left === 0) ready.push(referrer);
    }
  }
  return [...depths].filter(([, depth]) => depth > longest).map(([name]) => name);
}
