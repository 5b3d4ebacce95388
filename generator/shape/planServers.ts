import type { Api, ApiServer, Operation } from '../model/api.js';
import type { Config } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import type { ApiInfo } from '../model/server.js';
import { envName } from './envName.js';

type ServerUrl = ApiInfo['servers'][number];

/** The servers that can be called, best first; none where the document names no absolute URL. */
export function planServers(
  { servers }: Api,
  config: Config,
  prefix: string,
  needsCredentials: boolean,
  report: Report,
): ServerUrl[] {
  const check = (planned: ServerUrl[]): ServerUrl[] =>
    needsCredentials ? checkScheme(planned, report) : planned;
  if (config.baseUrl !== '') return check([{ url: config.baseUrl }]);
  const absolute = servers.filter(isAbsolute).map((server) => planServer(server, prefix));
  if (absolute.length === 0) report('no-server', '#/servers', { env: envName(prefix, 'BASE_URL') });
  return check(absolute);
}

/**
 * The server of an operation that has one of its own, unless the user names one for all. A relative one is
 * resolved against the first server of the document (OpenAPI 3.2, Server Object, url; RFC 3986).
 */
export function planOwnServer(
  { servers, pointer }: Operation,
  api: Api,
  config: Config,
  prefix: string,
  report: Report,
): ServerUrl | undefined {
  const [first] = servers;
  if (first === undefined || config.baseUrl !== '') return undefined;
  const base = api.servers.find(isAbsolute);
  for (const server of servers) {
    const own = isAbsolute(server) ? server : base && resolveServer(server, base);
    if (own !== undefined) return planServer(own, prefix);
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
function planServer({ url, variables }: ApiServer, prefix: string): ServerUrl {
  const names = [...new Set([...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))];
  if (names.length === 0) return { url };
  const planned = names.map((name) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return [name, { default: '', ...variable, env: envName(prefix, 'SERVER', name) }];
  });
  return { url, variables: Object.fromEntries(planned) };
}

/** Credentials to another machine want encryption. */
function checkScheme(servers: ServerUrl[], report: Report): ServerUrl[] {
  const [first] = servers;
  if (first !== undefined && isExposed(first.url)) report('insecure-server', '#/servers', { url: first.url });
  return servers;
}

function isExposed(url: string): boolean {
  return /^http:/i.test(url) && !/^http:\/\/(localhost|127\.|\[::1\]|[^/]*\.localhost)([:/]|\d|$)/i.test(url);
}
