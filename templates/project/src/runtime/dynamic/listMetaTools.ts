import type { Implementation, ServerCapabilities } from '@modelcontextprotocol/server';
import { SetupError } from '../errors.js';
import type { Count, ListedTool, MetaName, Offer } from '../offer/createOffer.js';
import { nameSetting, type Settings } from '../settings.js';
import type { Annotations, ApiInfo, ObjectSchema, Schema, Size, Toolset } from '../tool.js';

/** With more toolsets, their names are not told as the values of an argument. */
const mostNames = 50;

/** What the meta tools depend on. */
interface MetaParts {
  api: ApiInfo;
  toolsets: readonly CountedToolset[];
  /** Whether the list of the connection may change. */
  mayEnable: boolean;
}

/** A tool by which other tools are found or called. */
export interface MetaTool {
  name: MetaName;
  title: string;
  description: string;
  required: Properties;
  optional: Properties;
  annotations: Partial<Annotations>;
}

type Properties = Record<string, Exclude<Schema, boolean>>;

const looks = { readOnlyHint: true, openWorldHint: false };
const toCall = {
  required: { name: { type: 'string', description: 'Name of the tool' } },
  optional: { arguments: { type: 'object', description: 'Its arguments' } },
};

/** The tools by which other tools are found and called, in the order in which they are listed. */
export function listMetaTools({ api, toolsets, mayEnable }: MetaParts): MetaTool[] {
  const writes = toolsets.some(({ tools, reads }) => reads < tools);
  const names = toolsets.map(({ toolset }) => toolset.name);
  const tools: MetaTool[] = [
    {
      name: 'search_tools',
      title: 'Search tools',
      description: `Find tools of ${api.title} by what they do. Gives names and arguments.`,
      required: {},
      optional: {
        query: { type: 'string', description: 'A few words for it; empty to list all tools of a toolset' },
        toolset: { type: 'string', ...(names.length <= mostNames && { enum: names }) },
        ...(writes && { read_only: { type: 'boolean', description: 'Only tools that change nothing' } }),
        limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
        offset: { type: 'integer', minimum: 0, default: 0 },
      },
      annotations: looks,
    },
    {
      name: 'describe_tools',
      title: 'Describe tools',
      description: 'Show what tools do, with the whole JSON Schema of their arguments.',
      required: { names: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 20 } },
      optional: {
        part: { type: 'string', description: 'Only this argument, by its path: "spec.template"' },
      },
      annotations: looks,
    },
    {
      name: 'call_read_tool',
      title: 'Call a tool that reads',
      description: `Call a tool of ${api.title} that changes nothing.`,
      ...toCall,
      annotations: { readOnlyHint: true },
    },
  ];
  if (writes) {
    tools.push({
      name: 'call_write_tool',
      title: 'Call a tool that writes',
      description: `Call a tool of ${api.title} that creates, changes or deletes.`,
      ...toCall,
      annotations: { readOnlyHint: false, destructiveHint: true },
    });
  }
  if (mayEnable) {
    tools.push({
      name: 'enable_toolset',
      title: 'Enable a toolset',
      description: 'Put all tools of a toolset into the list.',
      required: { toolset: { type: 'string' } },
      optional: {},
      annotations: looks,
    });
  }
  return tools;
}

/** What the arguments of a meta tool are checked against. */
export function enforce({ required, optional }: MetaTool): ObjectSchema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

/**
 * A meta tool as `tools/list` shows it, in the form in which the API's own tools are shown; `ofCalls` is told of those by
 * which others are called.
 */
export function advertise(
  tool: MetaTool,
  { mapsAsText, nullMeansAbsent }: ApiInfo,
  ofCalls?: ListedTool['_meta'],
): ListedTool {
  const { name, title, description, required, annotations } = tool;
  const optional = mapsAsText === undefined ? tool.optional : mapProperties(tool.optional, toText);
  const properties = { ...required, ...(nullMeansAbsent ? mapProperties(optional, makeNullable) : optional) };
  const inputSchema: ObjectSchema = {
    type: 'object',
    properties,
    required: Object.keys(nullMeansAbsent ? properties : required),
    ...(nullMeansAbsent && { additionalProperties: false }),
  };
  const meta = name.startsWith('call_') ? ofCalls : undefined;
  return {
    name,
    title,
    description,
    inputSchema,
    annotations: { title, ...annotations },
    ...(meta && { _meta: meta }),
  };
}

type Property = Properties[string];

function toText(property: Property): Property {
  if (property['type'] !== 'object') return property;
  return { type: 'string', description: `${String(property['description'])}, a JSON object as text` };
}

function makeNullable(property: Property): Property {
  const { default: _default, type, enum: values, ...rest } = property;
  return { ...rest, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}

function mapProperties(properties: Properties, change: (property: Property) => Property): Properties {
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, change(property)]));
}

/** How the tools of a view are served. */
export interface Plan {
  /** Whether tools are searched for; else all are listed. */
  isDynamic: boolean;
  /** One line on it for the operator. */
  summary: string;
  /** The toolsets of which something is offered. */
  toolsets: readonly CountedToolset[];
}

export interface CountedToolset extends Count {
  toolset: Toolset;
}

/** Decides whether the tools of some toolsets are listed or searched for. */
export async function planView(
  offer: Offer,
  selected: readonly Toolset[],
  { mode, toolsets: chosen, readOnly, exclude, mock }: Settings,
  limit: Size,
  mayBeEmpty = false,
): Promise<Plan> {
  const counted = await Promise.all(
    selected.map(async (toolset) => ({ toolset, ...(await offer.countOf(toolset)) })),
  );
  const toolsets = counted.filter(({ tools }) => tools > 0);
  const tools = toolsets.reduce((sum, one) => sum + one.tools, 0);
  const isLess = chosen !== undefined || readOnly || exclude.length > 0;
  if (isLess && !mayBeEmpty && tools + offer.own.size === 0)
    throw new SetupError(
      `There is no tool to offer: see ${nameSetting('MCP_TOOLSETS')}, ${nameSetting('MCP_READ_ONLY')} and ${nameSetting('MCP_EXCLUDE')}.`,
    );
  const reason = mode === 'auto' ? await findExcess(offer, toolsets, tools, limit) : '';
  const isDynamic = tools > 0 && (mode === 'dynamic' || reason !== '');
  const total = countTools(tools + offer.own.size);
  const how = isDynamic ? `${total} to search for${reason}` : total;
  const summary = mock ? `${how}; as a mock: results are made up, and nothing is sent to the API` : how;
  return { isDynamic, summary, toolsets };
}

/** Why the tools are too many for a list; tools of `custom.ts` are listed anyway and do not count. */
async function findExcess(
  { tokensOf }: Offer,
  toolsets: readonly CountedToolset[],
  tools: number,
  limit: Size,
): Promise<string> {
  if (tools > limit.tools) return `, since that is more than ${countTools(limit.tools)} in a list`;
  const taken = await Promise.all(toolsets.map(({ toolset }) => tokensOf(toolset)));
  const tokens = taken.reduce((sum, one) => sum + one, 0);
  if (tokens <= limit.tokens) return '';
  return `, since a list of them takes ${group(tokens)} tokens, which is more than ${group(limit.tokens)}`;
}

function countTools(tools: number): string {
  return `${group(tools)} ${tools === 1 ? 'tool' : 'tools'}`;
}

function group(value: number): string {
  return value.toLocaleString('en-US');
}

/** Bytes of the instructions: some clients cut them at 2 KB. */
const longest = 1900;

/** What a model is told of a server that sends nothing. */
export const mockNotice =
  'This is a mock: results are generated from the examples and schemas of the API, and nothing is sent to it.';

/** What a model is told of the server (MCP, Server instructions): the API, and what is offered of it and how. */
export function writeInstructions(about: string, plan: Plan, mayEnable: boolean): string {
  const opening = plan.isDynamic ? `${about} ${explainSearch(plan, mayEnable)}` : about;
  return `${opening}${nameToolsets(plan, longest - Buffer.byteLength(opening))}`;
}

/** What a server says of itself to a client that connects, apart from what else than tools it has. */
export function introduce(
  { name, title, version, icons }: ApiInfo,
  { instructions, mayEnable, logs }: { instructions: string; mayEnable: boolean; logs: boolean },
): { serverInfo: Implementation; capabilities: ServerCapabilities; instructions: string } {
  return {
    serverInfo: { name, title, version, ...(icons && { icons }) },
    capabilities: { tools: mayEnable ? { listChanged: true } : {}, ...(logs && { logging: {} }) },
    instructions,
  };
}

function explainSearch({ toolsets }: Plan, mayEnable: boolean): string {
  const total = toolsets.reduce((sum, { tools }) => sum + tools, 0);
  const writes = toolsets.some(({ tools, reads }) => reads < tools);
  const calls = writes ? 'call_read_tool, or call_write_tool where it changes something' : 'call_read_tool';
  const enabling = mayEnable ? ' enable_toolset puts the tools of a toolset into the list.' : '';
  return `The ${total.toLocaleString('en-US')} tools are not listed: find them with search_tools, read their arguments with describe_tools, and call them with ${calls}.${enabling}`;
}

/** The names of the toolsets, with titles where they all fit, or as many names as do. */
function nameToolsets({ toolsets, isDynamic }: Plan, room: number): string {
  if (toolsets.length < 2) return '';
  const titled = writeNames(toolsets.map((one) => nameToolset(one, isDynamic)));
  if (Buffer.byteLength(titled) <= room) return titled;
  const names = toolsets.map((one) => nameToolset(one, false));
  for (let shown = names.length; shown > 0; shown -= 1) {
    const text = writeNames(names.slice(0, shown), names.length - shown);
    if (Buffer.byteLength(text) <= room) return text;
  }
  return '';
}

function writeNames(names: readonly string[], more = 0): string {
  return ` Toolsets: ${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}.`;
}

function nameToolset({ toolset, tools }: CountedToolset, isTitled: boolean): string {
  const adds = isTitled && foldTitle(toolset.title) !== foldTitle(toolset.name);
  return adds ? `${toolset.name} (${toolset.title}, ${tools})` : `${toolset.name} (${tools})`;
}

function foldTitle(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
