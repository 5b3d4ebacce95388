import type { LoginPlan } from '../../templates/project/src/runtime/auth/session/logIn.js';
import type { Snapshot } from '../model/comparison.js';
import type { Config, SourceChoice } from '../model/config.js';
import { InputError } from '../model/diagnostic.js';
import type { GivenName, Kept, NameLock } from '../model/names.js';
import type { Promises, Shape } from '../model/server.js';
import type {
  ApiAccess,
  ObjectSchema,
  Reference,
  Schema,
  Server,
  ToolEntry,
  ToolsetEntry,
} from '../model/server.js';
import { mapSubschemas, mapValues } from '../schema/subschemas.js';
import { nameServer } from './names/nameServer.js';
import { nameCertificate } from './server/planAuth.js';
import { listSecretVariables } from './server/planServers.js';

/** A document of several, and the server that it alone would be. */
interface SourceServer {
  source: SourceChoice;
  server: Server;
}

type AuthScheme = ApiAccess['auth'][string];

/** What a name of the lock begins with where the operation is one of a source: `billing GET /invoices`. */
const ofSource = /^([a-z][a-z0-9_]*) (?=[A-Z]+ )/;

/** The names that the tools of a source were given. */
export function pickNames({ given, kept }: NameLock, source: string): NameLock {
  const own = Object.entries(given).flatMap(([key, entry]): [string, GivenName][] =>
    ofSource.exec(key)?.[1] === source ? [[key.replace(ofSource, ''), entry]] : [],
  );
  if (kept === undefined) return { given: Object.fromEntries(own) };
  const start = `${source}.`;
  const variables = Object.entries(kept.variables).flatMap(([scheme, variable]) =>
    scheme.startsWith(start) ? [[scheme.slice(start.length), variable] as const] : [],
  );
  return {
    given: Object.fromEntries(own),
    kept: { ...kept, name: source, variables: Object.fromEntries(variables) },
  };
}

/** The part of the last run that was of one source. */
export function pickLast(last: Snapshot, source: string): Snapshot {
  return {
    ...last,
    tools: last.tools.flatMap((one) =>
      ofSource.exec(one.operation)?.[1] === source
        ? [{ ...one, operation: one.operation.replace(ofSource, '') }]
        : [],
    ),
    components: Object.fromEntries(
      Object.entries(last.components).flatMap(([name, schema]) =>
        name.startsWith(`${source}.`) ? [[name.slice(source.length + 1), schema]] : [],
      ),
    ),
  };
}

/**
 * One server of several: their toolsets under the namespaces of their sources, and their components, which may have the
 * same names. What is sent where stays with the source.
 *
 * @param before - the names that were given before; those of sources that are gone stay
 * @throws InputError where two sources would share the name of a tool, or a credential
 */
export function uniteServers(all: readonly SourceServer[], config: Config, before: NameLock): Server {
  const parts = all.map(giveCertificates);
  checkTools(parts);
  checkVariables(parts);
  const servers = parts.map(({ server }) => server);
  const { listLimit, nullMeansAbsent, mapsAsText, asksForHints } = (servers[0] as Server).api;
  return {
    api: {
      name: nameServer({ title: '' }, config),
      title: listTexts(servers.map(({ api }) => api.title)),
      version: [...new Set(servers.map(({ api }) => api.version))].join(', '),
      instructions: servers.map(({ api }) => api.instructions).join(' '),
      listLimit,
      servers: [],
      baseUrlEnv: '',
      auth: {},
      ...(nullMeansAbsent && { nullMeansAbsent }),
      ...(mapsAsText && { mapsAsText }),
      ...(asksForHints && { asksForHints }),
      ...(servers.some(({ api }) => api.routing) && { routing: true }),
      ...(servers.some(({ api }) => api.sealsState) && { sealsState: true }),
      sources: Object.fromEntries(
        parts.map(({ source, server }) => [source.name, accessTo(server, source.name)]),
      ),
    },
    summary: `${listTexts(servers.map(({ api }) => api.title))}, as one server.`,
    schemeWords: Object.assign(
      {},
      ...parts.map(({ source, server }) => prefixKeys(server.schemeWords ?? {}, source.name)),
    ) as Record<string, string>,
    toolsets: parts.flatMap(({ source, server }) => server.toolsets.map((one) => placeToolset(one, source))),
    ...uniteResources(parts),
    choices: config.features,
    ...(config.publish.name !== undefined && { registryName: config.publish.name }),
    components: Object.fromEntries(
      parts.flatMap(({ source, server }) =>
        Object.entries(server.components).map(([name, schema]) => [
          `${source.name}.${name}`,
          prefixReferences(schema, source.name),
        ]),
      ),
    ),
    evidence: {
      examples: sum(servers, ({ evidence }) => evidence.examples),
      acceptedBefore: sum(servers, ({ evidence }) => evidence.acceptedBefore),
      acceptedAfter: sum(servers, ({ evidence }) => evidence.acceptedAfter),
      relaxed: sum(servers, ({ evidence }) => evidence.relaxed),
    },
    names: { ...joinNames(parts, before), kept: joinKept(parts, before, nameServer({ title: '' }, config)) },
    promises: unitePromises(parts),
  };
}

const noPromises: Promises = { shared: {}, answers: {} };

/** What is shared by answers of one source stands under its name: another may have one of the same name. */
function unitePromises(parts: readonly SourceServer[]): Promises {
  const rename = (shape: Shape, source: string): Shape => {
    if (typeof shape === 'string') return shape.startsWith('#') ? `#${source}.${shape.slice(1)}` : shape;
    if ('items' in shape) return { items: rename(shape.items, source) };
    if ('any' in shape) return { any: shape.any.map((one) => rename(one, source)) };
    return {
      ...shape,
      ...(shape.from && { from: shape.from.map((one) => `#${source}.${one.slice(1)}`) }),
      fields: renameAll(shape.fields, source),
      ...(shape.others !== undefined && { others: rename(shape.others, source) }),
    };
  };
  const renameAll = (shapes: Readonly<Record<string, Shape>>, source: string) =>
    Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, rename(shape, source)]));
  const all = parts.map(({ source: { name }, server: { promises = noPromises } }) => ({
    shared: prefixKeys(renameAll(promises.shared, name), name),
    answers: renameAll(promises.answers, name),
    deprecated: promises.deprecated ?? [],
    ends: promises.ends ?? {},
  }));
  const deprecated = all.flatMap((one) => one.deprecated).toSorted();
  const ends = Object.assign({}, ...all.map((one) => one.ends)) as NonNullable<Promises['ends']>;
  return {
    shared: Object.assign({}, ...all.map(({ shared }) => shared)) as Promises['shared'],
    answers: Object.assign({}, ...all.map(({ answers }) => answers)) as Promises['answers'],
    ...(deprecated.length > 0 && { deprecated }),
    ...(Object.keys(ends).length > 0 && { ends }),
  };
}

/** A source with a certificate of its own, as its other credentials are. */
function giveCertificates({ source, server }: SourceServer): SourceServer {
  const env = nameCertificate(source.name);
  const auth = Object.entries(server.api.auth).map(([name, scheme]) => [
    name,
    scheme.kind === 'client-certificate' ? { ...scheme, env } : scheme,
  ]);
  return {
    source,
    server: { ...server, api: { ...server.api, auth: Object.fromEntries(auth) as ApiAccess['auth'] } },
  };
}

/** How an API is reached; its security schemes have names of their own among all, by which users log in. */
function accessTo({ api }: Server, source: string): ApiAccess {
  const { title, servers, baseUrlEnv, auth, credentialOrigins, credentialServers } = api;
  return {
    title,
    servers,
    baseUrlEnv,
    auth: prefixKeys(
      mapValues(auth, (scheme) => prefixNeeds(scheme, source)),
      source,
    ),
    ...(credentialOrigins && { credentialOrigins }),
    ...(credentialServers && { credentialServers }),
  };
}

/** The schemes that a login asks for have their new names, too. */
function prefixNeeds(scheme: AuthScheme, source: string): AuthScheme {
  if (scheme.kind !== 'session') return scheme;
  const { needs, ...login } = scheme.by as LoginPlan;
  const renamed = needs?.map((name) => `${source}.${name}`);
  return { ...scheme, by: { ...login, ...(renamed && { needs: renamed }) } };
}

function placeToolset(
  toolset: ToolsetEntry,
  { name: source, namespace = source }: SourceChoice,
): ToolsetEntry {
  const name = `${namespace}_${toolset.name}`;
  return {
    ...toolset,
    name,
    source,
    tools: toolset.tools.map((entry) => placeEntry(entry, source, name)),
  };
}

function placeEntry(entry: ToolEntry, source: string, toolset: string): ToolEntry {
  return {
    ...entry,
    tool: {
      ...entry.tool,
      request: {
        ...entry.tool.request,
        security: entry.tool.request.security.map((one) => prefixKeys(one, source)),
      },
    },
    enforced: prefixReferences(entry.enforced, source) as ObjectSchema,
    pointer: entry.pointer.replace('#', `#/${source}`),
    search: { ...entry.search, toolset },
  };
}

/** The resources of all, which say whose they are; their URIs begin with the names of the sources. */
function uniteResources(parts: readonly SourceServer[]): Pick<Server, 'resources' | 'reference' | 'own'> {
  const resources = parts.flatMap(({ source: { name: source, namespace = source }, server }) =>
    (server.resources ?? []).map(({ resource, entry }) => {
      const toolset = `${namespace}_${resource.toolset}`;
      const placed = placeEntry(entry, source, toolset);
      const unlisted = resource.tool && { tool: placed.tool, schema: placed.enforced, source };
      return { resource: { ...resource, toolset, ...unlisted }, entry: placed };
    }),
  );
  const reference = parts.flatMap(({ source, server }) =>
    (server.reference ?? []).map((one) => placeReference(one, source)),
  );
  const own = parts[0]?.server.own;
  return {
    ...(resources.length > 0 && { resources }),
    ...(reference.length > 0 && { reference }),
    ...(own && { own }),
  };
}

function placeReference(
  { uri, title, about, errors }: Reference,
  { name: source, namespace = source }: SourceChoice,
): Reference {
  const pages = Object.entries(errors).map(([toolset, page]) => [`${namespace}_${toolset}`, page] as const);
  return { uri, title, about, errors: Object.fromEntries(pages) };
}

function prefixKeys<T>(map: Record<string, T>, source: string): Record<string, T> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [`${source}.${key}`, value]));
}

/** The schema with references to the components of its source. */
function prefixReferences(schema: Schema, source: string): Schema {
  if (typeof schema === 'boolean') return schema;
  const own = mapSubschemas(schema, (child) => prefixReferences(child, source));
  return typeof own['$ref'] === 'string' ? { ...own, $ref: `${source}.${own['$ref']}` } : own;
}

function joinNames(parts: readonly SourceServer[], before: NameLock): NameLock {
  const sources = new Set(parts.map(({ source }) => source.name));
  const others = Object.entries(before.given).filter(([key]) => !sources.has(ofSource.exec(key)?.[1] ?? ''));
  const given = parts.flatMap(({ source, server }) =>
    Object.entries(server.names.given).map(([key, entry]): [string, GivenName] => [
      `${source.name} ${key}`,
      entry,
    ]),
  );
  return { ...before, given: Object.fromEntries([...others, ...given]) };
}

/** What was given to all of them; what was given to sources that are gone stays. */
function joinKept(parts: readonly SourceServer[], { kept }: NameLock, name: string): Kept {
  const sources = new Set(parts.map(({ source }) => source.name));
  const others = Object.entries(kept?.variables ?? {}).filter(
    ([scheme]) => scheme.includes('.') && !sources.has(scheme.slice(0, scheme.indexOf('.'))),
  );
  const all = parts.map(({ source, server }) => ({
    variables: prefixKeys(server.names.kept?.variables ?? {}, source.name),
    forms: server.names.kept?.forms ?? {},
  }));
  return {
    ...kept,
    name,
    variables: Object.assign(
      Object.fromEntries(others),
      ...all.map(({ variables }) => variables),
    ) as Kept['variables'],
    forms: Object.assign({}, kept?.forms, ...all.map(({ forms }) => forms)) as Kept['forms'],
  };
}

/** Names that were chosen for tools of two sources, or stand in the lock of both. */
function checkTools(parts: readonly SourceServer[]): void {
  const holders = new Map<string, string>();
  for (const { source, server } of parts) {
    for (const { tool } of server.toolsets.flatMap(({ tools }) => tools)) {
      const key = tool.name.toLowerCase();
      const holder = holders.get(key);
      holders.set(key, source.name);
      if (holder === undefined || holder === source.name) continue;
      throw new InputError(
        `The sources ${holder} and ${source.name} both have a tool with the name "${tool.name}".`,
        'Choose another for one of them, under tools of its source, or give one a prefix.',
        undefined,
        'config#/sources',
      );
    }
  }
}

/** A value that is set for one source must not be sent to another. */
function checkVariables(parts: readonly SourceServer[]): void {
  const holders = new Map<string, string>();
  for (const { source, server } of parts) {
    for (const name of new Set(variablesOf(server).flatMap((one) => [one, `${one}_FILE`]))) {
      const holder = holders.get(name);
      holders.set(name, source.name);
      if (holder === undefined) continue;
      throw new InputError(
        `The sources ${holder} and ${source.name} would both read the environment variable ${name}.`,
        'Give one of them another name.',
        undefined,
        'config#/sources',
      );
    }
  }
}

/** The variables that are about this API alone. */
function variablesOf({ api, toolsets }: Server): string[] {
  const own = toolsets.flatMap(({ tools }) => tools.flatMap(({ tool }) => tool.request.server ?? []));
  const variables = [...api.servers, ...(api.credentialServers ?? []), ...own].flatMap((server) =>
    Object.values(server.variables ?? {}).map(({ env }) => env),
  );
  return [...new Set([api.baseUrlEnv, ...variables, ...listSecretVariables(api.auth)])];
}

function listTexts(texts: readonly string[]): string {
  return texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

function sum(servers: readonly Server[], count: (server: Server) => number): number {
  return servers.reduce((total, server) => total + count(server), 0);
}
