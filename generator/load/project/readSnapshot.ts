import type { Maker, Snapshot, ToolSnapshot } from '../../model/comparison.js';
import { InputError } from '../../model/diagnostic.js';
import { isMap } from '../../model/document.js';
import { manifestPath } from '../../model/file.js';
import { namesPath } from '../../model/names.js';
import { endingOf } from '../../model/requests.js';
import { promisesPath } from '../../model/server.js';
import type { ApiInfo, Mode, ObjectSchema, Prompt, Resource, Schema, Tool } from '../../model/server.js';
import { ConstantsError, parseConstants } from './parseConstants.js';
import { readPromises } from './readPromises.js';

/** A project, wherever it is kept. */
export interface ProjectFiles {
  /** What it is called to the user. */
  shown: string;
  /** The text of a file, by its path in the project; undefined where there is none. */
  read: (path: string) => Promise<string | undefined>;
}

/** The file by which a project is known. */
export const catalogPath = 'src/generated/catalog.ts';

/**
 * Reads what the server of a project offers out of its generated files, as data: nothing of the project is run.
 *
 * @param measure - counts the tokens that a tool takes in the list
 * @throws InputError where a file is missing, or is not as we write it
 */
export async function readSnapshot(
  project: ProjectFiles,
  measure: (tool: Tool) => number,
): Promise<Snapshot> {
  const read = (path: string) => readConstants(project, `src/generated/${path}.ts`);
  const { catalog } = await read('catalog');
  const outlines = pickList(catalog, 'toolsets').map((one) => ({
    name: textOf(one, 'name'),
    source: textOf(one, 'source'),
    title: textOf(one, 'title'),
    description: textOf(one, 'description'),
  }));
  const { api } = await read('api');
  const { components } = await read('components');
  const operations = readOperations(await project.read(namesPath));
  const promises = readPromises(await project.read(promisesPath));
  const maker = readMaker(await project.read(manifestPath));
  const tools: ToolSnapshot[] = [];
  for (const { name, source } of outlines) {
    if (!/^\w+$/.test(name))
      throw unreadableProject(project, catalogPath, `a toolset cannot have the name ${JSON.stringify(name)}`);
    const { tools: listed } = await read(`tools/${name}`);
    const { schemas } = await read(`schemas/${name}`);
    for (const one of Array.isArray(listed) ? listed : []) {
      if (!isTool(one))
        throw unreadableProject(
          project,
          `src/generated/tools/${name}.ts`,
          'it holds something that is not a tool',
        );
      const { method, path } = one.request;
      tools.push({
        tool: one,
        ...endingOf(promises, one.name),
        toolset: name,
        enforced: schemaOf(schemas, one.name) ?? one.inputSchema,
        operation: [source, method, path].filter((part) => part !== '').join(' '),
        ...operations.get(one.name),
        tokens: measure(one),
      });
    }
  }
  const readIfThere = async (path: string): Promise<Record<string, unknown>> =>
    (await project.read(`src/generated/${path}.ts`)) === undefined ? {} : read(path);
  const { resources } = await readIfThere('resources');
  const { prompts } = await readIfThere('prompts');
  if (!isMap(api)) throw unreadableProject(project, 'src/generated/api.ts', 'it says nothing of the API');
  if (!isApi(api))
    throw unreadableProject(project, 'src/generated/api.ts', 'what it says of the API is not as we write it');
  const { auth, servers } = api;
  return {
    api: {
      ...(api as unknown as ApiInfo),
      auth: (isMap(auth) ? auth : {}) as ApiInfo['auth'],
      servers: (Array.isArray(servers) ? servers : []) as ApiInfo['servers'],
    },
    toolsets: outlines.map(({ source: _source, ...one }) => one),
    tools,
    ...(resources !== undefined && { resources: pickList(resources, 'list').filter(isResource) }),
    ...(Array.isArray(prompts) && { prompts: prompts.filter(isPrompt) }),
    components: (isMap(components) ? components : {}) as Record<string, Schema>,
    ...(promises && { promises }),
    ...(maker && { maker }),
    mode: readMode(api, tools),
  };
}

/** What made a project, as its manifest has it; a broken one says nothing. */
function readMaker(text: string | undefined): Maker | undefined {
  try {
    const { version, made } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    if (typeof version !== 'string') return undefined;
    const { program, inputs } = Object(made) as Record<string, unknown>;
    const isKnown = typeof program === 'string' && typeof inputs === 'string';
    return { version, ...(isKnown && { made: { program, inputs } }) };
  } catch {
    return undefined;
  }
}

/** How the tools of a project are met: as it says, or for an older one by what its list may hold. */
function readMode({ mode, listLimit }: Record<string, unknown>, tools: readonly ToolSnapshot[]): Mode {
  if (mode === 'list' || mode === 'dynamic') return mode;
  const limit: Record<string, unknown> = isMap(listLimit) ? listLimit : {};
  const tokens = tools.reduce((sum, one) => sum + one.tokens, 0);
  return tools.length > Number(limit['tools'] ?? Infinity) || tokens > Number(limit['tokens'] ?? Infinity)
    ? 'dynamic'
    : 'list';
}

async function readConstants(project: ProjectFiles, path: string): Promise<Record<string, unknown>> {
  const text = await project.read(path);
  if (text === undefined) throw unreadableProject(project, path, 'there is no such file');
  try {
    return Object.fromEntries(parseConstants(text));
  } catch (error) {
    if (!(error instanceof ConstantsError)) throw error;
    throw unreadableProject(project, `${path}:${error.line}:${error.column}`, error.message);
  }
}

function unreadableProject({ shown }: ProjectFiles, path: string, reason: string): InputError {
  return new InputError(
    `${shown} cannot be read as a project of mcpwright: ${path}: ${reason}.`,
    'Generated files are read as data, as they were written: restore them from version control, or generate the project again.',
  );
}

/** The operations that the names file remembers, by the names of their tools; a broken file remembers none. */
function readOperations(
  text: string | undefined,
): Map<string, Pick<ToolSnapshot, 'operation' | 'operationId'>> {
  let names: unknown;
  try {
    names = JSON.parse(text ?? '{}');
  } catch {
    return new Map();
  }
  if (!isMap(names)) return new Map();
  return new Map(
    Object.entries(names).flatMap(([operation, entry]) => {
      if (!isMap(entry) || typeof entry['name'] !== 'string') return [];
      const { name, operationId } = entry;
      return [[name, { operation, ...(typeof operationId === 'string' ? { operationId } : {}) }] as const];
    }),
  );
}

function pickList(value: unknown, key: string): unknown[] {
  const found = isMap(value) ? value[key] : undefined;
  return Array.isArray(found) ? found : [];
}

function textOf(value: unknown, key: string): string {
  const found = isMap(value) ? value[key] : undefined;
  return typeof found === 'string' ? found : '';
}

function isTool(value: unknown): value is Tool {
  if (!isMap(value)) return false;
  const { name, title, description, inputSchema, outputSchema, annotations, request, former } = value;
  return (
    [name, title, description].every((text) => typeof text === 'string') &&
    isMap(inputSchema) &&
    isMap(inputSchema['properties']) &&
    (outputSchema === undefined || isMap(outputSchema)) &&
    isMap(annotations) &&
    (former === undefined || isMap(former)) &&
    isMap(request) &&
    isRequest(request)
  );
}

function isRequest({ method, path, parameters, security, accept }: Record<string, unknown>): boolean {
  return (
    [method, path].every((text) => typeof text === 'string') &&
    Array.isArray(parameters) &&
    parameters.every(isParameter) &&
    Array.isArray(security) &&
    security.every((way) => isMap(way) && Object.values(way).every(holdsTexts)) &&
    holdsTexts(accept)
  );
}

function isParameter(value: unknown): boolean {
  return isMap(value) && [value['name'], value['in']].every((text) => typeof text === 'string');
}

/** Whether what is said of the API has the form that is compared: credentials, servers and documents are objects. */
function isApi({ auth = {}, servers = [], sources = {} }: Record<string, unknown>): boolean {
  return (
    isMap(auth) &&
    Object.values(auth).every((one) => isMap(one) && holdsTexts(one['scopes'] ?? [])) &&
    Array.isArray(servers) &&
    servers.every(isMap) &&
    isMap(sources) &&
    Object.values(sources).every(isMap)
  );
}

function holdsTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isResource(value: unknown): value is Resource {
  return isMap(value) && typeof value['uri'] === 'string';
}

function isPrompt(value: unknown): value is Prompt {
  return isMap(value) && typeof value['name'] === 'string' && Array.isArray(value['arguments']);
}

function schemaOf(schemas: unknown, name: string): ObjectSchema | undefined {
  const found = isMap(schemas) && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  return isMap(found) && isMap(found['properties']) ? (found as ObjectSchema) : undefined;
}
