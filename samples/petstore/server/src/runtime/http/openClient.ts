import { Readable } from 'node:stream';
import { createSecureContext, rootCertificates } from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent, fetch, request } from 'undici';
import { networkCode } from '../errors.js';
import { memoize } from '../memo.js';
import { isPayload, sizeOf } from '../request/outgoing.js';
import type { Environment } from '../settings.js';
import type { Client } from './network.js';
import { readCertificates } from './readCertificates.js';
import { readProxies } from './readProxies.js';
import { toResponse } from './toResponse.js';

/**
 * Opens what requests go through where proxies or certificates are set. It is imported only then: what it needs takes
 * long to load.
 *
 * @throws SetupError where one of them cannot be used.
 */
export async function openClient(env: Environment): Promise<Client> {
  const proxyFor = readProxies(env);
  const { authorities, identity } = await readCertificates(env);
  const trust = authorities === undefined ? {} : { ca: [...rootCertificates, authorities] };
  const toApi = { secureContext: createSecureContext({ ...trust, ...identity }) };
  const direct = new Agent({ connect: toApi });
  const agentOf = memoize(
    ({ href, protocol }: URL) =>
      new ProxyAgent({
        uri: href,
        // Many proxies open tunnels to the port of HTTPS only.
        proxyTunnel: false,
        requestTls: toApi,
        // Who we are is for the API only.
        ...(protocol === 'https:' && { proxyTls: { secureContext: createSecureContext(trust) } }),
      }),
  );

  async function through<T>(url: URL, run: (dispatcher: Dispatcher) => Promise<T>): Promise<T> {
    const proxy = proxyFor(url);
    if (proxy === undefined) return run(direct);
    return run(agentOf(proxy)).catch(explainProxy);
  }

  return {
    fetch: (url, init) =>
      through(new URL(url as string), async (dispatcher) => {
        // Both follow the same specification; only their types differ.
        const options = { ...init, dispatcher } as Parameters<typeof fetch>[1];
        const response = await fetch(url as string, options);
        return nameStatus(response as unknown as Response);
      }),
    fetchBeyond: ({ url, method, headers, body }, signal) =>
      through(url, async (dispatcher) => {
        const received = await request(url, {
          method: method as Dispatcher.HttpMethod,
          headers: {
            ...Object.fromEntries(headers),
            ...(body !== undefined && { 'content-length': String(sizeOf(body)) }),
          },
          body: isPayload(body) ? Readable.from(body.read()) : (body ?? null),
          signal,
          dispatcher,
        });
        return toResponse(method, { ...received, status: received.statusCode });
      }),
  };
}

/** undici forgets the words of the status where a proxy hands the answer on. */
function nameStatus(response: Response): Response {
  const words: string | undefined = response.statusText;
  const value = words ?? '';
  return Object.defineProperty(response, 'statusText', { value });
}

/** Codes of errors that come before there is a connection; where a proxy is asked, it is one to the proxy. */
const unconnected: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Throws an error again, with a code of its own where it is the proxy's: by the others the API would be to blame. */
export function explainProxy(error: unknown): never {
  const status = statusOf(error);
  const code = unconnected.has(networkCode(error)) ? 'PROXY_UNREACHABLE' : proxyErrorCode(status);
  throw code === undefined ? error : Object.assign(new Error(code, { cause: error }), { code });
}

function proxyErrorCode(status: number | undefined): string | undefined {
  if (status === undefined) return undefined;
  if (status === 407) return 'PROXY_UNAUTHENTICATED';
  return status < 500 ? 'PROXY_REFUSED' : 'PROXY_FAILED';
}

/** What the proxy has answered instead of opening a tunnel: undici says it in words only. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const status = /^Proxy response \((\d+)\)|\((407)\)$/.exec(error.message);
  return status === null ? statusOf(error.cause) : Number(status[1] ?? status[2]);
}
