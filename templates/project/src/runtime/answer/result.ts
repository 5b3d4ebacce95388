import type { CallToolResult } from '@modelcontextprotocol/server';
import { toCharacters, usualTokens } from './answerLimit.js';
import { addLine } from './addLine.js';
import { compactJson } from './compactJson.js';
import { decodeText } from './decodeText.js';
import { isDeep } from '../isDeep.js';
import { isIdempotent } from './isIdempotent.js';
import { isJson } from '../isJson.js';
import { isObject } from '../isObject.js';
import { isText } from './isText.js';
import { listPaging } from './listPaging.js';
import { parseJson } from '../parseJson.js';
import { redact } from '../redact.js';
import type { Selector } from '../select/createSelector.js';
import type { Answer } from './send.js';
import { statusLine } from './statusLine.js';
import { textResult } from './textResult.js';
import type { Recipe } from '../tool.js';

/** What was asked for, and how what comes back is to be shown. */
export interface Asked {
  recipe: Recipe;
  args: Readonly<Record<string, unknown>>;
  /** What was sent. */
  url: URL;
  secrets: readonly string[];
  /** Tokens of the answer that are shown. */
  answerTokens?: number | undefined;
  /** The folder that files are saved in; where there is none, they are embedded. */
  downloads?: string | undefined;
  /** Set where parts of the answer can be picked out. */
  canSelect?: boolean;
  /** Picks out what the call asks for. */
  selector?: Selector | undefined;
}

/** An answer, and what is needed to hand it on. */
export interface Received extends Asked {
  body: Uint8Array;
  headers: Headers;
  /** As the API says it; empty where it says none. */
  contentType: string;
  /** That without its parameters. */
  mediaType: string;
  /** What was asked for, without query and credentials. */
  address: string;
}

/** Bytes that are handed on within a message: clients keep all of it in memory. */
export const mostEmbedded = 5 * 1024 * 1024;

/** The first kind that fits decides how an answer is handed on; one of no kind is handed on as a file. */
const kinds: readonly {
  fits: (received: Received) => boolean;
  toResult: (received: Received) => CallToolResult | Promise<CallToolResult>;
}[] = [
  { fits: ({ contentType }) => isJson(contentType), toResult: jsonResult },
  { fits: (received) => mayHoldJson.test(received.mediaType) && holdsJson(received), toResult: jsonResult },
  {
    fits: ({ contentType }) => isText(contentType),
    toResult: (received) => plainResult(readText(received), received),
  },
  { fits: (received) => isMedia('image', received), toResult: (received) => mediaResult('image', received) },
  { fits: (received) => isMedia('audio', received), toResult: (received) => mediaResult('audio', received) },
  { fits: ({ mediaType, body }) => mediaType === '' && isUtf8(body), toResult: jsonResult },
];

/** Media types that some APIs send JSON in: `text/plain`, and those of a vendor that say nothing of the form. */
const mayHoldJson = /^text\/plain$|^application\/(?:vnd\.|x\.|prs\.)/;

/** Whether the bytes are an object or a list in JSON. */
function holdsJson({ body }: Received): boolean {
  const start = body.find((byte) => byte > 0x20);
  if (start !== 0x7b && start !== 0x5b) return false;
  return isUtf8(body) && typeof parseJson(new TextDecoder().decode(body)) === 'object';
}

/** Turns a successful answer of the API into the result of the call. */
export async function toResult(answer: Answer, asked: Asked): Promise<CallToolResult> {
  const result = await showAnswer(answer, asked);
  return answer.isOpen
    ? addLine(result, 'The API was still sending when this was given up: more may have come.')
    : result;
}

async function showAnswer(answer: Answer, asked: Asked): Promise<CallToolResult> {
  const { body, headers } = answer;
  if (body.length === 0) return emptyResult(answer);
  const contentType = headers.get('content-type')?.toLowerCase() ?? '';
  const mediaType = contentType.split(';')[0]?.trim() ?? '';
  const address = asked.url.origin + asked.url.pathname;
  const received = { ...asked, body, headers, contentType, mediaType, address };
  const kind = kinds.find(({ fits }) => fits(received));
  if (kind !== undefined) return kind.toResult(received);
  const { fileResult } = await import('./fileResult.js');
  return fileResult(received);
}

/** What an answer without a body can still say. */
const telling = ['location', 'content-length', 'content-type', 'etag', 'last-modified', 'allow'];

function emptyResult(answer: Answer): CallToolResult {
  const said = telling.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null || value === '0' ? [] : [`${name}: ${value}`];
  });
  const status = answer.status === 200 ? '200 OK, no content' : statusLine(answer);
  return textResult([status, ...said].join('\n'));
}

/**
 * The text is the API's own, so that large numbers stay what they are; the value goes with it where it is the same.
 * Structured content is an object (MCP 2025-11-25, Structured Content): any other value stands under `result`.
 */
async function jsonResult(received: Received): Promise<CallToolResult> {
  const text = readText(received);
  const value = parseJson(text);
  if (value === undefined) return plainResult(text, received);
  const whole = compactJson(text);
  const { selector } = received;
  const picked = selector === undefined ? whole : selector(whole);
  if (picked instanceof Error) return unselectedResult(picked, value, received);
  const part = selector === undefined ? value : (JSON.parse(picked.text) as unknown);
  const { isCut, result } = await showText(picked.text, value, received);
  const noted = selector !== undefined && isEmpty(part) ? await noteEmpty(result, value) : result;
  const shown =
    whole.isLossy && ordering.test(String(received.args['_select'])) ? addLine(noted, passedOver) : noted;
  if (picked.isLossy || isCut || isDeep(part)) return shown;
  return { ...shown, structuredContent: isObject(part) ? part : { result: part } };
}

/** What puts values in order, as far as `_select` can say it. */
const ordering = /[<>]|\b(?:max|min|sort)(?:_by)?\s*\(/;
const passedOver =
  'This answer has numbers beyond what _select can put in order: < and >, max, min and sort pass them over, and == takes them in backticks, such as `9007199254740993`.';

/** Whether nothing was picked out. */
function isEmpty(part: unknown): boolean {
  if (Array.isArray(part)) return part.length === 0;
  return part === null || (typeof part === 'object' && Object.keys(part).length === 0);
}

async function noteEmpty(result: CallToolResult, answer: unknown): Promise<CallToolResult> {
  const { describeTop } = await import('../select/describeTop.js');
  return addLine(result, `_select picked nothing out: ${describeTop(answer)}.`);
}

/** The request was carried out: it must not seem otherwise where it had an effect. */
async function unselectedResult({ message }: Error, answer: unknown, { recipe }: Received) {
  const { describeTop } = await import('../select/describeTop.js');
  const isSafe = isIdempotent(recipe.method);
  const next = isSafe
    ? 'Call again with another _select, or without.'
    : 'The request itself was carried out: do not send it again because of this.';
  return textResult(
    `_select could not be applied: ${message.replace(/[.:]+$/, '')}; ${describeTop(answer)}. ${next}`,
    isSafe,
  );
}

async function plainResult(text: string, received: Received): Promise<CallToolResult> {
  const { result } = await showText(text, undefined, received);
  return received.selector === undefined
    ? result
    : addLine(result, '_select was not applied: this is no JSON.');
}

/**
 * Shows a text, and the lines that belong to it: what is missing stands in the same block, since what is incomplete
 * must not be taken for all of it; where more is to be had stands in one of its own, beside what is complete.
 */
async function showText(text: string, value: unknown, received: Received) {
  const { recipe, args, canSelect, answerTokens = usualTokens } = received;
  const most = toCharacters(answerTokens);
  const more = await moreLine(value, received);
  if (text.length <= most) return { isCut: false, result: withLine(text, more) };
  const { showCut } = await import('./showCut.js');
  const cut = showCut(text, value !== undefined, most, { recipe, args, canSelect });
  return { isCut: true, result: withLine(cut.text, cut.losesPage ? undefined : more) };
}

/** The line that says how to get what follows, where the answer says that there is more. */
async function moreLine(value: unknown, { recipe, headers, url, args }: Received) {
  const paging = listPaging(recipe);
  if (paging.length === 0) return undefined;
  const { tellMore } = await import('./tellMore.js');
  return tellMore({ headers, value, url, args, paging });
}

function withLine(text: string, line: string | undefined): CallToolResult {
  return line === undefined ? textResult(text) : addLine(textResult(text), line);
}

function readText({ body, contentType, secrets }: Received): string {
  return redact(decodeText(body, contentType), secrets);
}

/** What is too large for a message is a file. */
function isMedia(type: 'image' | 'audio', { body, mediaType }: Received): boolean {
  return mediaType.startsWith(`${type}/`) && body.length <= mostEmbedded;
}

function mediaResult(type: 'image' | 'audio', { body, mediaType }: Received): CallToolResult {
  const data = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64');
  return { content: [{ type, data, mimeType: mediaType }] };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
