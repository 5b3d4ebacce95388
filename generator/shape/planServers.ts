import { fillServer } from '../../templates/project/src/runtime/request/fillServer.js';
import { isExposed } from '../../templates/project/src/runtime/request/isExposed.js';
import type { Api, ApiServer, Operation } from '../model/api.js';
import type { Config } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import type { ApiInfo } from '../model/server.js';
import { envName } from './envName.js';

type ServerUrl = ApiInfo['servers'][number];

/** Gives a variable of a server URL the name of its environment variable. */
export type VariableNamer = (variable: string) => string;

/** No variable of a URL has the name of one that holds a credential: a document could send that elsewhere by its URL. */
export function nameVariables(prefix: string, auth: ApiInfo['auth']): VariableNamer {
  const secrets = Object.values(auth).flatMap((scheme) => {
    if (!('env' in scheme)) return [];
    return typeof scheme.env === 'string' ? [scheme.env] : Object.values(scheme.env);
  });
  const taken = new Set([envName(prefix, 'BASE_URL'), ...secrets, ...secrets.map((name) => `${name}_FILE`)]);
  return (variable) => {
    let name = envName(prefix, 'SERVER', variable);
    while (taken.has(name)) name = `${name}_VARIABLE`;
    return name;
  };
}

/** The servers that can be called, best first; none where the document names no URL of one. */
export function planServers(
  { servers }: Api,
  config: Config,
  prefix: string,
  nameOf: VariableNamer,
  needsCredentials: boolean,
  report: Report,
): ServerUrl[] {
  const env = envName(prefix, 'BASE_URL');
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
    if (!servers.some(isAbsolute)) report('no-server', '#/servers', { env });
    return [];
  }
  tellUnfilled(first, '#/servers', env, report);
  // Credentials to another machine want encryption.
  if (needsCredentials && isExposed(first.url)) report('insecure-server', '#/servers', { url: first.url });
  return planned;
}

/**
 * The server of an operation that has one of its own, unless the user names one for all. A relative one is
 * resolved against the first server of the document (OpenAPI 3.2, Server Object, url; RFC 3986).
 */
export function planOwnServer(
  { servers, pointer }: Operation,
  api: Api,
  config: Config,
  nameOf: VariableNamer,
  report: Report,
): ServerUrl | undefined {
  const [first] = servers;
  if (first === undefined || config.baseUrl !== '') return undefined;
  const base = api.servers.find(isAbsolute);
  for (const server of servers) {
    const own = isAbsolute(server) ? server : base && resolveServer(server, base);
    if (own !== undefined) return withoutUser(planServer(own, nameOf), pointer, report);
  }
  const what = `The server "${first.url}" of an operation is relative, and cannot be resolved`;
  report('odd-document', pointer, { what, done: 'the server of the document is called' });
  return undefined;
}

/** Where the first server has variables, only an absolute path can take the place of its own. */
function resolveServer(server: ApiServer, base: ApiServer): ApiServer | undefined {
  const variables = { ...base.variables, ...server.variables };
  const hasVariables = base.url.includes('{') || /^\/\/[^/]*\{/.test(server.url);
  if (!hasVariables && URL.canParse(server.url, base.url)) {
    const url = new URL(server.url, base.url).href.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}');
    return { ...server, url, variables };
  }
  const [origin] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.exec(base.url) ?? [];
  const isPath = /^\/(?!\/)/.test(server.url);
  return origin !== undefined && isPath ? { ...server, url: origin + server.url, variables } : undefined;
}

/** A variable may stand for the beginning. */
function isAbsolute({ url }: ApiServer): boolean {
  return /^([a-z][a-z0-9+.-]*:\/\/|\{)/i.test(url);
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
export interface Called {
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
    tellUnfilled(first.server, first.pointer, api.baseUrlEnv, report);
    const secured = users.find(({ isSecured }) => isSecured);
    const origin = originOf(first.server);
    if (secured === undefined || told.has(origin)) continue;
    told.add(origin);
    if (!trustedOrigins(api).includes(origin)) {
      const plain = isExposed(url) ? ', which is not encrypted either' : '';
      report('foreign-server', secured.pointer, { origin: `${origin}${plain}`, add: origin });
    } else if (isExposed(url) && !api.servers.slice(0, 1).some((server) => originOf(server) === origin)) {
      report('insecure-server', secured.pointer, { url });
    }
  }
}

function trustedOrigins({ servers, credentialOrigins = [] }: ApiInfo): string[] {
  return [...servers.map(originOf), ...credentialOrigins];
}

/** The origin, or as much of it as is known without the values of variables. */
function originOf(server: ServerUrl): string {
  const filled = fillServer(server, {});
  if (filled instanceof URL) return filled.origin;
  return (/^[a-z]+:\/\/[^/?#]+/i.exec(server.url)?.[0] ?? server.url).toLowerCase();
}

/**
 * The origins that credentials may go to besides those of the servers of the document: the user's, or, of a document
 * that has no servers but those of its operations, the one that all of these share.
 */
export function planCredentialOrigins(api: Api, config: Config, nameOf: VariableNamer): string[] {
  if (config.baseUrl !== '' || api.servers.some(isAbsolute)) return config.credentialOrigins;
  const own = api.operations.map(({ servers }) => servers.find(isAbsolute));
  const origins = new Set(
    own.map((server) => (server === undefined ? '' : originOf(planServer(server, nameOf)))),
  );
  const [only = ''] = origins;
  const isOne = origins.size === 1 && URL.canParse(only) && !only.includes('{');
  return isOne ? [...new Set([...config.credentialOrigins, only])] : config.credentialOrigins;
}
