import type { Api, ApiServer, Operation } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import type { Report } from '../../model/diagnostic.js';
import { fillServer, isExposed } from '../../model/requests.js';
import type { ApiInfo } from '../../model/server.js';
import { toEnvName } from '../toEnvName.js';
import { parseUrl } from '../../text/parseUrl.js';

type ServerUrl = ApiInfo['servers'][number];

/** Gives a variable of a server URL the name of its environment variable. */
type VariableNamer = (variable: string) => string;

/** No variable of a URL has the name of one that holds a credential: a document could send that elsewhere by its URL. */
export function nameVariables(prefix: string, auth: ApiInfo['auth']): VariableNamer {
  const secrets = listSecretVariables(auth);
  const taken = new Set([
    toEnvName(prefix, 'BASE_URL'),
    ...secrets,
    ...secrets.map((name) => `${name}_FILE`),
  ]);
  return (variable) => {
    let name = toEnvName(prefix, 'SERVER', variable);
    while (taken.has(name)) name = `${name}_VARIABLE`;
    return name;
  };
}

/** The variables that hold credentials. */
export function listSecretVariables(auth: ApiInfo['auth']): string[] {
  return Object.values(auth).flatMap((scheme) => {
    if (!('env' in scheme)) return [];
    const variables = typeof scheme.env === 'string' ? [scheme.env] : Object.values(scheme.env);
    return scheme.kind === 'session' ? variables.concat(scheme.given) : variables;
  });
}

/** The servers that can be called, best first; none where the document names no URL of one. */
export function planServers(
  api: Api,
  config: Config,
  prefix: string,
  nameOf: VariableNamer,
  needsCredentials: boolean,
  report: Report,
): ServerUrl[] {
  const { servers } = api;
  const env = toEnvName(prefix, 'BASE_URL');
  const planned =
    config.baseUrl === ''
      ? servers.filter(isAbsolute).flatMap((server) => {
          const one = planServer(server, nameOf);
          const fault = faultOf(one);
          if (fault === undefined) return [withoutUser(one, '#/servers', report)];
          report('server-unusable', '#/servers', { url: one.url, reason: fault, env });
          return [];
        })
      : [{ url: config.baseUrl }];
  const [first] = planned;
  if (first === undefined) {
    if (!servers.some(isAbsolute)) tellMissing(api, env, report);
    return [];
  }
  tellUnfilled(first, '#/servers', env, report);
  if (config.baseUrl === '' && [stopgap, stopgapInCapitals].some((one) => one.test(first.url)))
    report('server-doubtful', '#/servers', { url: first.url, env });
  // Credentials to another machine want encryption.
  if (needsCredentials && mayBeExposed(first)) report('insecure-server', '#/servers', { url: first.url });
  return planned;
}

/** Hosts with a label that documentation often writes where readers put their own: names that somebody may have. */
const stopgap =
  /:\/\/(?:[^/?#:]*\.)?(?:x{3,}|(?:your|my|the|some)[-_]?(?:own[-_]?)?(?:domain|sub-?domain|host(?:name)?|server|site|tenant|company|org(?:ani[sz]ation)?|instance|account)(?:[-_]?(?:name|id|here))?|change-?me|replace-?me|placeholder)(?=[./:?#]|$)/i;
const stopgapInCapitals = /:\/\/(?:[^/?#:]*\.)?(?:HOST(?:NAME)?|DOMAIN|SERVER|TENANT|SUBDOMAIN)(?=[./:?#]|$)/;

/** Says which operations have no server; nothing where each has one of its own. */
function tellMissing(api: Api, env: string, report: Report): void {
  const { operations } = api;
  const [first, ...more] = operations.filter((operation) => ownServers(operation, api).length === 0);
  if (first === undefined && operations.length > 0) return;
  const isAll = first === undefined || more.length + 1 === operations.length;
  const others = more.length === 0 ? '' : ` and ${more.length} other operation${more.length > 1 ? 's' : ''}`;
  const what = isAll ? '' : ` for ${first.method} ${first.path}${others}`;
  const how = isAll ? '' : ', which all operations are called at then';
  // What the document says of the path is worth keeping in what the user is to write.
  const relative = api.servers.find(({ url }) => !url.includes('{'))?.url ?? '/';
  const path = parseUrl(relative, 'https://api.example.com')?.pathname ?? '/';
  report('no-server', '#/servers', {
    what,
    env,
    how,
    url: `https://api.example.com${path.replace(/\/$/, '')}`,
  });
}

/** The absolute servers of an operation itself. Relative ones start at the first server of the document. */
function ownServers({ servers }: Operation, api: Api): ApiServer[] {
  const base = api.servers.find(isAbsolute);
  return servers.flatMap((server) =>
    isAbsolute(server) ? [server] : ((base && resolveServer(server, base)) ?? []),
  );
}

/** Where the API is as far as that is known now: what the user says, or else the first server of the document. */
export function knownBase(
  { servers }: Pick<Api, 'servers'>,
  { baseUrl }: Pick<Config, 'baseUrl'>,
): string | undefined {
  const server = servers.find(isAbsolute);
  if (baseUrl !== '' || server === undefined) return baseUrl || undefined;
  // Variables have their defaults as long as nobody sets them.
  const variables = Object.entries(server.variables ?? {}).map(([name, one]) => [name, { ...one, env: '' }]);
  const filled = fillServer(
    { url: server.url, variables: Object.fromEntries(variables) as ServerUrl['variables'] & object },
    {},
  );
  return filled instanceof URL ? filled.href : undefined;
}

/**
 * The server of an operation that has one of its own, unless the user names one for all. A relative one is
 * resolved against the first server of the document (OpenAPI 3.2, Server Object, url; RFC 3986).
 */
export function planOwnServer(
  operation: Operation,
  api: Api,
  config: Config,
  nameOf: VariableNamer,
  report: Report,
): ServerUrl | undefined {
  const { servers, pointer } = operation;
  const [first] = servers;
  if (first === undefined || config.baseUrl !== '') return undefined;
  const own = pickOwn(operation, api, nameOf);
  if (own !== undefined) return withoutUser(own, pointer, report);
  const what = `The server "${first.url}" of an operation is relative, and cannot be resolved`;
  report('odd-document', pointer, { what, done: 'the server of the document is called' });
  return undefined;
}

/** The first that can be called; where none can, the first: calls are refused then, and go nowhere else. */
function pickOwn(operation: Operation, api: Api, nameOf: VariableNamer): ServerUrl | undefined {
  const planned = ownServers(operation, api).map((server) => planServer(server, nameOf));
  return planned.find((server) => faultOf(server) === undefined) ?? planned[0];
}

/** Where the first server has variables, only an absolute path can take the place of its own. */
function resolveServer(server: ApiServer, base: ApiServer): ApiServer | undefined {
  const variables = { ...base.variables, ...server.variables };
  const hasVariables = base.url.includes('{') || /^\/\/[^/]*\{/.test(server.url);
  const resolved = hasVariables ? undefined : parseUrl(server.url, base.url);
  if (resolved !== undefined) {
    const url = resolved.href.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}');
    return { ...server, url, variables };
  }
  const [origin] = /^(?:[a-z][a-z0-9+.-]*|\{[^{}]+\}):\/\/[^/?#]+/i.exec(base.url) ?? [];
  const isPath = /^\/(?!\/)/.test(server.url);
  return origin !== undefined && isPath ? { ...server, url: origin + server.url, variables } : undefined;
}

/** A variable may stand for the beginning. */
function isAbsolute({ url }: ApiServer): boolean {
  return /^([a-z][a-z0-9+.-]*(\{[^{}]*\})?:\/\/|\{)/i.test(url);
}

/** Every `{name}` becomes a variable, also one that the document does not describe. */
function planServer({ url, variables }: ApiServer, nameOf: VariableNamer): ServerUrl {
  const names = [...new Set([...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))];
  if (names.length === 0) return { url };
  const planned = names.map((name) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return [name, { ...variable, env: nameOf(name) }];
  });
  return { url, variables: Object.fromEntries(planned) };
}

/** Why no value of a variable could make a URL of it, if that is so. */
function faultOf(server: ServerUrl): string | undefined {
  const filled = fillServer({ ...server, url: server.url.replace(user, '$1') }, {});
  const own = filled instanceof URL ? undefined : filled.find(({ env }) => env === undefined);
  return own?.what.replace(/^The server URL of the API /, 'it ');
}

/** A user name and a password before the host. */
const user = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#\\]*@/i;

/** Nothing that proves who calls stands in what is emitted. */
function withoutUser(server: ServerUrl, pointer: string, report: Report): ServerUrl {
  if (!user.test(server.url)) return server;
  const url = server.url.replace(user, '$1');
  const what = `The server URL of ${url} holds a user name or a password`;
  report('odd-document', pointer, { what, done: 'it is left out: credentials come from the environment' });
  return { ...server, url };
}

/** Says which values a server cannot be called without. */
function tellUnfilled(server: ServerUrl, pointer: string, env: string, report: Report): void {
  const filled = fillServer(server, {});
  if (filled instanceof URL) return;
  const variables = filled.flatMap((fault) => fault.env ?? []).join(' and ');
  const what = filled.map((fault) => fault.what).join('; ');
  report('server-unfilled', pointer, { what, variables, env });
}

/** A tool with the server that it is called at, and whether credentials are asked for there. */
interface Called {
  pointer: string;
  server: ServerUrl | undefined;
  isSecured: boolean;
}

/**
 * Says of the servers of single operations which cannot be called as they stand, which get no credentials, since the
 * document as a whole does not name them, and which get them unencrypted.
 */
export function reportOwnServers(called: readonly Called[], api: ApiInfo, report: Report): void {
  const byUrl = new Map<string, Called[]>();
  for (const one of called) {
    const { server } = one;
    if (server === undefined) continue;
    const users = byUrl.get(server.url);
    if (users === undefined) byUrl.set(server.url, [one]);
    else users.push(one);
  }
  const told = new Set<string>();
  for (const [url, users] of byUrl) {
    const [first] = users;
    if (first?.server === undefined) continue;
    const reason = faultOf(first.server);
    if (reason !== undefined) {
      report('server-unusable', first.pointer, { url, reason, env: api.baseUrlEnv });
      continue;
    }
    tellUnfilled(first.server, first.pointer, api.baseUrlEnv, report);
    const secured = users.find(({ isSecured }) => isSecured);
    const origin = originOf(first.server);
    if (secured === undefined || told.has(origin)) continue;
    told.add(origin);
    if (!trustedOrigins(api).includes(origin)) {
      const plain = mayBeExposed(first.server) ? ', which is not encrypted either' : '';
      const said =
        api.servers.length === 0
          ? 'the document names no server for all operations, and which of several origins is the API is not guessed'
          : 'the servers of the document as a whole do not name it';
      const add = origin.includes('{') ? 'the origin with the values of its variables' : origin;
      report('foreign-server', secured.pointer, { origin: `${origin}${plain}`, said, add });
    } else if (
      mayBeExposed(first.server) &&
      !api.servers.slice(0, 1).some((server) => originOf(server) === origin)
    ) {
      report('insecure-server', secured.pointer, { url });
    }
  }
}

function trustedOrigins({ servers, credentialServers = [], credentialOrigins = [] }: ApiInfo): string[] {
  return [...[...servers, ...credentialServers].map(originOf), ...credentialOrigins];
}

/** Whether what is sent there can be read on its way, by the defaults of its variables. */
function mayBeExposed(server: ServerUrl): boolean {
  const filled = fillServer(server, {});
  return isExposed(filled instanceof URL ? filled.href : server.url);
}

/** The origin, or as much of it as is known without the values of variables. */
function originOf(server: ServerUrl): string {
  const filled = fillServer(server, {});
  if (filled instanceof URL) return filled.origin;
  return (/^[a-z]+:\/\/[^/?#]+/i.exec(server.url)?.[0] ?? server.url).toLowerCase();
}

/**
 * Where credentials may go besides the servers of the document: to what the user names, and, where the document as
 * a whole names no server, to the origin that the servers of its paths and operations share. Which of several would be
 * the API's own is not guessed. One with variables is kept whole: their values are the operator's.
 */
export function planTrust(
  api: Api,
  config: Config,
  nameOf: VariableNamer,
): Pick<ApiInfo, 'credentialOrigins' | 'credentialServers'> {
  const named = config.credentialOrigins;
  const isSaid =
    config.baseUrl !== '' || api.servers.some((one) => isAbsolute(one) && one.isImplied !== true);
  const own = isSaid ? [] : api.operations.flatMap((operation) => pickOwn(operation, api, nameOf) ?? []);
  const shared = new Set(own.map(originOf)).size === 1 && own.every((one) => faultOf(one) === undefined);
  const origins = new Set(named);
  const servers = new Map<string, ServerUrl>();
  for (const server of shared ? own : []) {
    if (server.variables === undefined) origins.add(originOf(server));
    else servers.set(server.url, { ...server, url: server.url.replace(user, '$1') });
  }
  return {
    ...(origins.size === 0 ? {} : { credentialOrigins: [...origins] }),
    ...(servers.size === 0 ? {} : { credentialServers: [...servers.values()] }),
  };
}
