import type { Credentials } from '../auth/proof.js';
import { setTimeout as wait } from 'node:timers/promises';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { applyCredentials } from '../auth/credentials.js';
import type { TaskState } from '../customize.js';
import { NoResponseError } from '../errors.js';
import { decodeText } from '../http/readJson.js';
import { type HttpResponse, readWait, send, type SendOptions, toAddress } from '../http/send.js';
import { isObject, parseJson } from '../json.js';
import { redact } from '../redact.js';
import { type HeaderFields, HeaderMap, type Outgoing, trimPath } from '../request/outgoing.js';
import { noResponseResult, readProblem, statusLine, waitWords } from './failure.js';
import type { ApiInfo, Requirement } from '../tool.js';
import type { Asked, Failed, FindReader, HandOver } from './received.js';
import { toResult } from './result.js';
import { addLine, textResult } from './toolResult.js';

export { findReader } from './findReader.js';

/** What addresses are read with. */
interface GetterParts extends SendOptions {
  auth: ApiInfo['auth'];
  credentials: Credentials;
  security: readonly Requirement[];
  /** The schemes whose credentials are those of the user; of each, the header that it comes in, or nothing. */
  ofUser?: ReadonlyMap<string, string> | undefined;
}

/** What following up takes. */
export interface FollowUpMeans extends GetterParts {
  /** The first wait, and the least; it grows tenfold. */
  pollMs?: number | undefined;
  findReader?: FindReader | undefined;
  failed: Failed;
  /** Hands work to the client, in place of a result; it only comes back where that cannot be done. */
  handOver?: HandOver | undefined;
}

/** Where the state of work is to be read. */
type JobKind = 'status' | 'location' | 'resource';

/** Work that the API has accepted: what it takes to look at it again. JSON. */
export interface Job {
  kind: JobKind;
  /** Path and query of where the state is read. */
  at: string;
  /** Where the result is read, if that is said before: path and query, or all of it at another origin. */
  result?: string;
  /** Headers of the request that are sent along, by name. */
  headers?: Record<string, string>;
  /** What picks parts out of the result. */
  select?: string;
}

/** How work stands; or why that cannot be said, by the status of the API's answer. */
export type JobState = TaskState | { status: 'unreadable'; message: string; answered: number };

/** Where the state of the work is to be read, and how its end is known. */
interface Monitor {
  /**
   * `status`: the body says the state. `location`: any other answer than 202 is the result. `resource`: the body is
   * the result, and says how far it is made.
   */
  kind: JobKind;
  address: URL;
}

const usualPollMs = 500;
/** Faults in a row after which it is given up. */
const mostFaults = 3;
/** Bytes of an answer that says how work stands. */
const mostOfState = 1024 * 1024;
/** Faults that the next look may not meet. */
const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
/** Statuses that say that whoever looks may not see it. */
const deniedTo: ReadonlySet<number> = new Set([401, 403, 407]);
/** Addresses that one look follows the work to. */
const mostHops = 5;

/**
 * Asks for the result of work that the API has accepted until it is there, within the time of the call (RFC 9110,
 * 202; `Operation-Location` and `Azure-AsyncOperation` as Azure's guidelines for long-running operations have them).
 * `request` is what was sent, without its credentials; it is not sent again. Where the time does not suffice, the
 * result says where the work stands and how to look again.
 */
export async function pollForResult(
  first: HttpResponse,
  asked: Asked,
  request: Pick<Outgoing, 'headers'>,
  means: FollowUpMeans,
): Promise<CallToolResult> {
  const monitor = findMonitor(first, asked);
  if (monitor === undefined) return toResult(first, asked);
  const { address } = monitor;
  if (address.origin !== asked.url.origin) return addLine(await toResult(first, asked), elsewhere(address));
  await means.handOver?.(describeJob(first, asked, request, monitor));
  return new Polling(first, asked, request, means, monitor).run();
}

/** Looks once at work that the API has accepted before. What it needs of that call is in the job and in `asked`. */
export function lookAtJob(
  job: Job,
  asked: Asked,
  request: Pick<Outgoing, 'headers'>,
  means: FollowUpMeans,
): Promise<JobState> {
  const { origin } = asked.url;
  // A path may begin with two slashes, which would be a host.
  const address = new URL(origin + job.at);
  const result = job.result?.startsWith('/') ? origin + job.result : job.result;
  const headers = new HeaderMap(result === undefined ? [] : [['location', result]]);
  const first = { status: 202, reason: 'Accepted', headers, body: new Uint8Array() };
  const url = result !== undefined && isWritten(asked.recipe) ? new URL(result) : address;
  return new Polling(first, { ...asked, url }, request, means, { kind: job.kind, address }).look();
}

/** What is kept of a job for looking at it later. */
function describeJob(
  first: HttpResponse,
  { recipe, url, args }: Asked,
  { headers }: Pick<Outgoing, 'headers'>,
  { kind, address }: Monitor,
): Job {
  const location = recipe.method === 'DELETE' ? null : first.headers.get('location');
  const result = isWritten(recipe) ? url : location === null ? undefined : toAddress(location, url);
  const isApart = kind === 'status' && result !== undefined && result.href !== address.href;
  const kept = Object.fromEntries([...headers].filter(([name]) => !own.test(name) && !remade.test(name)));
  const select = args['_select'];
  return {
    kind,
    at: address.pathname + address.search,
    ...(isApart && { result: result.origin === url.origin ? result.pathname + result.search : result.href }),
    ...(Object.keys(kept).length > 0 && { headers: kept }),
    ...(typeof select === 'string' && { select }),
  };
}

/** Headers that each look has anew. */
const remade = /^(?:accept|traceparent|tracestate|baggage)$/;

/** Work that the API has accepted, looked at again and again: where it stands and how long it may take are known by now. */
class Polling {
  readonly #first: HttpResponse;
  readonly #asked: Asked;
  readonly #means: FollowUpMeans;
  readonly #kind: Monitor['kind'];
  readonly #get: Get;
  /** Where the state is read next. */
  #address: URL;
  #state: State | undefined;
  /** How long the API asked to wait, at the last pause. */
  #askedMs: number | undefined;
  #pauses = 0;

  constructor(
    first: HttpResponse,
    asked: Asked,
    request: Pick<Outgoing, 'headers'>,
    means: FollowUpMeans,
    { kind, address }: Monitor,
  ) {
    this.#first = first;
    this.#asked = asked;
    this.#means = means;
    this.#kind = kind;
    this.#get = createGetter(request, { ...means, onProgress: undefined });
    this.#address = address;
    this.#state = stateOf(first, kind, this.#clean);
  }

  /** Looks until the work has ended, or the time of the call has. */
  async run(): Promise<CallToolResult> {
    let last: HttpResponse | undefined;
    for (let { headers } = this.#first; ;) {
      const answer = (await this.#pause(headers)) ? await this.#ask(this.#address) : undefined;
      if (answer === undefined) return this.#stillRunning(last);
      if (answer instanceof NoResponseError || answer.status >= 300) return this.#unreadable(answer);
      this.#state = stateOf(answer, this.#kind, this.#clean);
      if (this.#state?.stage === 'failed') return this.#workFailed(answer, this.#state);
      if (answer.status !== 202 && this.#state?.stage !== 'running') return this.#finished(answer);
      const next = followHeaders(answer, this.#kind, this.#address) ?? this.#address;
      if (this.#isElsewhere(next)) return addLine(await this.#stillRunning(), elsewhere(next));
      this.#address = next;
      last = answer;
      ({ headers } = answer);
    }
  }

  /** Looks once, also where the work is said to have gone elsewhere. */
  async look(): Promise<JobState> {
    for (let hops = 0; ; hops += 1) {
      const answer = await this.#get(this.#address);
      if (isPassing(answer)) return this.#working(answer);
      if (answer instanceof NoResponseError || answer.status >= 300) return this.#unseen(answer);
      this.#state = stateOf(answer, this.#kind, this.#clean);
      if (this.#state?.stage === 'failed') {
        const { words } = this.#state;
        if (/^(?:cancel|abort)/i.test(words)) return { status: 'cancelled', message: words };
        return { status: 'completed', result: this.#workFailed(answer, this.#state) };
      }
      if (answer.status !== 202 && this.#state?.stage !== 'running') return this.#ended(answer);
      const next = followHeaders(answer, this.#kind, this.#address) ?? this.#address;
      if (this.#isElsewhere(next)) return { status: 'failed', message: elsewhere(next) };
      if (next.href === this.#address.href || hops === mostHops) return this.#working(answer);
      this.#address = next;
    }
  }

  /** That it goes on, also where it cannot be seen for the moment. */
  #working(answer: HttpResponse | NoResponseError): JobState {
    const isAnswer = !(answer instanceof NoResponseError);
    const pollMs = isAnswer ? readWait(answer.headers) : undefined;
    const isSeen = isAnswer && answer.status < 300;
    const message = isSeen ? this.#stage : `How it stands could not be read: ${this.#whyNot(answer)}`;
    return { status: 'working', message, ...(pollMs !== undefined && { pollMs }) };
  }

  /** The result, where it can be read for the moment. */
  async #ended(answer: HttpResponse): Promise<JobState> {
    let late: HttpResponse | NoResponseError | undefined;
    const result = await this.#finished(answer, async (at) => {
      const read = await this.#get(at);
      if (isPassing(read)) late = read;
      return read;
    });
    return late === undefined ? { status: 'completed', result } : this.#working(late);
  }

  /** That nothing more is known: for good, or for whoever asks now. */
  #unseen(answer: HttpResponse | NoResponseError): JobState {
    const message = `How the work stands could not be read: ${this.#whyNot(answer)}`;
    const answered = answer instanceof NoResponseError ? 0 : answer.status;
    return deniedTo.has(answered)
      ? { status: 'unreadable', message, answered }
      : { status: 'failed', message };
  }

  /** Reads an address, and again where that fails for the moment; nothing where there is no time left. */
  async #ask(at: URL): Promise<HttpResponse | NoResponseError | undefined> {
    for (let faults = 0; ; faults += 1) {
      const answer = await this.#get(at);
      if (!isPassing(answer) || faults === mostFaults) return answer;
      if (!(await this.#pause(answer instanceof NoResponseError ? undefined : answer.headers)))
        return undefined;
    }
  }

  /** Waits before the next look, as long as the API asks for; says whether there is time for one. */
  async #pause(headers: HeaderFields | undefined): Promise<boolean> {
    const { end, pollMs = usualPollMs, signal, onProgress } = this.#means;
    const usualMs = Math.min(pollMs * 1.5 ** this.#pauses, pollMs * 10);
    this.#pauses += 1;
    this.#askedMs = headers && readWait(headers);
    const pauseMs = Math.max(pollMs, this.#askedMs ?? usualMs);
    if (performance.now() + pauseMs >= end) return false;
    await wait(pauseMs, undefined, { signal });
    onProgress?.(0, undefined, this.#stage);
    return true;
  }

  /** The result of work that is done: where it is to be read apart, as `Location` or the resource itself. */
  async #finished(
    answer: HttpResponse,
    ask: (at: URL) => Promise<HttpResponse | NoResponseError | undefined> = (at) => this.#ask(at),
  ): Promise<CallToolResult> {
    const at = { ...this.#asked, url: this.#address };
    const result =
      this.#kind === 'status' ? findResult(this.#first, answer, this.#asked, this.#address) : undefined;
    if (result === undefined) return toResult(answer, at);
    if (this.#isElsewhere(result)) return addLine(await toResult(answer, at), elsewhere(result));
    const read = await ask(result);
    const isAnswer = read !== undefined && !(read instanceof NoResponseError);
    if (isAnswer && read.status < 300) return toResult(read, { ...this.#asked, url: result });
    const why = isAnswer ? `was answered with ${statusLine(read)}` : 'could not be read';
    return addLine(await toResult(answer, at), `Its result is at ${result.href}, which ${why}.`);
  }

  /** What was answered `last` may be all that there will be: a thing that runs, in place of work. */
  async #stillRunning(last?: HttpResponse): Promise<CallToolResult> {
    const words = [
      `${this.#accepted} and is still working on it: ${this.#stage}. It goes on by itself: do not send it again.`,
      waitWords(this.#askedMs, 'looking'),
      await this.#howToLook(),
    ];
    const text = words.filter(Boolean).join(' ');
    const isShown = this.#kind === 'location' && last !== undefined && last.status !== 202;
    return isShown
      ? addLine(await toResult(last, { ...this.#asked, url: this.#address }), text)
      : textResult(text);
  }

  async #howToLook(): Promise<string> {
    const reader = await this.#means.findReader?.(this.#address);
    if (reader === undefined)
      return `How it stands is to be read at ${this.#address.href}, for which this server has no tool: tell the user.`;
    const args = Object.entries(reader.args).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
    const given = args.length === 0 ? '' : ` with ${args.join(', ')}`;
    return `To see how it stands, call ${reader.tool}${given}.`;
  }

  #workFailed(answer: HttpResponse, { words }: State): CallToolResult {
    const reasons = [words, errorWords(bodyOf(answer), this.#clean)].filter(Boolean);
    const lines = [
      `${this.#accepted}, but the work has ended: ${reasons.join(': ')}`,
      readProblem(answer, this.#asked.secrets),
    ];
    return textResult(lines.filter(Boolean).join('\n'), true);
  }

  /** What the work has come to is not known. */
  async #unreadable(answer: HttpResponse | NoResponseError): Promise<CallToolResult> {
    const lines = [
      `${this.#accepted}, but how the work stands could not be read: ${this.#whyNot(answer)}`,
      `It may go on all the same: find out before sending it again. ${await this.#howToLook()}`,
    ];
    return textResult(lines.join('\n'), true);
  }

  #whyNot(answer: HttpResponse | NoResponseError): string {
    if (answer instanceof NoResponseError)
      return firstLine(noResponseResult(answer, { ...this.#means.failed, tries: 1 }));
    const problem = readProblem(answer, this.#asked.secrets);
    return `GET ${this.#address.href} was answered with ${statusLine(answer)}.\n${problem}`.trimEnd();
  }

  get #accepted(): string {
    return `The API has accepted this (${statusLine(this.#first)})`;
  }

  /** Where the work stands, as it is shown. */
  get #stage(): string {
    return this.#clean(this.#state?.words ?? 'running');
  }

  /** Credentials do not go to another host. */
  #isElsewhere({ origin }: URL): boolean {
    return origin !== this.#asked.url.origin;
  }

  readonly #clean = (text: string): string => redact(text, this.#asked.secrets);
}

/** Where the first answer says that the work is to be followed, if it does. */
function findMonitor(first: HttpResponse, { recipe, url }: Asked): Monitor | undefined {
  const { status } = first;
  if (status !== 200 && status !== 201 && status !== 202) return undefined;
  const isOver = status !== 202 && stateOf(first, 'status')?.stage === 'done';
  for (const kind of ['status', 'location'] as const) {
    const address =
      isOver || (kind === 'location' && status !== 202) ? undefined : followHeaders(first, kind, url);
    if (address !== undefined) return { kind, address };
  }
  const isMade = stateOf(first, 'resource')?.stage !== 'running';
  return isWritten(recipe) && !isMade ? { kind: 'resource', address: url } : undefined;
}

/** Whether the result of work is what was written, where that was written to. */
function isWritten({ method }: Asked['recipe']): boolean {
  return method === 'PUT' || method === 'PATCH';
}

/** The address in the headers of an answer, relative to that which was asked. */
function followHeaders({ headers }: HttpResponse, kind: Monitor['kind'], base: URL): URL | undefined {
  if (kind === 'resource') return undefined;
  const names = kind === 'status' ? ['operation-location', 'azure-asyncoperation'] : ['location'];
  const said = names.map((name) => headers.get(name)).find((value) => value !== null && value !== '');
  return said === undefined || said === null ? undefined : toAddress(said, base);
}

/** Where the result of work whose state is read elsewhere is: the first of these that is said. */
function findResult(
  first: HttpResponse,
  last: HttpResponse,
  { recipe, url }: Asked,
  monitor: URL,
): URL | undefined {
  const body = bodyOf(last);
  const named = isObject(body) ? body['resourceLocation'] : undefined;
  const said = typeof named === 'string' ? toAddress(named, url) : undefined;
  if (said !== undefined) return said;
  if (isWritten(recipe)) return url;
  const header = recipe.method === 'DELETE' ? null : first.headers.get('location');
  const location = header === null ? undefined : toAddress(header, url);
  return location?.href === monitor.href ? undefined : location;
}

function stateOf(
  answer: HttpResponse,
  kind: Monitor['kind'],
  clean?: (text: string) => string,
): State | undefined {
  if (kind === 'status') return readState(bodyOf(answer), clean);
  if (kind === 'resource') return readProvisioning(bodyOf(answer), clean);
  // What it was led to is the result, which may well have a state of its own.
  const body = bodyOf(answer);
  // What says how far a thing is made is that thing, and so the result.
  const isResult = moved.has(answer) || (answer.status !== 202 && readProvisioning(body) !== undefined);
  const state = isResult ? undefined : readState(body, clean);
  if (answer.status === 202) return state?.stage === 'running' ? state : undefined;
  return state !== undefined && ofWork.test(state.words) ? state : undefined;
}

/** Answers that another address gave than the one that was asked. */
const moved = new WeakSet<HttpResponse>();
/** States of work that has not come to its end or has failed: those of things, such as `active`, are none. */
const ofWork =
  /^(?:\w*ing|not.?started|in.?progress|queued|scheduled|accepted|submitted|fail\w*|error\w*|cancel\w*|abort\w*)\b/i;

function bodyOf({ headers, body }: HttpResponse): unknown {
  if (body.length === 0 || body.length > mostOfState) return undefined;
  return parseJson(decodeText(body, headers.get('content-type') ?? ''));
}

function isPassing(answer: HttpResponse | NoResponseError): boolean {
  if (!(answer instanceof NoResponseError)) return passing.has(answer.status);
  return answer.kind !== 'too large' && answer.kind !== 'too many redirects';
}

/** The words of an error, wherever they stand: `error.message`, `error`, `message`. */
function errorWords(body: unknown, clean: (text: string) => string): string {
  if (!isObject(body)) return '';
  const { error, message } = body;
  const said = [isObject(error) ? error['message'] : error, message].find((one) => typeof one === 'string');
  return typeof said === 'string' ? clean(said).slice(0, 500) : '';
}

function elsewhere(address: URL): string {
  return `It goes on at another host, which is not followed, since credentials would go along: ${address.href}`;
}

function firstLine({ content: [block] }: CallToolResult): string {
  return block?.type === 'text' ? (block.text.split('\n')[0] ?? '') : '';
}

/** Where work that the API has accepted stands. */
interface State {
  stage: 'running' | 'done' | 'failed';
  /** As the API says it: `Running, 40%`. */
  words: string;
}

/** States that are final; any other is not (Azure's guidelines for long-running operations), nor is one in `-ing`. */
const done = /^(?:partially)?(?:succe|complete|done|finish)|^(?:ready|available|ok)$/;
const failed = /^(?:fail|error|cancel|abort|reject|expire|terminated|timedout|invalid)/;

/** Members that say how much is done, by their names without case and punctuation. */
const shares = new Set(
  'percentcomplete percentcompleted percentagecomplete progresspercent progresspercentage percent percentage progress'.split(
    ' ',
  ),
);

const longest = 60;

/** Makes a text fit to be shown: before it is cut, which might leave half of a secret. */
type Clean = (text: string) => string;
const asItIs: Clean = (text) => text;

/** What the body of an answer says of the work; undefined where it says nothing. */
export function readState(body: unknown, clean = asItIs): State | undefined {
  if (!isObject(body)) return undefined;
  const { status, state, error } = body;
  if (typeof body['done'] === 'boolean') {
    const isFailed = error !== undefined && error !== null;
    if (body['done']) return { stage: isFailed ? 'failed' : 'done', words: isFailed ? 'failed' : 'done' };
    return { stage: 'running', words: withShare('running', body) };
  }
  const said = [status, state].find((member) => typeof member === 'string');
  return said === undefined ? readProvisioning(body, clean) : toState(said as string, body, clean);
}

/** What a resource says of its own making: `properties.provisioningState`. */
function readProvisioning(body: unknown, clean = asItIs): State | undefined {
  if (!isObject(body)) return undefined;
  const { properties } = body;
  const said = [body, isObject(properties) ? properties : {}]
    .map(({ provisioningState }) => provisioningState)
    .find((state) => typeof state === 'string');
  return said === undefined ? undefined : toState(said, body, clean);
}

function toState(said: string, body: Record<string, unknown>, clean: Clean): State {
  const plain = said.toLowerCase().replaceAll(/[^a-z]/g, '');
  const words = withShare(clean(said).slice(0, longest), body);
  if (plain.endsWith('ing')) return { stage: 'running', words };
  if (failed.test(plain)) return { stage: 'failed', words };
  return { stage: done.test(plain) ? 'done' : 'running', words };
}

function withShare(words: string, body: Record<string, unknown>): string {
  const { properties, metadata } = body;
  const places = [body, properties, metadata].filter(isObject);
  const members = places.flatMap((place) => Object.entries(place));
  const found = members.find(
    ([name, member]) =>
      shares.has(name.toLowerCase().replaceAll(/[^a-z]/g, '')) && Number.isFinite(percentOf(member)),
  );
  if (found === undefined) return words;
  const share = percentOf(found[1]);
  // A fraction of 1, where it is none of 100.
  return `${words}, ${Math.round(Number.isInteger(share) || share > 1 ? share : share * 100)}%`;
}

function percentOf(member: unknown): number {
  return typeof member === 'string' && member.trim() !== ''
    ? Number(member.replace(/%$/, ''))
    : typeof member === 'number'
      ? member
      : Number.NaN;
}

/** Reads an address of the API. */
type Get = (address: URL) => Promise<HttpResponse | NoResponseError>;

/** Headers that are about the body of a request, or about when it is to be carried out. */
const own = /^(?:content-|if-|expect$|idempotency-key$|prefer$|range$)/;

/** Makes what reads addresses of the API with the credentials of a call, and with the headers that are not of it alone. */
function createGetter({ headers }: Pick<Outgoing, 'headers'>, parts: GetterParts): Get {
  const { security, auth, credentials } = parts;
  const kept = [...headers].filter(([name]) => !own.test(name));
  const accepted = headers.get('accept');
  return async (address) => {
    const request: Outgoing = { method: 'GET', url: new URL(address), headers: new HeaderMap(kept) };
    // How the work stands may come in another form than the result.
    if (accepted !== null) request.headers.set('accept', `${accepted}, */*;q=0.1`);
    applyCredentials(request, security, auth, credentials);
    const { sign } = request;
    let isMoved = false;
    const follow = (url: URL) => {
      isMoved = trimPath(url.pathname) !== trimPath(address.pathname);
      sign?.(url);
    };
    try {
      const answer = await send({ ...request, sign: follow }, parts);
      if (isMoved) moved.add(answer);
      return answer;
    } catch (error) {
      if (error instanceof NoResponseError) return error;
      throw error;
    }
  };
}
