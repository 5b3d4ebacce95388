import { type FetchMeans, type Proof, readCredentials } from '../auth/credentials.js';
import {
  createFetchNetwork,
  createNetwork,
  createTokenNetwork,
  nameAgent,
  type WaysPart,
} from '../http/createNetwork.js';
import { createFetchMeans } from '../http/send.js';
import { loadPart, memoize, once } from '../memo.js';
import { isTrusted, resolveBaseUrl } from '../request/buildRequest.js';
import { locateSchemes } from '../request/servers.js';
import { callsAsUser, certificateOf, type Environment } from '../settings.js';
import type { ApiAccess, ApiInfo, Recipe, Tool } from '../tool.js';
import type { CallerParts, CallOptions } from './callerParts.js';

/** What calls go by. */
export interface ReachParts extends CallerParts {
  /** What knows of proxies and certificates, where that is built in. */
  ways: WaysPart | undefined;
}

/** How the APIs of a server are reached, and with which credentials. */
export function createReach({ catalog, env, fetch, ways, ...shared }: ReachParts) {
  const owned = fetch && createFetchNetwork(fetch);
  const agent = nameAgent(catalog.api);
  const anonymous = owned ?? createNetwork(env, ways, agent);
  const reach = memoize((api: ApiAccess) => {
    // What proves who calls is of one API: another sees nothing of it.
    const own = certificateOf(api, catalog.api);
    const isTrustedWith = memoize((recipe: Recipe) => isTrusted(api, recipe, env));
    return {
      prove: createProver(
        catalog.api,
        api,
        env,
        shared,
        isTrustedWith,
        createFetchMeans(
          owned ?? createTokenNetwork(env, ways, agent, own),
          shared.timeoutMs,
          catalog.api.name,
          env,
        ),
      ),
      baseUrlOf: memoize((recipe: Recipe) => resolveBaseUrl(api, recipe, env)),
      isTrustedWith,
      exchange:
        own === undefined ? anonymous.exchange : (owned ?? createNetwork(env, ways, agent, own)).exchange,
    };
  });
  return { known: anonymous.secrets ?? [], anonymous, reach };
}

/** Makes what finds what calls of one API are proven with: as the server, unless each user has credentials. */
function createProver(
  all: ApiInfo,
  api: ApiAccess,
  env: Environment,
  { features, credentialsOf }: Pick<CallerParts, 'features' | 'credentialsOf'>,
  isTrustedWith: (recipe: Recipe) => boolean,
  means: FetchMeans,
): (tool: Tool, options: CallOptions, secrets: string[]) => Promise<Proof> {
  const auth = locateSchemes(api, env);
  const readOwn = () => readCredentials(auth, env, features.credentials, means);
  const isPerUser = credentialsOf !== undefined || callsAsUser(env);
  const ofUsers = once(async () => {
    const { createUserCredentials } = await loadPart(features.users, 'users');
    const parts = {
      all,
      api: { ...api, auth },
      env,
      kinds: features.credentials,
      means,
      readOwn,
      credentialsOf,
    };
    return createUserCredentials(parts);
  });
  return async (tool, options, secrets) => {
    const { visitor, signal } = options;
    const isKnown = isTrustedWith(tool.request);
    if (!isPerUser || features.users === undefined || visitor === undefined)
      return { security: isKnown ? tool.request.security : [], credentials: await readOwn() };
    // An authorization server may repeat it in an error.
    if (visitor.token !== undefined) secrets.push(visitor.token);
    return (await ofUsers())(tool, visitor, signal, isKnown);
  };
}
