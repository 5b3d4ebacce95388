import type { ToolSnapshot } from '../model/comparison.js';

/** A tool on both sides, or on one. */
export interface ToolPair {
  old?: ToolSnapshot;
  new?: ToolSnapshot;
}

/** By what a tool is known again, the surest first. */
const keys: readonly ((tool: ToolSnapshot) => string | undefined)[] = [
  (one) => `${one.operation} ${one.tool.name}`,
  (one) => one.operation,
  (one) => one.operationId,
  (one) => one.tool.name,
  // A parameter of the path that has another name is the same place.
  (one) => one.operation.replaceAll(/\{[^}]*\}/g, '{}'),
];

/** Finds the tools of two servers that are the same one; removed tools come last. */
export function matchTools(old: readonly ToolSnapshot[], now: readonly ToolSnapshot[]): ToolPair[] {
  const pairs = new Map<ToolSnapshot, ToolSnapshot>();
  const left = new Set(old);
  for (const key of keys) {
    const free = groupBy(left, key);
    const wanting = groupBy(
      now.filter((tool) => !pairs.has(tool)),
      key,
    );
    for (const [text, [tool, other]] of wanting) {
      const [found, another] = free.get(text) ?? [];
      // What may be either of two is neither.
      if (tool === undefined || other !== undefined || found === undefined || another !== undefined) continue;
      pairs.set(tool, found);
      left.delete(found);
    }
  }
  return [
    ...now.map((tool): ToolPair => {
      const found = pairs.get(tool);
      return found === undefined ? { new: tool } : { old: found, new: tool };
    }),
    ...[...left].map((tool): ToolPair => ({ old: tool })),
  ];
}

function groupBy(
  tools: Iterable<ToolSnapshot>,
  key: (tool: ToolSnapshot) => string | undefined,
): Map<string, ToolSnapshot[]> {
  const groups = new Map<string, ToolSnapshot[]>();
  for (const tool of tools) {
    const text = key(tool);
    if (text !== undefined) groups.set(text, [...(groups.get(text) ?? []), tool]);
  }
  return groups;
}
