import { Agent, request } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { type Socket, isIP } from 'node:net';
import { connect, createSecureContext, rootCertificates } from 'node:tls';
import { memoize } from '../memo.js';
import type { Environment } from '../settings.js';
import { type Way, keepConnections, proxyError, toProxyError } from './createClient.js';
import { readWays } from './readWays.js';

/** How long a proxy may take to open a tunnel. */
const tunnelMs = 30_000;

/** Where a connection leads, as agents say it. */
interface Target {
  host: string;
  port: string | number;
  servername?: string;
}

type OnSocket = (error: Error | null, socket?: Socket) => void;

/**
 * Opens the ways that requests go where proxies or certificates are set. It is imported only then.
 *
 * @throws SetupError where one of them cannot be used.
 */
export async function openWays(env: Environment): Promise<(url: URL) => Way> {
  const { proxyFor, authorities, identity } = await readWays(env);
  const trust = authorities === undefined ? {} : { ca: [...rootCertificates, authorities] };
  const toApi = { secureContext: createSecureContext({ ...trust, ...identity }) };
  const toProxy = { secureContext: createSecureContext(trust) };
  const kept = { keepAlive: true };

  /** The ways to what is reached directly, or by tunnels. */
  const waysBy = (open: object) => ({
    'http:': { agent: Object.assign(keepConnections(new Agent(kept)), open) },
    'https:': { agent: Object.assign(keepConnections(new SecureAgent({ ...kept, ...toApi })), open) },
  });
  const direct = waysBy({});

  const waysOf = memoize((proxy: URL) => {
    const headers = credentialsOf(proxy);
    const host = proxy.hostname.replaceAll(/^\[|\]$/g, '');
    const port = proxy.port || (proxy.protocol === 'https:' ? '443' : '80');
    const servername = isIP(host) ? '' : host;
    // Who we are is for the API only.
    const agent = proxy.protocol === 'https:' ? new SecureAgent({ ...toProxy, servername }) : new Agent();

    function openTunnel(target: Target, isSecure: boolean, onSocket: OnSocket): void {
      const path = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
      const options = { agent, host, port, method: 'CONNECT', path, headers: { host: path, ...headers } };
      const asked = request({ ...options, protocol: proxy.protocol });
      asked.setTimeout(tunnelMs, () => asked.destroy(proxyError(504)));
      asked.once('error', (error) => onSocket(toProxyError(error)));
      asked.once('connect', ({ statusCode = 0 }, socket: Socket) => {
        socket.setTimeout(0);
        if (statusCode < 200 || statusCode > 299) {
          onSocket(proxyError(statusCode));
          socket.destroy();
        } else if (isSecure)
          onSocket(null, connect({ ...target, port: Number(target.port), ...toApi, socket }));
        else onSocket(null, socket);
      });
      asked.end();
    }

    const tunnelling = (isSecure: boolean) => ({
      createConnection: (target: Target, onSocket: OnSocket) => openTunnel(target, isSecure, onSocket),
    });
    const through = {
      'http:': waysBy(tunnelling(false))['http:'],
      'https:': waysBy(tunnelling(true))['https:'],
    };
    if (proxy.protocol === 'https:') return through;
    // Many proxies open tunnels to the port of HTTPS only.
    const handedOn: Way = { agent: keepConnections(new Agent(kept)), proxy: { host, port, headers } };
    return { ...through, 'http:': handedOn };
  });

  return (url) => {
    const proxy = proxyFor(url);
    const ways = proxy === undefined ? direct : waysOf(proxy);
    return ways[url.protocol as keyof typeof ways];
  };
}

/** What a proxy is told of who asks. */
function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
