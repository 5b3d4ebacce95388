import type { AnyCustomization, OwnTool, ToolChanges } from './customize.js';
import { SetupError } from './setupError.js';
import type { Annotations, Catalog, ObjectSchema, Tool, Toolset } from './tool.js';

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations: Partial<Annotations> & { title: string };
}

/** A tool that is offered, and what a call of it comes to. */
export type OfferedTool = { listed: ListedTool } & (
  { tool: Tool; toolset: Toolset; wrap: ToolChanges<unknown>['wrap'] } | { own: OwnTool }
);

/** The names that every client and model takes. */
const toolName = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;

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
        listed: list({
          ...tool,
          title: change.title || tool.title,
          description: change.description || tool.description,
          annotations,
        }),
        tool,
        toolset,
        wrap: change.wrap,
      });
    }
  }
  for (const [name, own] of Object.entries(add)) {
    if (!toolName.test(name))
      throw new SetupError(
        `src/custom.ts adds a tool "${name}": a name has 1 to 64 letters, digits, _ and -, and begins with a letter.`,
      );
    if (offered.has(name))
      throw new SetupError(`src/custom.ts adds a tool "${name}", but the API has one of that name.`);
    const inputSchema = { properties: {}, ...own.inputSchema };
    offered.set(name, {
      listed: list({ ...own, name, annotations: own.annotations ?? {}, inputSchema }),
      own,
    });
  }
  return offered;
}

function list({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: Omit<ListedTool, 'annotations'> & { annotations: Partial<Annotations> }): ListedTool {
  // Clients of the first protocol versions look for the title among the annotations.
  const schemas = { inputSchema, ...(outputSchema && { outputSchema }) };
  return { name, title, description, ...schemas, annotations: { title, ...annotations } };
}
