import type { AnyCustomization, OwnTool, ToolChanges } from '../customize.js';
import type { Annotations, ObjectSchema, Tool, Toolset } from '../tool.js';

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

/** Whether the operator wants a tool to be offered. */
export type Admits = (tool: { name: string; readOnly: boolean }) => boolean;

/** Puts a schema of the arguments of a tool as the operator's settings make it. */
export type ShowSchema = (tool: Tool, schema: ObjectSchema) => ObjectSchema;

/** Loads the tools of a toolset that are offered, by name and in the order in which they are listed. */
export async function offerTools(
  toolset: Toolset,
  changes: AnyCustomization['tools'] = {},
  admits: Admits = () => true,
  show: ShowSchema = (_tool, schema) => schema,
): Promise<ReadonlyMap<string, OfferedTool>> {
  const offered = new Map<string, OfferedTool>();
  for (const tool of await toolset.tools()) {
    const change = changesOf(changes, tool.name);
    const annotations = { ...tool.annotations, ...change.annotations };
    if (change.hidden || !admits({ name: tool.name, readOnly: annotations.readOnlyHint })) continue;
    const words = {
      title: change.title || tool.title,
      description: change.description || tool.description,
    };
    offered.set(tool.name, {
      listed: toListedTool({ ...tool, ...words, annotations, inputSchema: show(tool, tool.inputSchema) }),
      tool,
      toolset,
      wrap: change.wrap,
    });
  }
  return offered;
}

/** What is changed of the tool of a name. */
export function changesOf(changes: AnyCustomization['tools'] = {}, name: string): ToolChanges<unknown> {
  return Object.hasOwn(changes, name) ? (changes[name] ?? {}) : {};
}

/** Puts a tool as `tools/list` shows it. */
export function toListedTool({
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
