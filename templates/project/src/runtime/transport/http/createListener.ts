import type { Address, ClientLimiter, HttpFeatures, Sessions } from './httpParts.js';
import type { Admission, FindOther, Guard, Refusal } from '../../door/guard.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { guardByToken, tokenVariables } from '../../door/guardByToken.js';
import { SetupError } from '../../errors.js';
import type { App } from '../../extensions.js';
import { loadPart } from '../../memo.js';
import { loadServing } from '../../server/createView.js';
import { isDoorSetting } from '../../settings.js';
import { listSome, nearest } from '../../text.js';
import { createAddresses, createGate, findAddress, headersOfRefusal, refuseRequest } from './createGate.js';

/** A request, and where its answer goes: those of Node, or what another platform has in their place. */
export type Asked = [request: IncomingMessage, response: ServerResponse];

interface ListenerOptions {
  /** The name or address that it is reached by. */
  host: string;
  /** Whether only this machine reaches it. */
  isLocal: boolean;
  /** Where clients of this machine reach it, by each of its names. */
  urls: () => readonly URL[];
  /** What is said where strangers reach it and nobody has to prove who they are; `names` are the settings that change that. */
  exposed?: (names: string) => string;
  /** Writes a line for the operator. */
  log: (line: string) => void;
  /** Answers a request that was let in. */
  reply: (...asked: [...Asked, address: Address, sessions?: Sessions]) => Promise<void>;
}

/** Requests that are under way, of all clients. */
const mostCalls = 1_000;

/**
 * Makes what takes the requests of clients, whatever brings them: who may come in, where to, and how many at once.
 *
 * @throws SetupError where a setting is wrong, or strangers would be let in.
 */
export async function createListener(app: App, options: ListenerOptions) {
  const { host, isLocal, exposed, log, reply } = options;
  const features = (await app.features()) as HttpFeatures;
  if (features.users !== undefined) (await features.users()).checkUserSettings(app.api, app.env);
  // Clients may hold all connections by the time that one asks for something.
  await loadServing();
  const door = await findGuard(app, options);
  if (door === undefined && !isLocal && exposed !== undefined)
    throw new SetupError(exposed(`${features.auth ? 'MCP_AUTH_ISSUER or ' : ''}MCP_AUTH_TOKEN`));
  const onerror = (error: Error) => log(error.message);
  const addresses = createAddresses(app, onerror);
  const sessions = app.settings.sessions ? (await loadPart(features.sessions, 'sessions'))() : undefined;
  const limiter =
    features.limits && (await loadPart(features.limits, 'limits'))(app.env, door !== undefined || !isLocal);
  const others = Object.values(features.others ?? {});
  const chosen = await Promise.all(others.map(async (load) => (await loadPart(load, 'others'))(app)));
  const finders = [...chosen, ...(door?.metadata ? [door.metadata] : [])];
  const findOther: FindOther = (request) => finders.map((find) => find(request)).find(Boolean);
  const gate = createGate(app.settings, host, door?.publicHost, findOther);
  const enter = createEntry(door, limiter);
  const calls = new Set<ServerResponse>();
  let isClosing = false;

  async function admit(...[request, response]: Asked): Promise<void> {
    const other = findOther(request);
    const entered = other?.isOpen ? { admission: undefined } : await enter(request, response);
    if (entered === undefined) return;
    const { admission } = entered;
    if (other !== undefined) return other.answer(response, admission);
    if (isStream(request)) endWithToken(response, admission);
    const address = findAddress(addresses.find, request, response, admission);
    if (address === undefined) return;
    if (door !== undefined && admission !== undefined) {
      const { findStepUp } = door;
      if (findStepUp !== undefined) address.stepUp = (body) => findStepUp(admission, body);
      address.recheck = () => isStillAdmitted(door, request, admission);
    }
    await reply(request, response, address, sessions);
  }

  function answer(...[request, response]: Asked): void {
    if (!isStream(request)) calls.add(response);
    response.once('close', () => calls.delete(response));
    if (answerHealth(request, response, !isClosing)) return;
    if (!gate(request, response)) return;
    if (calls.size > mostCalls)
      return void refuseRequest(response, 503, 'Too many requests: try again later.', { 'retry-after': '1' });
    admit(request, response).catch((error: Error) => {
      onerror(error);
      response.destroy();
    });
  }

  /** Waits for the requests in flight, as long as there is patience, and ends the rest. */
  async function stop(patience: Promise<unknown>): Promise<void> {
    isClosing = true;
    const ended = [...calls].map((call) => new Promise((resolve) => call.once('close', resolve)));
    await Promise.race([Promise.all(ended), patience]);
    await Promise.all([sessions?.close(), addresses.close()]);
  }
  return { answer, stop };
}

/** Answers `/healthz` (the server runs) and `/readyz` (it takes requests); says whether it was asked. */
function answerHealth(request: IncomingMessage, response: ServerResponse, isReady: boolean): boolean {
  if (request.url !== '/healthz' && request.url !== '/readyz') return false;
  const isFine = isReady || request.url === '/healthz';
  response.writeHead(isFine ? 200 : 503, { 'content-type': 'text/plain' });
  response.end(isFine ? 'ok\n' : 'shutting down\n');
  return true;
}

/**
 * Makes what asks clients who they are, where that is set up.
 *
 * @throws SetupError where it is not set up right: a misspelt name would leave the door wider open than was meant, or have
 * users act as the server.
 */
async function findGuard(app: App, { isLocal, urls, log }: ListenerOptions): Promise<Guard | undefined> {
  const set = Object.keys(app.env).filter((name) => isDoorSetting(name) && app.env[name]);
  if (set.length === 0) return undefined;
  const { auth, users } = (await app.features()) as HttpFeatures;
  const door = auth && (await loadPart(auth, 'auth'));
  const ofUsers = users && (await loadPart(users, 'users'));
  const known = [...tokenVariables, ...(door?.variables ?? []), ...(ofUsers?.variables ?? [])];
  const unknown = set.find((name) => !known.includes(name));
  if (unknown === undefined)
    return door === undefined ? guardByToken(app) : door.openDoor(app, isLocal, urls, log);
  const meant = nearest(unknown, [
    ...known,
    ...Object.values(app.api.absent ?? {}).flatMap((names) => names.split(' ')),
  ]);
  const guess = meant === undefined ? `There are: ${listSome(known)}.` : `Did you mean ${meant}?`;
  throw new SetupError(`${unknown} is set, but there is no such setting. ${guess}`);
}

/** Whether who was let in with a request would be now, as the same and with the same rights; nothing where it cannot be said. */
async function isStillAdmitted(door: Guard, request: IncomingMessage, { key, scope }: Admission) {
  const now = await door.admit(request);
  if ('status' in now) return now.status === 503 ? undefined : false;
  return now.key === key && now.scope.key === scope.key;
}

/** Whether the answer to a request goes on until somebody ends it. */
function isStream({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' || headers['mcp-method'] === 'subscriptions/listen';
}

/** What a timer of Node can wait. */
const longestTimer = 2 ** 31 - 1;

/** Ends an answer that goes on together with the token that it was asked for with: who listens on has to show a new one. */
function endWithToken(response: ServerResponse, admission: Admission | undefined): void {
  const left = (admission?.until ?? Number.NaN) - Date.now();
  if (!(left <= longestTimer)) return;
  const timer = setTimeout(() => response.destroy(), left).unref();
  response.once('close', () => clearTimeout(timer));
}

/**
 * Asks who sends requests, where that has to be proved, and counts what each of them sends, where that is limited; one that
 * is not let in is answered.
 */
function createEntry(guard: Guard | undefined, limiter: ClientLimiter = createGuessLimiter()) {
  async function admit(request: IncomingMessage, from: string): Promise<Admission | Refusal | undefined> {
    const found = await guard?.admit(request, limiter.mayGuess(from));
    if (found === undefined || !('status' in found) || !found.isFailure) return found;
    const slowed = limiter.fail(from);
    // What is guessed is guessed slowly.
    return slowed === undefined ? found : busy(slowed.retryAfter);
  }

  return async (...[request, response]: Asked): Promise<{ admission?: Admission } | undefined> => {
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
