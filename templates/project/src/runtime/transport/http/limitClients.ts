import type { ClientLimiter } from './httpParts.js';
import { type Environment, readInteger } from '../../settings.js';

/**
 * Limits what one client may ask for, and how often it may show what is no token of ours.
 *
 * @throws SetupError where a limit is none.
 */
export function limitClients(env: Environment, isOpen: boolean): ClientLimiter {
  const requests = createCounter(readClientLimits(env, isOpen));
  const failures = createCounter(failureLimits);
  return {
    enter: requests.enter,
    mayGuess: failures.hasRoom,
    fail: (client) => {
      const counted = failures.enter(client);
      return 'retryAfter' in counted ? counted : undefined;
    },
  };
}

/** What one client may ask for. */
interface ClientLimits {
  /** Requests in a minute; a client that was quiet may send as many at once. */
  perMinute: number;
  /** Requests that are under way. */
  atOnce: number;
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
function readClientLimits(env: Environment, isOpen: boolean): ClientLimits {
  const unlimited = Number.POSITIVE_INFINITY;
  const [perMinute, atOnce] = [
    readInteger(env, 'MCP_RATE_LIMIT', 0) ?? (isOpen ? usualPerMinute : 0),
    readInteger(env, 'MCP_CLIENT_CONCURRENCY', 0) ?? (isOpen ? usualAtOnce : 0),
  ];
  return { perMinute: perMinute || unlimited, atOnce: atOnce || unlimited };
}

/** How often a client may show what is no token of ours. */
const failureLimits: ClientLimits = { perMinute: mostFailures, atOnce: Number.POSITIVE_INFINITY };

interface Seen {
  /** Requests that may be sent now, and since when. */
  left: number;
  at: number;
  open: number;
}

/** What counts the requests of clients. */
interface Counter {
  enter: ClientLimiter['enter'];
  /** Whether a client would be let in now. */
  hasRoom: (client: string) => boolean;
}

function createCounter(
  { perMinute, atOnce }: ClientLimits,
  now: () => number = () => performance.now(),
): Counter {
  const clients = new Map<string, Seen>();

  function recall(client: string): Seen {
    const seen = clients.get(client) ?? { left: perMinute, at: now(), open: 0 };
    clients.delete(client);
    clients.set(client, seen);
    const [oldest = ''] = clients.keys();
    if (clients.size > mostClients) clients.delete(oldest);
    return seen;
  }

  const leftOf = ({ left, at }: Seen) => Math.min(perMinute, left + ((now() - at) / minuteMs) * perMinute);

  return {
    hasRoom: (client) => {
      const seen = clients.get(client);
      return seen === undefined || (seen.open < atOnce && leftOf(seen) >= 1);
    },
    enter: (client) => {
      if (perMinute === Number.POSITIVE_INFINITY && atOnce === Number.POSITIVE_INFINITY)
        return { leave: () => undefined };
      const seen = recall(client);
      seen.left = leftOf(seen);
      seen.at = now();
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
