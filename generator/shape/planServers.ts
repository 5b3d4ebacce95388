import type { Api, ApiServer } from '../model/api.js';
import type { Config } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import type { ApiInfo } from '../model/server.js';
import { envName } from './envName.js';

type ServerUrl = ApiInfo['servers'][number];

/** The servers that can be called, best first; none where the document names no absolute URL. */
export function planServers({ servers }: Api, config: Config, prefix: string, report: Report): ServerUrl[] {
  if (config.baseUrl !== '') return checkScheme([{ url: config.baseUrl }], report);
  const absolute = servers.filter(isAbsolute).map((server) => planServer(server, prefix));
  if (absolute.length === 0) report('no-server', '#/servers', { env: envName(prefix, 'BASE_URL') });
  return checkScheme(absolute, report);
}

/** The server of an operation that has one of its own. */
export function planOwnServer(servers: readonly ApiServer[], prefix: string): ServerUrl | undefined {
  const own = servers.find(isAbsolute);
  return own && planServer(own, prefix);
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
