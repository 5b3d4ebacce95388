import { Readable } from 'node:stream';
import { createSecureContext, rootCertificates } from 'node:tls';
import { Agent, fetch, ProxyAgent, request, type Dispatcher } from 'undici';
import { toResponse } from '../answer/toResponse.js';
import type { Environment } from '../environment.js';
import { remember } from '../remember.js';
import { isPayload, sizeOf } from '../request/payload.js';
import type { Client } from './createNetwork.js';
import { explainProxy } from './explainProxy.js';
import { readCertificates } from './readCertificates.js';
import { readProxies } from './readProxies.js';

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
  const agentOf = remember(
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
