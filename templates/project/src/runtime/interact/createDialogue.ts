import { createHash, randomBytes } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { CallError, PendingError } from '../errors.js';
import type { Client } from '../features.js';
import { isObject } from '../json.js';
import type { FormField } from '../tool.js';
import type { Sealer } from './createSealer.js';

/** What the client brings back. */
interface State {
  /** Stands for the call. */
  nonce: string;
  /** What was asked, by key: the digest of the question. */
  asked: Record<string, string>;
  /** What was answered, by key. */
  answers: Record<string, Answer>;
  /** What was answered to other requests, by key. */
  others: Record<string, Record<string, unknown>>;
  rounds: number;
}

/** How long the user may take for an answer. */
const stateSeconds = 600;
/** How often one call may ask. */
const mostRounds = 8;
/** Answers that are remembered to have been acted upon. */
const mostSpent = 10_000;

/** What a server keeps of the answers that were acted upon, the oldest first. */
type Spent = Set<string>;

/** Asks the user through the client of a call; what was answered before is in the state that the client brings back. */
export function createDialogue(client: Client, server: string, sealer: Sealer, spent: Spent): Dialogue {
  const binding = {
    purpose: 'ask',
    server,
    tool: client.tool,
    digest: digestOf(client.args ?? {}),
    principal: client.principal,
  };
  const state = readState(client, sealer.open(client.state ?? '', binding));
  const { asked } = state;
  const pending: Record<string, object> = {};
  const askedNow: Record<string, string> = {};

  return {
    ask: (key, question) => {
      const { message, fields, required } = question;
      const params = {
        mode: 'form',
        message,
        requestedSchema: { type: 'object', properties: fields, required: [...required] },
      };
      const digest = digestOf(params);
      const given = readAnswer(client, key);
      // Only what was asked is answered: an answer that comes by itself is none of the user's.
      const isAsked = Object.hasOwn(asked, key) && asked[key] === digest;
      if (isAsked && given !== undefined) state.answers[key] = given;
      const answer = isAsked ? state.answers[key] : undefined;
      if (answer !== undefined) return answer;
      checkAskable(client, state);
      pending[key] = { method: 'elicitation/create', params };
      askedNow[key] = digest;
      const next: State = { ...state, asked: { ...asked, ...askedNow }, rounds: state.rounds + 1 };
      client.outcome = {
        resultType: 'input_required',
        inputRequests: { ...pending },
        requestState: sealer.seal(next, binding, stateSeconds),
      };
      throw new PendingError(`The user is asked: ${key}`);
    },
    request: (requests) => {
      const answered: Record<string, Record<string, unknown>> = {};
      const missing: Record<string, object> = {};
      const askedFor: Record<string, string> = {};
      for (const [key, request] of Object.entries(requests)) {
        const digest = digestOf(request);
        const isAsked = Object.hasOwn(asked, key) && asked[key] === digest;
        const given = isAsked ? readResponse(client, key) : undefined;
        if (given !== undefined) state.others[key] = given;
        const answer = isAsked ? state.others[key] : undefined;
        if (answer !== undefined) answered[key] = answer;
        else missing[key] = request;
        askedFor[key] = digest;
      }
      if (Object.keys(missing).length === 0) return answered;
      checkUnfinished(client, state);
      const next: State = { ...state, asked: { ...asked, ...askedFor }, rounds: state.rounds + 1 };
      client.outcome = {
        resultType: 'input_required',
        inputRequests: missing,
        requestState: sealer.seal(next, binding, stateSeconds),
      };
      throw new PendingError(`The client is asked: ${Object.keys(missing).join(', ')}`);
    },
    mark: (purpose) => digestOf([state.nonce, purpose]),
    spend: (purpose) => {
      const mark = digestOf([state.nonce, purpose, 'spent']);
      if (spent.has(mark)) return false;
      const [oldest = ''] = spent;
      if (spent.size >= mostSpent) spent.delete(oldest);
      spent.add(mark);
      return true;
    },
  };
}

function checkAskable(client: Client, state: State): void {
  if (!client.canAsk)
    throw new CallError(
      'This client cannot ask the user (it does not declare elicitation with forms). Ask them yourself, or tell them to use another client.',
    );
  checkUnfinished(client, state);
}

/** A call that is made anew with answers must not do again what it has done. */
function checkUnfinished({ hasActed }: Client, { rounds }: State): void {
  if (hasActed)
    throw new CallError(
      'The user cannot be asked any more: a part of this call has been carried out, and would be carried out again with the answer.',
    );
  if (rounds >= mostRounds)
    throw new CallError(`The user was asked ${mostRounds} times, which is the most for one call.`);
}

/** What the client has brought back, or the state at the beginning. */
function readState(client: Client, opened: unknown): State {
  if (client.state === undefined)
    return { nonce: randomBytes(16).toString('base64url'), asked: {}, answers: {}, others: {}, rounds: 0 };
  if (isObject(opened)) return opened as unknown as State;
  throw failWith(
    client,
    'Invalid or expired requestState: call the tool again, without it and with the same arguments',
    { reason: 'invalid_request_state' },
  );
}

function readAnswer(client: Client, key: string): Answer | undefined {
  const { responses = {} } = client;
  const said = Object.hasOwn(responses, key) ? responses[key] : undefined;
  if (said === undefined) return undefined;
  const { action, content = {} } = isObject(said) ? said : {};
  const isKnown = action === 'accept' || action === 'decline' || action === 'cancel';
  if (isKnown && isObject(content)) return { action, content: action === 'accept' ? content : {} };
  throw failWith(
    client,
    `Invalid input response "${key}": it needs an action, and content that is an object`,
  );
}

/** What the client has answered, as it comes. */
function readResponse(client: Client, key: string): Record<string, unknown> | undefined {
  const { responses = {} } = client;
  const said = Object.hasOwn(responses, key) ? responses[key] : undefined;
  if (said === undefined || isObject(said)) return said;
  throw failWith(client, `Invalid input response "${key}": it must be an object`);
}

/** Ends the call with an error of the protocol. */
function failWith(client: Client, message: string, data?: object): PendingError {
  client.outcome = new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
  return new PendingError(message);
}

/** What the user is asked: words, and the fields of a form. */
interface Question {
  message: string;
  fields: Record<string, FormField>;
  /** Those that they have to fill in. */
  required: readonly string[];
}

/** What the user has answered. */
interface Answer {
  action: 'accept' | 'decline' | 'cancel';
  content: Readonly<Record<string, unknown>>;
}

/** What is asked of the user of one call, and what was answered. */
export interface Dialogue {
  /**
   * The answer to a question. Where there is none yet, the call ends, and the client makes it anew with the answer.
   *
   * @throws PendingError
   */
  ask: (key: string, question: Question) => Answer;
  /**
   * What the client answers to requests in the words of the protocol. Where answers are missing, the call ends, and the
   * client makes it anew with them.
   *
   * @throws PendingError
   */
  request: (requests: Readonly<Record<string, object>>) => Record<string, Readonly<Record<string, unknown>>>;
  /** A text that stands for this call and nothing else, the same each time the client makes it with answers. */
  mark: (purpose: string) => string;
  /** Has the answers count once: says whether they have not been acted upon in this process. */
  spend: (purpose: string) => boolean;
}

/** What stands for a value, whatever the order of the members of its objects. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(writeCanonically(value)).digest('base64url');
}

function writeCanonically(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonically).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${writeCanonically(value[key])}`);
  return `{${members.join()}}`;
}
