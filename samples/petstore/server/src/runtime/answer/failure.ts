import type { CallToolResult } from '@modelcontextprotocol/server';
import { isIdempotent } from './isIdempotent.js';
import { networkCode } from './networkCode.js';
import { readProblem } from './readProblem.js';
import { mostBytes, type Answer, type NoAnswer } from './send.js';
import { statusLine } from './statusLine.js';
import { textResult } from './textResult.js';
import type { Method } from '../tool.js';

/** A call that failed, and what its explanation needs to know. */
export interface Failed {
  method: Method;
  /** Scheme, host and port of the API. */
  origin: string;
  /** The environment variables that hold its credentials. */
  variables: readonly string[];
  /** How often it was sent. */
  tries: number;
}

/** Explains an answer that says no: what the API said, what can be done, and whether calling again is safe. */
export function refusalResult(answer: Answer, failed: Failed, secrets: readonly string[]): CallToolResult {
  const { status, headers } = answer;
  const advice = advices.find(({ from, to = from }) => from <= status && status <= to);
  return explained([
    `The API answered ${statusLine(answer)}${triesWords(failed)}.`,
    readProblem(answer, secrets),
    advice?.words(failed, headers),
    waitWords(headers.get('retry-after')),
    repeatWords(status, failed.method),
  ]);
}

/** Explains why there is no answer. */
export function noAnswerResult(error: NoAnswer, failed: Failed): CallToolResult {
  const { origin, method } = failed;
  switch (error.kind) {
    case 'timeout':
      return explained([
        `The API at ${origin} did not answer within ${error.afterMs / 1000} s${triesWords(failed)}.`,
        repeatWords(0, method),
      ]);
    case 'network': {
      const reason = unreachable[networkCode(error)];
      return explained([
        `The API at ${origin} could not be reached: ${reason ?? 'the connection broke off'}${triesWords(failed)}.`,
        reason === undefined ? repeatWords(0, method) : 'Nothing was sent, so calling again is safe.',
      ]);
    }
    case 'too large':
      return explained([
        `The answer of the API is larger than ${mostBytes / 1024 / 1024} MB and was not read to its end.`,
        'Ask for less, with a filter or a smaller page.',
      ]);
    case 'too many redirects':
      return explained(['The API redirects again and again.', repeatWords(400, method)]);
  }
}

/** What the caller may do about a status. */
const advices: readonly { from: number; to?: number; words: (failed: Failed, headers: Headers) => string }[] =
  [
    {
      from: 300,
      to: 399,
      words: (_, headers) =>
        `It redirects to ${headers.get('location') ?? 'nowhere'}. Only reads are followed, and only to the same host: ask the user to check the base URL of the API.`,
    },
    {
      from: 400,
      words: () => 'Check the arguments against what the API says, and call again with better ones.',
    },
    {
      from: 401,
      words: ({ variables }) => `The credentials are missing or not accepted. ${askFor(variables)}`,
    },
    { from: 403, words: ({ variables }) => `The credentials do not allow this. ${askFor(variables)}` },
    { from: 404, words: () => 'Nothing is there: check the identifiers in the arguments.' },
    { from: 409, words: () => 'It conflicts with the present state: read that again before changing it.' },
    { from: 410, words: () => 'It is gone for good.' },
    { from: 412, words: () => 'It has changed in the meantime: read it again before changing it.' },
    { from: 413, to: 414, words: () => 'Send less at once.' },
    {
      from: 422,
      words: () => 'Check the arguments against what the API says, and call again with better ones.',
    },
    { from: 429, words: () => 'Too many calls were made.' },
    { from: 500, to: 599, words: () => 'The fault is on the side of the API.' },
  ];

function askFor(variables: readonly string[]): string {
  return variables.length === 0
    ? 'Ask the user.'
    : `Ask the user to check the environment variables ${variables.join(', ')} of this server.`;
}

/** RFC 9110, Retry-After: a number of seconds or a date. */
function waitWords(retryAfter: string | null): string | undefined {
  if (retryAfter === null) return undefined;
  return /^\d+$/.test(retryAfter)
    ? `Wait ${retryAfter} seconds before calling again.`
    : `Wait until ${retryAfter} before calling again.`;
}

function triesWords({ tries }: Failed): string {
  return tries === 1 ? '' : `; this server tried ${tries} times`;
}

function repeatWords(status: number, method: Method): string {
  if (status === 408 || status === 425 || status === 429) return 'Calling again later is safe.';
  const isSettled = (300 <= status && isIdempotent(method)) || 400 <= status;
  if (isSettled && status < 500) return 'Calling again with the same arguments will fail again.';
  return isIdempotent(method)
    ? 'Calling again is safe.'
    : 'It may have taken effect all the same: check that before calling again.';
}

/** Why nothing could be sent, by the code or the words of the error. */
const unreachable: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name could not be looked up',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'the network cannot be reached',
  'bad port': 'its port is one that no request may go to',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about in time',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

function explained(lines: readonly (string | undefined)[]): CallToolResult {
  return textResult(lines.filter(Boolean).join('\n'), true);
}
