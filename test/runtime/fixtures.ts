import type {
  ApiInfo,
  Body,
  Catalog,
  ObjectSchema,
  Parameter,
  Recipe,
  Schema,
  Tool,
} from '../../templates/project/src/runtime/tool.js';

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
  return { mediaType: 'application/json', required: true, argument: 'body', ...body };
}

export function makeApi(api: Partial<ApiInfo> = {}): ApiInfo {
  return {
    name: 'test',
    title: 'Test API',
    version: '1.0.0',
    instructions: 'An API for tests.',
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
        tools: () => Promise.resolve(tools),
        schemas: () => Promise.resolve({ ...Object.fromEntries(open), ...rest.schemas }),
      },
    ],
    components: () => Promise.resolve(rest.components ?? {}),
  };
}
