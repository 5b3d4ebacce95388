import type { Environment } from '../../settings.js';
import { readInteger } from '../../settings.js';

/** What one client may ask for. */
interface ClientLimits {
  /** Requests in a minute; a client that was quiet may send as many at once. */
  perMinute: number;
  /** Requests that are under way. */
  atOnce: number;
}

/** Lets requests of clients in, or says after how many seconds to come again. */
interface ClientLimiter {
  enter: (client: string) => { leave: () => void } | { retryAfter: number };
}

/** Where other machines can connect, unless the operator says otherwise. */
const usualPerMinute = 1_200;
const usualAtOnce = 64;
/** Tokens from one address, in a minute, that are none. */
const mostFailures = 60;
/** Clients that are remembered; beyond it, those that have not been seen for longest are forgotten. */
const mostClients = 10_000;
const minuteMs = 60_000;

/**
 * Reads what one client may ask for: `MCP_RATE_LIMIT` and `MCP_CLIENT_CONCURRENCY`. Where all clients are programs of this
 * machine that prove nothing, there is no limit unless it is set.
 */
export function readClientLimits(env: Environment, isOpen: boolean): ClientLimits {
  const unlimited = Number.POSITIVE_INFINITY;
  const [perMinute, atOnce] = [
    readInteger(env, 'MCP_RATE_LIMIT', 0) ?? (isOpen ? usualPerMinute : 0),
    readInteger(env, 'MCP_CLIENT_CONCURRENCY', 0) ?? (isOpen ? usualAtOnce : 0),
  ];
  return { perMinute: perMinute || unlimited, atOnce: atOnce || unlimited };
}

/** How often a client may show what is no token of ours. */
export const failureLimits: ClientLimits = { perMinute: mostFailures, atOnce: Number.POSITIVE_INFINITY };

interface Seen {
  /** Requests that may be sent now, and since when. */
  left: number;
  at: number;
  open: number;
}

/** Makes what counts the requests of clients. */
export function createClientLimiter(
  { perMinute, atOnce }: ClientLimits,
  now: () => number = () => performance.now(),
): ClientLimiter {
  const clients = new Map<string, Seen>();

  function recall(client: string): Seen {
    const seen = clients.get(client) ?? { left: perMinute, at: now(), open: 0 };
    clients.delete(client);
    clients.set(client, seen);
    const [oldest = ''] = clients.keys();
    if (clients.size > mostClients) clients.delete(oldest);
    return seen;
  }

  return {
    enter: (client) => {
      if (perMinute === Number.POSITIVE_INFINITY && atOnce === Number.POSITIVE_INFINITY)
        return { leave: () => undefined };
      const seen = recall(client);
      const at = now();
      seen.left = Math.min(perMinute, seen.left + ((at - seen.at) / minuteMs) * perMinute);
      seen.at = at;
      if (seen.open >= atOnce) return { retryAfter: 1 };
      if (seen.left < 1) return { retryAfter: Math.ceil(((1 - seen.left) / perMinute) * (minuteMs / 1_000)) };
      seen.left -= 1;
      seen.open += 1;
      return {
        leave: () => {
          seen.open -= 1;
        },
      };
    },
  };
}
