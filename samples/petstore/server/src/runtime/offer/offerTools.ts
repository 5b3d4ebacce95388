import type { AnyCustomization, OwnTool, ToolChanges } from '../customize.js';
import { SetupError } from '../errors.js';
import { echo, listSome, nearest } from '../text.js';
import type { Annotations, ObjectSchema, Tool, Toolset } from '../tool.js';

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations: Partial<Annotations> & { title: string };
  _meta?: Record<string, unknown>;
}

/** A tool that is offered, and what a call of it comes to. */
export type OfferedTool = { listed: ListedTool } & (
  | { tool: Tool; toolset: Toolset; wrap: ToolChanges<unknown>['wrap'] }
  | { own: OwnTool<Record<string, unknown>> }
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
      listed: {
        ...toListedTool({ ...tool, ...words, annotations, inputSchema: show(tool, tool.inputSchema) }),
        // Claude Code then has it in the context from the start, where it defers others.
        ...(toolset.pinned?.includes(tool.name) && { _meta: { 'anthropic/alwaysLoad': true } }),
      },
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

/** The names of the tools by which other tools are found and called; the generator gives them to no operation. */
export const metaNames = [
  'search_tools',
  'describe_tools',
  'call_read_tool',
  'call_write_tool',
  'enable_toolset',
] as const;
export type MetaName = (typeof metaNames)[number];

/** The names that every client and model takes. */
const toolName = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;

/**
 * The tools that `custom.ts` adds, as far as they are offered, by name.
 *
 * @throws SetupError where one cannot have its name.
 */
export function offerOwnTools(
  add: AnyCustomization['add'] = {},
  admits: Admits = () => true,
): ReadonlyMap<string, OfferedTool> {
  const offered = new Map<string, OfferedTool>();
  for (const [name, own] of Object.entries(add)) {
    if (!toolName.test(name))
      throw new SetupError(
        `src/custom.ts adds a tool "${name}": a name has 1 to 64 letters, digits, _ and -, and begins with a letter.`,
      );
    if (metaNames.some((meta) => meta === name))
      throw new SetupError(
        `src/custom.ts adds a tool "${name}", but the server has one of that name, by which tools are found and called. Choose another.`,
      );
    const { annotations = {} } = own;
    if (!admits({ name, readOnly: annotations.readOnlyHint === true })) continue;
    // As generated tools do: what a tool does not name is refused, unless its schema says otherwise.
    const inputSchema = { properties: {}, additionalProperties: false, ...own.inputSchema };
    offered.set(name, { listed: toListedTool({ ...own, name, annotations, inputSchema }), own });
  }
  return offered;
}

/**
 * The toolsets of these names, in the order in which they stand; all where nobody asks for any.
 *
 * @throws SetupError where there is none of such a name.
 */
export function selectToolsets(
  toolsets: readonly Toolset[],
  names: readonly string[] | undefined,
): readonly Toolset[] {
  if (names === undefined) return toolsets;
  const known = toolsets.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return toolsets.filter(({ name }) => names.includes(name));
  const meant = nearest(unknown, known);
  throw new SetupError(
    [
      `There is no toolset "${echo(unknown)}".`,
      ...(meant === undefined ? [] : [`Did you mean "${meant}"?`]),
      known.length === 0 ? 'There are none.' : `There are: ${listSome(known)}.`,
    ].join(' '),
  );
}
