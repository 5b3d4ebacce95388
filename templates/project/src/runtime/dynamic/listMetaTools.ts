import type { ListedTool, MetaName } from '../offer/createOffer.js';
import type { CountedToolset } from '../offer/createOffer.js';
import type { Annotations, ApiInfo, ObjectSchema, Schema } from '../tool.js';

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
      description: 'Show what tools do, with the types of all their arguments.',
      required: { names: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 20 } },
      optional: {
        part: { type: 'string', description: 'Only this argument, by its path: "spec.template"' },
        format: { type: 'string', enum: ['json'], description: 'For JSON Schema' },
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

/** The tool that calls tools which change nothing, or others. */
export function nameCaller(reads: boolean): string {
  return reads ? 'call_read_tool' : 'call_write_tool';
}

export function isRead({ annotations }: ListedTool): boolean {
  return annotations.readOnlyHint === true;
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
