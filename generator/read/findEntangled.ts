import { listEdges } from './listEdges.js';
import type { Component } from './readSchemas.js';

/** Components that apply to the same value, one through the other. Real documents stay below 10 in a row. */
const longestChain = 50;
/** The same, counted once for each way that leads to them: each is a check of the same value. */
const mostChecks = 20_000;

/** How much of other components applies to the value that a component applies to. */
interface Reach {
  depth: number;
  checks: number;
}

/**
 * The components that no validator could check in bounded time, with the reason: those that apply too many others to
 * the same value, be it in a row or in all. No component may apply itself.
 */
export function findEntangled(components: ReadonlyMap<string, Component>): Map<string, string> {
  const reaches = measure(components);
  const reasons = new Map<string, string>();
  for (const [name, { depth, checks }] of reaches) {
    if (depth > longestChain) {
      reasons.set(name, `schemas include one another over ${longestChain} times in a row`);
    } else if (checks > mostChecks) {
      reasons.set(name, `schemas include one another over ${mostChecks.toLocaleString('en')} times in all`);
    }
  }
  return reasons;
}

/** From those that refer to nothing upwards, so that each is measured once. */
function measure(components: ReadonlyMap<string, Component>): Map<string, Reach> {
  const reaches = new Map<string, Reach>();
  const targetsOf = new Map<string, string[]>();
  const open = new Map<string, number>();
  const referrers = new Map<string, string[]>();
  for (const name of components.keys()) {
    const targets = listEdges(name, components).map(({ to }) => to);
    const distinct = new Set(targets);
    targetsOf.set(name, targets);
    open.set(name, distinct.size);
    for (const to of distinct) {
      const known = referrers.get(to);
      if (known === undefined) referrers.set(to, [name]);
      else known.push(name);
    }
  }
  const ready = [...open].filter(([, count]) => count === 0).map(([name]) => name);
  for (let name = ready.pop(); name !== undefined; name = ready.pop()) {
    reaches.set(name, addUp(targetsOf.get(name) ?? [], reaches));
    for (const referrer of referrers.get(name) ?? []) {
      const left = (open.get(referrer) ?? 0) - 1;
      open.set(referrer, left);
      if (left === 0) ready.push(referrer);
    }
  }
  return reaches;
}

function addUp(targets: readonly string[], reaches: ReadonlyMap<string, Reach>): Reach {
  let depth = 0;
  let checks = 1;
  for (const target of targets) {
    const reach = reaches.get(target) ?? { depth: 0, checks: 1 };
    depth = Math.max(depth, reach.depth + 1);
    checks += reach.checks;
  }
  return { depth, checks };
}
