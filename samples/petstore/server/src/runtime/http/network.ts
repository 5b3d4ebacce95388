import type { Outgoing } from '../request/outgoing.js';

/** How requests reach the API. */
export interface Network {
  fetch: typeof globalThis.fetch;
  /** Does what `fetch` does, for the requests that it refuses; Node's own client where it is not said. */
  fetchBeyond?: (request: Outgoing, signal: AbortSignal) => Promise<Response>;
  /** What no text may show: the passwords of proxies. */
  secrets?: readonly string[];
}

/** A way that can send whatever HTTP allows. */
export type Client = Required<Omit<Network, 'secrets'>>;
