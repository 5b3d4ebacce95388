import type { CallToolResult } from '@modelcontextprotocol/server';
import { STATUS_CODES } from 'node:http';
import { type NoResponseError, networkCode } from '../errors.js';
import { compactJson, decodeText } from '../http/readJson.js';
import { type HttpResponse, mostBytes, readWait } from '../http/send.js';
import { isDeep, isObject, parseJson } from '../json.js';
import { isHtml, isJson, isReadable } from '../mediaTypes.js';
import { redact } from '../redact.js';
import { type HeaderFields, isIdempotent } from '../request/outgoing.js';
import { describeSize, escapeHidden, parseUrl } from '../text.js';
import type { Method } from '../tool.js';
import type { Failed } from './received.js';
import { textResult } from './toolResult.js';
import { describeTruncation, truncateText } from './truncate.js';

/** Characters of an address that are shown. */
const longestLocation = 1_000;
/** Bytes of a body that some APIs do not take. */
const largeBody = 64 * 1024;
const dayMs = 24 * 60 * 60 * 1000;

/** Explains an answer that says no: what the API said, what can be done, and whether calling again is safe. */
export function refusalResult(
  answer: HttpResponse,
  failed: Failed,
  secrets: readonly string[],
): CallToolResult {
  const { status, headers } = answer;
  const advice = advices.find(({ from, to = from }) => from <= status && status <= to);
  return explained([
    `The API answered ${statusLine(answer)}${triesWords(failed)}.`,
    readProblem(answer, secrets),
    advice?.words(failed, headers, status),
    waitWords(readWait(headers)),
    repeatWords(status, failed.method),
  ]);
}

/** Explains that an answer cannot be shown: what was asked for may have been done all the same. */
export function unshownResult(answer: HttpResponse, { method }: Failed, error: unknown): CallToolResult {
  const why = error instanceof Error ? error.message : String(error);
  return explained([
    `The API answered ${statusLine(answer)}, but its response could not be shown: ${why}`,
    repeatWords(answer.status, method),
  ]);
}

/** Explains why there is no answer. */
export function noResponseResult(error: NoResponseError, failed: Failed): CallToolResult {
  const { origin, method, limit = 'MCP_TIMEOUT_MS' } = failed;
  switch (error.kind) {
    case 'timeout':
      return explained([
        `The API at ${origin} did not answer within ${error.afterMs / 1000} s (${limit})${triesWords(failed)}.`,
        repeatWords(0, method),
      ]);
    case 'network': {
      const code = networkCode(error);
      const fault = unreadable.find(({ codes }) => codes.test(code));
      if (fault !== undefined) {
        return explained([
          `The response of the API at ${origin} cannot be read: ${fault.words}${triesWords(failed)}.`,
          fault.codes.test('UNASKED_CONTINUE') ? sizeWords(failed) : undefined,
          repeatWords(0, method),
        ]);
      }
      const reason = unreachable[code]?.replace(ownCertificate, nameCertificate(failed));
      if (reason === undefined) {
        return explained([
          `The connection to the API at ${origin} broke off${triesWords(failed)}.`,
          sizeWords(failed),
          repeatWords(0, method),
        ]);
      }
      return explained([
        `The API at ${origin} could not be reached: ${reason}${triesWords(failed)}.`,
        unsentWords,
        nobody.test(code) ? 'If it stays so, ask the user to check the API and its base URL.' : undefined,
      ]);
    }
    case 'too large':
      return explained([
        `The response of the API is larger than ${mostBytes / 1024 / 1024} MB and was not read to its end.`,
        'Ask for less, with a filter or a smaller page.',
        repeatWords(isIdempotent(method) ? 400 : 0, method),
      ]);
    case 'busy':
      return explained([
        'This server has as many requests to the API under way and waiting as it takes (MCP_CONCURRENCY, MCP_QUEUE).',
        'Nothing was sent, so calling again later is safe.',
      ]);
    case 'no turn':
      return explained([
        `This call waited ${error.afterMs / 1000} s for its turn: this server makes only some requests to the API at once (MCP_CONCURRENCY).`,
        'Nothing was sent, so calling again later is safe.',
      ]);
    case 'too many redirects':
      return explained(['The API redirects again and again.', repeatWords(400, method)]);
  }
}

const unsentWords = 'Nothing was sent, so calling again is safe.';
/** Codes that mean that nobody is there. */
const nobody = /^(?:ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|bad port|(?:UND_ERR_)?CONNECT_TIMEOUT)$/;

/** What the caller may do about a status. */
const advices: readonly {
  from: number;
  to?: number;
  words: (failed: Failed, headers: HeaderFields, status: number) => string;
}[] = [
  {
    from: 300,
    to: 399,
    words: ({ method, origin }, headers, status) => {
      const location = headers.get('location');
      const isRead = (method === 'GET' || method === 'HEAD') && status !== 300;
      // It would have been followed if it led elsewhere.
      if (isRead && location && parseUrl(location, origin)?.origin === origin)
        return 'The API redirects again and again.';
      return `It redirects to ${placeWords(headers.get('location'))}. Only reads are followed, and only to the same host${isJson(headers.get('content-type') ?? '') ? '' : ': ask the user to check the base URL of the API'}.`;
    },
  },
  {
    from: 400,
    words: () => 'Check the arguments against what the API says, and call again with better ones.',
  },
  {
    from: 401,
    words: ({ refused }) => refused ?? 'The credentials are missing or not accepted. Ask the user.',
  },
  { from: 403, words: ({ refused }) => refused ?? 'The credentials do not allow this. Ask the user.' },
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

function placeWords(location: string | null): string {
  if (!location) return 'nowhere';
  // What is cut might end in half of a secret.
  return location.length > longestLocation
    ? 'an address that is too long to be shown'
    : escapeHidden(location);
}

/** What is worth waiting for, in words. */
export function waitWords(waitMs = 0, before = 'calling again'): string | undefined {
  if (waitMs === 0) return undefined;
  if (waitMs > 365 * dayMs) return 'It asks to wait for more than a year: tell the user.';
  const seconds = Math.round(waitMs / 1000);
  if (waitMs <= dayMs) return `Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} before ${before}.`;
  return `It asks to wait until ${new Date(Date.now() + seconds * 1000).toUTCString()}: tell the user.`;
}

function triesWords({ tries }: Failed): string {
  return tries === 1 ? '' : `; this server tried ${tries} times`;
}

/** What a body may have to do with a connection that breaks off. */
function sizeWords({ size = 0 }: Failed): string | undefined {
  return size < largeBody
    ? undefined
    : `The request has ${describeSize(size)}: where that is more than the API takes, send less at once.`;
}

function repeatWords(status: number, method: Method): string {
  if (status === 408 || status === 425 || status === 429) return 'Calling again later is safe.';
  const isSettled = (300 <= status && isIdempotent(method)) || 400 <= status;
  if (isSettled && status < 500) return 'Calling again with the same arguments will fail again.';
  return isIdempotent(method)
    ? 'Calling again is safe.'
    : 'It may have taken effect all the same: check that before calling again.';
}

const trustWords = 'where it is to be trusted, the user can name its file in MCP_CA_FILE';
const ownCertificate = 'MCP_CLIENT_CERT_FILE';
const identityWords = `the user can name one in ${ownCertificate}`;

/** The variable of the certificate, where one of several APIs has its own. */
function nameCertificate({ certificate = ownCertificate }: Failed): string {
  return certificate;
}

const plain = 'it does not speak TLS, so that the base URL may have to begin with http:';

/** Why an answer cannot be read, by the code of the error. */
const unreadable: readonly { codes: RegExp; words: string }[] = [
  { codes: /^(?:UND_ERR_HEADERS|HPE_HEADER)_OVERFLOW$/, words: 'its headers are too large' },
  {
    codes: /^UNASKED_CONTINUE$/,
    words: 'it begins with 100 Continue, which this server did not ask for, and what follows was not read',
  },
  { codes: /^(?:HPE_|UND_ERR_RES_CONTENT_LENGTH_MISMATCH$)/, words: 'it is not HTTP' },
  { codes: /^(?:Z_(?!BUF_ERROR)|ERR__ERROR_|ERR_BROTLI_|ZSTD_)/, words: 'it cannot be decompressed' },
];

/** Why nothing could be sent, by the code or the words of the error. */
const unreachable: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  EMFILE: 'this server has too many files and connections open; the user can raise the limit (ulimit -n)',
  ENFILE: 'the machine of this server has too many files and connections open',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name could not be looked up',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'the network cannot be reached',
  PROXY_UNREACHABLE: 'the proxy that HTTP_PROXY or HTTPS_PROXY names cannot be reached',
  PROXY_UNAUTHENTICATED:
    'the proxy asks for credentials, which HTTP_PROXY and HTTPS_PROXY can hold: http://name:password@host',
  PROXY_REFUSED: 'the proxy does not allow it',
  PROXY_FAILED: 'the proxy could not reach it either',
  'bad port': 'its port is one that no request may go to',
  CONNECT_TIMEOUT: 'no connection came about in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about in time',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is signed by itself (${trustWords})`,
  SELF_SIGNED_CERT_IN_CHAIN: `its certificate is signed by an unknown authority (${trustWords})`,
  UNABLE_TO_GET_ISSUER_CERT: `its certificate is signed by an unknown authority (${trustWords})`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `its certificate is signed by an unknown authority (${trustWords})`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its certificate is signed by an unknown authority (${trustWords})`,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: `it does not accept the client certificate (${identityWords})`,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: `it does not accept the client certificate (${identityWords})`,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: `it asks for a client certificate (${identityWords})`,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: `it refused the handshake, as it does where it asks for a client certificate (${identityWords})`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: plain,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: plain,
  EPROTO: 'the TLS handshake with it failed',
};

function explained(lines: readonly (string | undefined)[]): CallToolResult {
  return textResult(lines.filter(Boolean).join('\n'), true);
}

const longestReason = 100;

/** `404 Not Found`: the API's own reason unless it is long, or the usual one. */
export function statusLine({ status, reason }: HttpResponse): string {
  const words = reason !== '' && reason.length <= longestReason ? escapeHidden(reason) : STATUS_CODES[status];
  return `${status} ${words ?? ''}`.trim();
}

/** Of an error's body, about 1,000 tokens. */
const mostCharacters = 4_400;

/** Of a page, what is looked at: enough to come to its words behind its styles. */
const mostMarkup = 20_000;

/** What an error's body says, in short; empty where it says nothing that can be read. */
export function readProblem({ headers, body }: HttpResponse, secrets: readonly string[]): string {
  const contentType = headers.get('content-type') ?? '';
  // Before the text is cut, which might leave half of a secret.
  const text = redact(decodeText(body, contentType), secrets);
  if (isJson(contentType)) return cut(readJson(text));
  if (contentType !== '' && !isReadable(contentType, body)) return '';
  return cut(isHtml(contentType) ? stripTags(text) : text.trim());
}

function cut(text: string): string {
  const { text: kept, missing } = truncateText(text, mostCharacters);
  return missing.length === 0 ? kept : `${kept}\n${describeTruncation(missing)}`;
}

/** RFC 9457: the members that explain come first, those that only repeat the status are left out. */
function readJson(text: string): string {
  const value = parseJson(text);
  if (!isObject(value) || isDeep(value)) return compactJson(text).text;
  const { title, detail, ...others } = value;
  const words = [title, detail].filter((member) => typeof member === 'string');
  if (words.length === 0) return compactJson(text).text;
  const rest = Object.entries(others).filter(([name]) => !['type', 'status', 'instance'].includes(name));
  return [words.join(': '), ...rest.map(([name, member]) => `${name}: ${JSON.stringify(member)}`)].join('\n');
}

/** What is opened and never closed goes on to the end: with that, every match succeeds, and the time is linear. */
function stripTags(html: string): string {
  return html
    .slice(0, mostMarkup)
    .replaceAll(/<(script|style)\b[\s\S]*?(<\/\1>|$)|<[a-z/!?][^>]*(>|$)/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
