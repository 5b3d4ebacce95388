/** The nodes of a graph that lie on a cycle, or between two of them: `edges` names the nodes that each leads to. */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const ahead = new Map([...edges].map(([node, targets]) => [node, targets.filter((to) => edges.has(to))]));
  const back = new Map<string, string[]>([...edges.keys()].map((node) => [node, []]));
  for (const [node, targets] of ahead) for (const target of targets) back.get(target)?.push(node);
  const left = new Set(edges.keys());
  peel(left, ahead, back);
  peel(left, back, ahead);
  return left;
}

/** Takes away, again and again, what leads nowhere. */
function peel(
  left: Set<string>,
  ahead: ReadonlyMap<string, readonly string[]>,
  back: ReadonlyMap<string, readonly string[]>,
): void {
  const counts = new Map(
    [...left].map((node) => [node, (ahead.get(node) ?? []).filter((to) => left.has(to)).length]),
  );
  const ends = [...left].filter((node) => counts.get(node) === 0);
  for (let node = ends.pop(); node !== undefined; node = ends.pop()) {
    left.delete(node);
    for (const from of back.get(node) ?? []) {
      const count = (counts.get(from) ?? 0) - 1;
      counts.set(from, count);
      if (count === 0) ends.push(from);
    }
  }
}
