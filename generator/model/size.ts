import type { Size, Toolset } from '../../templates/project/src/runtime/tool.js';
import type { ToolEntry, ToolsetEntry } from './server.js';

/** How many tools there are, and the tokens that they take in a list. */
export function sizeOf(tools: readonly ToolEntry[]): Size {
  return { tools: tools.length, tokens: tools.reduce((sum, { cost }) => sum + cost.tokens, 0) };
}

/** What is known of a toolset before its tools are loaded. */
export function outlineToolset({
  name,
  title,
  description,
  tools,
}: ToolsetEntry): Omit<Toolset, 'tools' | 'schemas'> {
  const pinned = tools.filter((entry) => entry.pinned).map(({ tool }) => tool.name);
  return {
    name,
    title,
    description,
    size: sizeOf(tools),
    readOnly: sizeOf(tools.filter(({ tool }) => tool.annotations.readOnlyHint)),
    ...(pinned.length === 0 ? {} : { pinned }),
  };
}
