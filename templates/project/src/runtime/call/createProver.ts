import {
  applyCredentials,
  type FetchMeans,
  obtainCredentials,
  readCredentials,
  type UserPart,
} from '../auth/credentials.js';
import type { Credentials } from '../auth/proof.js';
import { NoResponseError } from '../errors.js';
import { createNetwork, type WaysPart } from '../http/createNetwork.js';
import { retry, send } from '../http/send.js';
import { loadPart, once } from '../memo.js';
import type { Network, Outgoing } from '../request/outgoing.js';
import { callsAsUser, type Environment, programVariable, readSwitch } from '../settings.js';
import type { CertificateVariables } from '../tool.js';
import type { Prove, ProvenParts, ProverParts } from './callerParts.js';

export { bodyMembersOf } from '../auth/credentials.js';
export { describeProof } from './describeProof.js';

/** Makes what finds what calls of one API are proven with: as the server, unless each user has credentials. */
export function createProver({
  api,
  env,
  features,
  credentialsOf,
  isTrustedWith,
  ...rest
}: ProverParts): Prove {
  const { all, owned, ways, agent, own, timeoutMs, exchangeFor } = rest;
  const network = owned ?? createTokenNetwork(env, ways, agent, own);
  const means = { ...createFetchMeans(network, timeoutMs, all.name, env), toApi: { api, env, exchangeFor } };
  const kinds = features.credentials;
  const readOwn = () => readCredentials(api.auth, env, kinds, means);
  const isPerUser = credentialsOf !== undefined || callsAsUser(env);
  const ofUsers = once(async () => {
    const { createUserCredentials } = (await loadPart(features.users, 'users')) as UserPart;
    return createUserCredentials({ all, api, env, kinds, means, readOwn, credentialsOf });
  });
  return async (tool, { visitor, signal }, secrets) => {
    const isKnown = isTrustedWith(tool.request);
    if (!isPerUser || features.users === undefined || visitor === undefined)
      return { security: isKnown ? tool.request.security : [], credentials: await readOwn() };
    // An authorization server may repeat it in an error.
    if (visitor.token !== undefined) secrets.push(visitor.token);
    return (await ofUsers())(tool, visitor, signal, isKnown);
  };
}

/** The way to authorization servers, and whether they are shown the certificate (RFC 8705). */
export function createTokenNetwork(
  env: Environment,
  ways: WaysPart | undefined,
  agent?: string,
  own?: CertificateVariables,
): Network & { isProven: boolean } {
  const isProven =
    own !== undefined &&
    Boolean(env[own.certificate]?.trim()) &&
    readSwitch(env, 'MCP_CLIENT_CERT_FOR_TOKENS');
  return { ...createNetwork(env, ways, agent, isProven ? own : undefined), isProven };
}

/**
 * What credentials of the server of that name are fetched with. A token is for all calls: that one of them is cancelled
 * does not end the request for it.
 */
export function createFetchMeans(
  { exchange, isProven = false }: Network & { isProven?: boolean },
  timeoutMs: number,
  server: string,
  env: Environment = {},
): FetchMeans {
  return {
    known: new Map(),
    server,
    isProven,
    program: env[programVariable],
    send: (request, own = exchange) =>
      send(request, {
        exchange: own,
        timeoutMs,
        end: performance.now() + timeoutMs,
        signal: new AbortController().signal,
      }),
  };
}

/**
 * Sends a request with its credentials. Where the API refuses what an authorization server gave, that is asked once for
 * another.
 */
export async function sendProven(
  request: Outgoing,
  parts: ProvenParts,
): Promise<Awaited<ReturnType<typeof retry>> & { fetched: Credentials }> {
  const { security, auth, credentials, secrets } = parts;
  const prove = async (refused?: Credentials): Promise<Credentials | undefined> => {
    const fetched = await obtainCredentials(security, auth, credentials, refused);
    if (fetched === undefined) return undefined;
    for (const one of fetched.values())
      secrets.push(...one.secrets.filter((secret) => !secrets.includes(secret)));
    applyCredentials(request, security, auth, fetched, parts.program);
    return fetched;
  };
  const fetched = (await prove()) ?? credentials;
  const { result, tries } = await retry(request, parts);
  if (result instanceof NoResponseError || result.status !== 401) return { result, tries, fetched };
  const renewed = await prove(fetched);
  if (renewed === undefined) return { result, tries, fetched };
  const second = await retry(request, parts);
  return { result: second.result, tries: tries + second.tries, fetched: renewed };
}
