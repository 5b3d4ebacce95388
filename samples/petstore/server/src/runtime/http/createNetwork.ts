import { stat } from 'node:fs/promises';
import { CallError, SetupError, notSent } from '../errors.js';
import { importOnce, once } from '../memo.js';
import {
  type Exchange,
  isPayload,
  listProxySecrets,
  type Network,
  type Outgoing,
} from '../request/outgoing.js';
import {
  certificateOf,
  type Environment,
  listApis,
  ownCertificate,
  proxyVariables,
  readSwitch,
} from '../settings.js';
import type { ApiInfo, CertificateVariables } from '../tool.js';
import { type Way, createClient, createDirectWay } from './createClient.js';

const loadWays = importOnce(() => import('./openWays.js'));

/** What this server calls itself to others (RFC 9110, 10.1.5): its name and version, as far as a token can hold it. */
export function nameAgent({ name, version }: Pick<ApiInfo, 'name' | 'version'>): string {
  const token = version.replaceAll(/[^\w.~+-]+/g, '-').slice(0, 64);
  return token === '' ? name : `${name}/${token}`;
}

/** The variables that name files in PEM form. */
function fileVariables(own?: CertificateVariables): string[] {
  return ['MCP_CA_FILE', ...(own === undefined ? [] : [own.certificate, own.key])];
}

/** Whether requests are to go another way than Node's own. */
function setsNetwork(env: Environment, own?: CertificateVariables): boolean {
  return [...Object.values(proxyVariables).flat(), ...fileVariables(own)].some((name) => env[name]?.trim());
}

/**
 * Reads and checks the proxies and certificates that the operator has set.
 *
 * @throws SetupError where one of them cannot be used.
 */
export async function checkWays(api: ApiInfo, env: Environment): Promise<void> {
  const certificates = listApis(api).flatMap((one) => certificateOf(one, api) ?? []);
  const unread = [ownCertificate.certificate, ownCertificate.key].find((name) => env[name]?.trim());
  if (api.sources !== undefined && unread !== undefined) {
    const names = certificates.map(({ certificate }) => certificate).join(', ');
    throw new SetupError(
      `The environment variable ${unread} is set, but this server offers several APIs: ${names === '' ? 'none of them asks for a certificate' : `each has a certificate of its own (${names})`}.`,
    );
  }
  for (const own of [undefined, ...certificates])
    if (setsNetwork(env, own)) await (await loadWays()).readWays(env, own);
}

/**
 * Straight to the API, unless the operator has set proxies or certificates.
 *
 * @param agent - what the client calls itself
 * @param own - what the operator proves who calls with; nothing where nobody is to see it
 */
export function createNetwork(env: Environment, agent?: string, own?: CertificateVariables): Network {
  if (!setsNetwork(env, own)) return { exchange: createClient(createDirectWay(), agent) };
  let ways: (() => Promise<(url: URL) => Way>) | undefined;
  let known: string | undefined;

  /** Opened when they are first needed, and anew when a file has changed: certificates are exchanged while a server runs. */
  async function findWay(url: URL): Promise<Way> {
    const state = await stateOfFiles(env, own);
    if (ways === undefined || state !== known) {
      known = state;
      ways = once(async () => (await loadWays()).openWays(env, own));
    }
    return (await ways().catch(rethrowAsCallError))(url);
  }

  return { exchange: createClient(findWay, agent), secrets: listProxySecrets(env) };
}

/** The way to authorization servers, and whether they are shown the certificate (RFC 8705). */
export function createTokenNetwork(
  env: Environment,
  agent?: string,
  own?: CertificateVariables,
): Network & { isProven: boolean } {
  const isProven =
    own !== undefined &&
    Boolean(env[own.certificate]?.trim()) &&
    readSwitch(env, 'MCP_CLIENT_CERT_FOR_TOKENS');
  return { ...createNetwork(env, agent, isProven ? own : undefined), isProven };
}

/** What tells whether one of the files has changed. */
async function stateOfFiles(env: Environment, own?: CertificateVariables): Promise<string> {
  const states = fileVariables(own).map(async (name) => {
    const file = env[name]?.trim();
    if (!file) return '';
    const { ino, mtimeMs, size } = await stat(file).catch(() => ({ ino: 0, mtimeMs: 0, size: 0 }));
    return [ino, mtimeMs, size].join(' ');
  });
  return (await Promise.all(states)).join();
}

function rethrowAsCallError(error: unknown): never {
  if (!(error instanceof SetupError)) throw error;
  throw new CallError(`${error.message.replace(/\.$/, '')}${notSent}. Ask the user to correct it.`);
}

/** Through a `fetch` that the owner has given, but for the requests that none takes. */
export function createFetchNetwork(fetch: typeof globalThis.fetch): Network {
  return { exchange: exchangeOver(fetch) };
}

function exchangeOver(fetch: typeof globalThis.fetch): Exchange {
  const own = createClient(createDirectWay());
  return async (request, stop) => {
    if (isBeyondFetch(request)) return own(request, stop);
    const { method, url, body } = request;
    const response = await fetch(url.href, {
      method,
      headers: new Headers([...request.headers]),
      redirect: 'manual',
      signal: stop.signal,
      ...(body !== undefined && !isPayload(body) && { body }),
    });
    const reader = response.body?.getReader();
    return {
      status: response.status,
      reason: response.statusText,
      headers: response.headers,
      read: async (take) => {
        for (;;) {
          const piece = await reader?.read();
          if (piece === undefined || piece.done) return;
          await take(piece.value);
        }
      },
      // What has broken off cannot be given up any more.
      drop: () => void reader?.cancel().catch(() => undefined),
    };
  };
}

/**
 * Whether `fetch` refuses a request that HTTP allows, one with a body on a method that seldom has one, or TRACE; or would
 * keep all of a body in memory that is read while it is sent.
 */
function isBeyondFetch({ method, body }: Outgoing): boolean {
  return (
    method === 'TRACE' || isPayload(body) || (body !== undefined && (method === 'GET' || method === 'HEAD'))
  );
}
