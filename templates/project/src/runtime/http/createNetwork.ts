import type { Network } from '../request/outgoing.js';
import type { Environment } from '../settings.js';
import type { ApiInfo, CertificateVariables } from '../tool.js';
import { createClient, createDirectWay } from './createClient.js';
import { exchangeOver } from './exchangeOver.js';

/** What this server calls itself to others (RFC 9110, 10.1.5): its name and version, as far as a token can hold it. */
export function nameAgent({ name, version }: Pick<ApiInfo, 'name' | 'version'>): string {
  const token = version.replaceAll(/[^\w.~+-]+/g, '-').slice(0, 64);
  return token === '' ? name : `${name}/${token}`;
}

/** What has requests go by proxies and with certificates, where that is built in. */
export interface WaysPart {
  /** What the operator has set; nothing where that is nothing. */
  createWays: (env: Environment, agent?: string, own?: CertificateVariables) => Network | undefined;
  /** @throws SetupError where something that the operator has set cannot be used. */
  checkWays: (api: ApiInfo, env: Environment) => Promise<void>;
}

/**
 * Straight to the API, unless the operator has set proxies or certificates.
 *
 * @param ways - what knows of these
 * @param agent - what the client calls itself
 * @param own - what the operator proves who calls with; nothing where nobody is to see it
 */
export function createNetwork(
  env: Environment,
  ways: WaysPart | undefined,
  agent?: string,
  own?: CertificateVariables,
): Network {
  return ways?.createWays(env, agent, own) ?? { exchange: createClient(createDirectWay(), agent) };
}

/** Through a `fetch` that the owner has given, but for the requests that none takes. */
export function createFetchNetwork(fetch: typeof globalThis.fetch): Network {
  return { exchange: exchangeOver(fetch, createClient(createDirectWay())) };
}
