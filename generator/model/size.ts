import type { Size } from '../../templates/project/src/runtime/tool.js';
import type { ToolEntry } from './server.js';

/** How many tools there are, and the tokens that they take in a list. */
export function sizeOf(tools: readonly ToolEntry[]): Size {
  return { tools: tools.length, tokens: tools.reduce((sum, { cost }) => sum + cost.tokens, 0) };
}
