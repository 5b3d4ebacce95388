import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from '../../door/createChallenges.js';
import type { Admission } from '../../door/createDoor.js';
import type { OpenDoor } from '../../door/openDoor.js';
import type { Environment } from '../../settings.js';
import { headersOfRefusal, refuseRequest } from './createGate.js';
import { createClientLimiter, failureLimits, readClientLimits } from './limitClients.js';

/** Lets a request in, and says who sent it; one that is not let in is answered. */
type Entry = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<{ admission?: Admission } | undefined>;

/**
 * Asks who sends requests, where that has to be proved, and counts what each of them sends.
 *
 * @throws SetupError where a limit is none.
 */
export function createEntry(env: Environment, door: OpenDoor | undefined, isOpen: boolean): Entry {
  const limiter = createClientLimiter(readClientLimits(env, isOpen));
  const failures = createClientLimiter(failureLimits);

  async function admit(request: IncomingMessage, from: string): Promise<Admission | Refusal | undefined> {
    const found = await door?.admit(request);
    if (found === undefined || !('status' in found) || !found.isFailure) return found;
    const counted = failures.enter(from);
    // What is guessed is guessed slowly.
    return 'retryAfter' in counted ? busy(counted.retryAfter) : found;
  }

  return async (request, response) => {
    const from = request.socket.remoteAddress ?? '';
    const admission = await admit(request, from);
    // It has gone meanwhile.
    if (response.destroyed) return undefined;
    if (admission !== undefined && 'status' in admission) return refuse(response, admission);
    const counted = limiter.enter(admission?.key ?? from);
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
