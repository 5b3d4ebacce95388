import { SetupError } from '../errors.js';
import type { Environment } from '../settings.js';
import { exceptVariables, parseProxy, proxyVariables } from './proxyVariables.js';

/**
 * Reads which proxy is asked for a URL: the one of its protocol, but for what `NO_PROXY` names, and for this machine
 * itself, which no other one can reach for us.
 *
 * @throws SetupError where a variable holds no URL of a proxy.
 */
export function readProxies(env: Environment): (url: URL) => URL | undefined {
  const proxies = Object.entries(proxyVariables).map(([protocol, names]): [string, URL | undefined] => [
    protocol,
    readProxy(env, names),
  ]);
  const byProtocol = new Map(proxies);
  const named = exceptVariables.map((name) => env[name]?.trim()).find(Boolean) ?? '';
  const exceptions = named
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(parseException);
  return (url) => {
    const { hostname, port } = addressOf(url);
    const isException = isLoopback(hostname) || exceptions.some((covers) => covers(hostname, port));
    return isException ? undefined : byProtocol.get(url.protocol);
  };
}

function readProxy(env: Environment, names: readonly string[]): URL | undefined {
  const name = names.find((one) => env[one]?.trim());
  if (name === undefined) return undefined;
  const url = parseProxy(env[name]?.trim() ?? '');
  if (url !== undefined) return url;
  throw new SetupError(
    `The environment variable ${name} must be the http or https URL of a proxy, such as http://proxy.example.com:8080.`,
  );
}

/** `host`, which stands for the hosts below it too, with `.` or `*.` before it or not; `host:port`; `*`. */
function parseException(text: string): (hostname: string, port: string) => boolean {
  if (text === '*') return () => true;
  const [, host = text, onlyPort] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [];
  const name = unbracket(host)
    .replace(/^\*?\./, '')
    .toLowerCase();
  return (hostname, port) =>
    (onlyPort === undefined || onlyPort === port) && (hostname === name || hostname.endsWith(`.${name}`));
}

function addressOf({ hostname, port, protocol }: URL): { hostname: string; port: string } {
  return { hostname: unbracket(hostname), port: port || (protocol === 'https:' ? '443' : '80') };
}

function unbracket(host: string): string {
  return host.replaceAll(/^\[|\]$/g, '');
}

function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|::1)$/.test(hostname);
}
