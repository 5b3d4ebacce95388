import { kindOf } from '../../../templates/project/src/runtime/mediaTypes.js';
import type {
  ApiInfo,
  Body,
  Catalog,
  Codec,
  Mocks,
  ObjectSchema,
  Parameter,
  Recipe,
  Schema,
  SearchEntry,
  Size,
  Tool,
  Xml,
} from '../../../templates/project/src/runtime/tool.js';

/** A tool with a recipe and nothing else worth mentioning. */
export function makeTool(recipe: Partial<Recipe> & { name?: string }): Tool {
  const { name = 'the_tool', ...request } = recipe;
  return {
    name,
    title: `Title of ${name}`,
    description: `Description of ${name}.`,
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    request: { method: 'GET', path: '/things', parameters: [], accept: [], security: [], ...request },
  };
}

/** A parameter whose argument has its name. */
export function makeParameter(parameter: Partial<Parameter>): Parameter {
  return { argument: 'p', name: 'p', in: 'query', ...parameter };
}

export function makeBody(body: Partial<Body>): Body {
  const { mediaType = 'application/json', xml } = body;
  return { mediaType, codec: codecOf(mediaType, xml), required: true, argument: 'body', ...body };
}

/** What the generator would say that a body is written with, by its media type alone. */
export function codecOf(mediaType: string, xml?: Xml): Codec {
  const kind = kindOf(mediaType);
  if (kind === 'file') return 'binary';
  if (kind === 'xml') return xml === undefined ? 'text' : 'xml';
  return kind;
}

export function makeApi(api: Partial<ApiInfo> = {}): ApiInfo {
  return {
    name: 'test',
    title: 'Test API',
    version: '1.0.0',
    instructions: 'An API for tests.',
    listLimit: { tools: 40, tokens: 20_000 },
    servers: [{ url: 'https://api.example.com/v1' }],
    baseUrlEnv: 'TEST_BASE_URL',
    auth: {},
    ...api,
  };
}

/** A catalog of one toolset; a tool without a schema of its own takes any arguments. */
export function makeCatalog(
  tools: readonly Tool[],
  rest: {
    api?: Partial<ApiInfo>;
    schemas?: Record<string, ObjectSchema>;
    components?: Record<string, Schema>;
    mocks?: Mocks;
  } = {},
): Catalog {
  const open = tools.map(({ name }): [string, ObjectSchema] => [name, { type: 'object', properties: {} }]);
  return {
    api: makeApi(rest.api),
    toolsets: [
      {
        name: 'things',
        title: 'Things',
        description: 'Things.',
        size: { tools: tools.length, tokens: 100 * tools.length },
        readOnly: sizeOfReads(tools),
        tools: () => Promise.resolve(tools),
        schemas: () => Promise.resolve({ ...Object.fromEntries(open), ...rest.schemas }),
      },
    ],
    components: () => Promise.resolve(rest.components ?? {}),
    search: () => Promise.resolve(tools.map(toSearchEntry)),
    mocks: () => Promise.resolve(rest.mocks ?? {}),
  };
}

function sizeOfReads(tools: readonly Tool[]): Size {
  const reads = tools.filter(({ annotations }) => annotations.readOnlyHint).length;
  return { tools: reads, tokens: 100 * reads };
}

function toSearchEntry({ name, title, annotations, inputSchema }: Tool): SearchEntry {
  return {
    name,
    toolset: 'things',
    readOnly: annotations.readOnlyHint,
    title,
    arguments: Object.keys(inputSchema.properties).join(', '),
    terms: name.replaceAll('_', ' '),
    act: annotations.readOnlyHint ? 'list' : 'do',
  };
}
