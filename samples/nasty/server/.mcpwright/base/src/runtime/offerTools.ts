import type { AnyCustomization, OwnTool, ToolChanges } from './customize.js';
import { SetupError } from './setupError.js';
import type { Annotations, Catalog, ObjectSchema, Tool, Toolset } from './tool.js';

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  annotations: Partial<Annotations> & { title: string };
}

/** A tool that is offered, and what a call of it comes to. */
export type OfferedTool = { listed: ListedTool } & (
  { tool: Tool; toolset: Toolset; wrap: ToolChanges<unknown>['wrap'] } | { own: OwnTool }
);

/** The tools that are offered, by name and in the order in which they are listed: generated ones, then own ones. */
export async function offerTools(
  { toolsets }: Catalog,
  { tools: changes = {}, add = {} }: AnyCustomization,
): Promise<ReadonlyMap<string, OfferedTool>> {
  const loaded = await Promise.all(
    toolsets.map(async (toolset) => ({ toolset, tools: await toolset.tools() })),
  );
  const offered = new Map<string, OfferedTool>();
  for (const { toolset, tools } of loaded) {
    for (const tool of tools) {
      const change = Object.hasOwn(changes, tool.name) ? (changes[tool.name] ?? {}) : {};
      if (change.hidden) continue;
      const annotations = { ...tool.annotations, ...change.annotations };
      offered.set(tool.name, {
        listed: list(tool.name, { ...tool, ...change, annotations }),
        tool,
        toolset,
        wrap: change.wrap,
      });
    }
  }
  for (const [name, own] of Object.entries(add)) {
    if (offered.has(name))
      throw new SetupError(`src/custom.ts adds a tool "${name}", but the API has one of that name.`);
    offered.set(name, { listed: list(name, own), own });
  }
  return offered;
}

function list(
  name: string,
  { title, description, inputSchema, annotations }: Omit<OwnTool, 'call'>,
): ListedTool {
  // Clients of the first protocol versions look for the title among the annotations.
  return { name, title, description, inputSchema, annotations: { title, ...annotations } };
}
