import type { Config } from '../../model/config.js';
import type { Report } from '../../model/diagnostic.js';
import { type Server, sizeOf } from '../../model/server.js';

/** Names the tools that take more than their budget, and the toolsets that are more than a list may hold. */
export function reportCosts(
  { toolsets }: Pick<Server, 'toolsets'>,
  { budget, total }: Pick<Config, 'budget' | 'total'>,
  report: Report,
): void {
  for (const { name, tools } of toolsets) {
    for (const { tool, cost, pointer } of tools) {
      if (cost.tokens <= budget) continue;
      report('tool-over-budget', pointer, {
        tool: tool.name,
        tokens: String(cost.tokens),
        budget: String(budget),
      });
    }
    const { tokens } = sizeOf(tools);
    if (tokens > total)
      report('toolset-over-total', '#', { toolset: name, tokens: String(tokens), total: String(total) });
  }
}
