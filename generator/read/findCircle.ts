/** The edges of one circle of a directed graph in their order, if there is any. Needs no stack of its own depth. */
export function findCircle<Edge extends { to: string }>(
  edges: ReadonlyMap<string, readonly Edge[]>,
): Edge[] | undefined {
  const done = new Set<string>();
  for (const start of edges.keys()) {
    const path: { name: string; next: number }[] = [{ name: start, next: 0 }];
    const onPath = new Set([start]);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const edge = done.has(top.name) ? undefined : edges.get(top.name)?.[top.next++];
      if (edge === undefined) {
        done.add(top.name);
        onPath.delete(top.name);
        path.pop();
      } else if (onPath.has(edge.to)) {
        const first = path.findIndex(({ name }) => name === edge.to);
        return path.slice(first).flatMap(({ name, next }) => edges.get(name)?.[next - 1] ?? []);
      } else {
        path.push({ name: edge.to, next: 0 });
        onPath.add(edge.to);
      }
    }
  }
  return undefined;
}
