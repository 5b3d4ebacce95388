import type { Admission, Guard, Refusal } from '../../door/guard.js';
import type { ClientLimiter } from './httpParts.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { headersOfRefusal, refuseRequest } from './createGate.js';

/** Lets a request in, and says who sent it; one that is not let in is answered. */
type Entry = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<{ admission?: Admission } | undefined>;

/** Asks who sends requests, where that has to be proved, and counts what each of them sends, where that is limited. */
export function createEntry(guard: Guard | undefined, limiter: ClientLimiter = createGuessLimiter()): Entry {
  async function admit(request: IncomingMessage, from: string): Promise<Admission | Refusal | undefined> {
    const found = await guard?.admit(request, limiter.mayGuess(from));
    if (found === undefined || !('status' in found) || !found.isFailure) return found;
    const slowed = limiter.fail(from);
    // What is guessed is guessed slowly.
    return slowed === undefined ? found : busy(slowed.retryAfter);
  }

  return async (request, response) => {
    const from = request.socket.remoteAddress ?? '';
    const admission = await admit(request, from);
    // It has gone meanwhile.
    if (response.destroyed) return undefined;
    if (admission !== undefined && 'status' in admission) return refuse(response, admission);
    const counted = limiter.enter(admission?.user ?? from);
    if ('retryAfter' in counted) return refuse(response, busy(counted.retryAfter));
    response.once('close', counted.leave);
    return admission === undefined ? {} : { admission };
  };
}

function busy(retryAfter: number): Refusal {
  return { status: 429, message: `Too many requests: try again in ${retryAfter} s.`, retryAfter };
}

function refuse(response: ServerResponse, refusal: Refusal): undefined {
  refuseRequest(response, refusal.status, refusal.message, headersOfRefusal(refusal));
}

/** Tokens that are none, of all clients in a minute: beyond it, only one that was taken before is. */
const mostFailures = 600;
const minuteMs = 60_000;

/** What bounds guessing alone: nothing else of a client is limited. */
function createGuessLimiter(): ClientLimiter {
  let [failures, since] = [0, 0];
  const isFull = () => Date.now() - since < minuteMs && failures >= mostFailures;
  return {
    enter: () => ({ leave: () => undefined }),
    mayGuess: () => !isFull(),
    fail: () => {
      if (isFull()) return { retryAfter: minuteMs / 1_000 };
      if (Date.now() - since >= minuteMs) [failures, since] = [0, Date.now()];
      failures += 1;
      return undefined;
    },
  };
}
