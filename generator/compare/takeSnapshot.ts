import type { Snapshot } from '../model/comparison.js';
import { type Mode, type Server, decideMode } from '../model/server.js';

/**
 * What of a server is compared with another.
 *
 * @param before - how the tools of the project have been met so far, where there is one
 */
export function takeSnapshot(server: Server, before?: Mode): Snapshot {
  const { api, toolsets, components, names, resources, prompts, promises } = server;
  const operations = new Map(
    Object.entries(names.given).map(([operation, given]) => [given.name, { operation, given }]),
  );
  return {
    api,
    components,
    mode: server.mode ?? decideMode(server, before),
    ...(promises && { promises }),
    ...(resources && { resources: resources.map(({ resource }) => resource) }),
    ...(prompts && { prompts }),
    toolsets: toolsets.map(({ name, title, description }) => ({ name, title, description })),
    tools: toolsets.flatMap((toolset) =>
      toolset.tools.map(({ tool, enforced, cost }) => {
        const known = operations.get(tool.name);
        const operationId = known?.given.operationId;
        return {
          tool,
          ...(promises && { deprecated: promises.deprecated?.includes(tool.name) ?? false }),
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
