import type { Snapshot } from '../model/comparison.js';
import type { Server } from '../model/server.js';

/** What of a server is compared with another. */
export function takeSnapshot({ api, toolsets, components, names, resources, prompts }: Server): Snapshot {
  const operations = new Map(
    Object.entries(names.given).map(([operation, given]) => [given.name, { operation, given }]),
  );
  return {
    api,
    components,
    ...(resources && { resources: resources.map(({ resource }) => resource) }),
    ...(prompts && { prompts }),
    toolsets: toolsets.map(({ name, title, description }) => ({ name, title, description })),
    tools: toolsets.flatMap((toolset) =>
      toolset.tools.map(({ tool, enforced, cost }) => {
        const known = operations.get(tool.name);
        const operationId = known?.given.operationId;
        return {
          tool,
          toolset: toolset.name,
          enforced,
          operation: known?.operation ?? `${tool.request.method} ${tool.request.path}`,
          ...(operationId === undefined ? {} : { operationId }),
          tokens: cost.tokens,
        };
      }),
    ),
  };
}
