import { createFetchNetwork, createNetwork, nameAgent, type WaysPart } from '../http/createNetwork.js';
import { loadPart, memoize, once } from '../memo.js';
import { isTrusted, resolveBaseUrl } from '../request/buildRequest.js';
import type { Exchange } from '../request/outgoing.js';
import { locateSchemes } from '../request/servers.js';
import { certificateOf } from '../settings.js';
import type { ApiAccess, Recipe } from '../tool.js';
import { type CallerParts, loadProof, type Prove } from './callerParts.js';

/** What calls go by. */
export interface ReachParts extends CallerParts {
  /** What knows of proxies and certificates, where that is built in. */
  ways: WaysPart | undefined;
  /** What tells of the requests of an operation, below a base URL, where that is built in. */
  watch?: ((recipe: Recipe, base: URL, exchange: Exchange) => Exchange) | undefined;
}

/** How the APIs of a server are reached, and with which credentials. */
export function createReach({ catalog, env, fetch, ways, ...shared }: ReachParts) {
  const owned = fetch && createFetchNetwork(fetch);
  const agent = nameAgent(catalog.api);
  const anonymous = owned ?? createNetwork(env, ways, agent);
  const { features, timeoutMs, credentialsOf, beforeSend } = shared;
  const reach = memoize((api: ApiAccess) => {
    // What proves who calls is of one API: another sees nothing of it.
    const own = certificateOf(api, catalog.api);
    const isTrustedWith = memoize((recipe: Recipe) => isTrusted(api, recipe, env));
    const prover = once(async () => {
      const auth = locateSchemes(api, env);
      const parts = { all: catalog.api, api: { ...api, auth }, env, features, timeoutMs, credentialsOf };
      const proof = await loadProof(features);
      return proof?.createProver({ ...parts, isTrustedWith, exchangeFor, owned, ways, agent, own });
    });
    const prove: Prove = async (...call) => {
      const proveAs = await prover();
      return proveAs === undefined ? { security: [], credentials: new Map() } : proveAs(...call);
    };
    const baseUrlOf = memoize((recipe: Recipe) => resolveBaseUrl(api, recipe, env));
    const shown = own === undefined ? anonymous : (owned ?? createNetwork(env, ways, agent, own));
    /** What a call is sent with; `secrets` is what no text of it may show. */
    const exchangeFor = (recipe: Recipe, secrets: string[], hidesServer = false): Exchange => {
      const isKnown = isTrustedWith(recipe);
      const { exchange } = isKnown && !hidesServer ? shown : anonymous;
      if (beforeSend === undefined || !isKnown) return exchange;
      return async (...sent) =>
        (await loadPart(features.signing, 'signing'))(beforeSend, secrets, exchange)(...sent);
    };
    return { prove, baseUrlOf, exchangeFor };
  });
  return { known: anonymous.secrets ?? [], reach };
}
