import { isUtf8 } from 'node:buffer';
import type { CallToolResult } from '@modelcontextprotocol/server';
import {
  type Json,
  decodeText,
  isInUtf8,
  mostValues,
  mostWide,
  readJson,
  readLargeJson,
  scanJson,
  shortEnough,
} from '../http/readJson.js';
import type { HttpResponse } from '../http/send.js';
import { isDeepJson, isObject, parseJson } from '../json.js';
import { isHtml, isJson, isReadable, mayHoldJson, tellableType } from '../mediaTypes.js';
import { importOnce } from '../memo.js';
import { redact } from '../redact.js';
import { isIdempotent } from '../request/outgoing.js';
import { toCharacters, usualTokens } from '../settings.js';
import { escapeHidden } from '../text.js';
import { readProblem, statusLine } from './failure.js';
import type { Asked, Received, Selector } from './received.js';
import { addLine, ensureStructuredContent, mostEmbedded, textResult } from './toolResult.js';

const mostShown = 800_000;

/** The first kind that fits decides how an answer is handed on; one of no kind is handed on as a file. */
const kinds: readonly {
  fits: (received: Received) => boolean;
  toResult: (received: Received) => CallToolResult | Promise<CallToolResult>;
}[] = [
  { fits: ({ contentType }) => isJson(contentType), toResult: jsonResult },
  { fits: (received) => mayHoldJson(received.mediaType) && holdsJson(received), toResult: jsonResult },
  {
    fits: ({ contentType, body }) => contentType !== '' && isReadable(contentType, body),
    toResult: (received) => plainResult(readReceivedText(received), received),
  },
  { fits: (received) => isMedia('image', received), toResult: (received) => mediaResult('image', received) },
  { fits: (received) => isMedia('audio', received), toResult: (received) => mediaResult('audio', received) },
  { fits: ({ mediaType, body }) => mediaType === '' && isUtf8(body), toResult: jsonResult },
];

/** Whether the bytes are an object or a list in JSON. */
function holdsJson({ body }: Received): boolean {
  const start = body.find((byte) => byte > 0x20);
  if (start !== 0x7b && start !== 0x5b) return false;
  if (!isUtf8(body)) return false;
  return (
    (body.length > shortEnough ? scanJson(body) : readJson(new TextDecoder().decode(body))) !== undefined
  );
}

/** Turns a successful answer of the API into the result of the call. */
export async function toResult(answer: HttpResponse, asked: Asked): Promise<CallToolResult> {
  if (asked.reshape !== undefined) return asked.reshape(answer, asked);
  const show = () => showAnswer(answer, asked);
  const result = await (asked.share === undefined ? show() : asked.share.alone(show));
  if (!answer.isOpen) return result;
  const ending = asked.recipe.parameters.map(({ argument }) => argument).filter((name) => ends.test(name));
  const how = ending.length === 0 ? '' : ` To have it end sooner, give ${ending.slice(0, 4).join(', ')}.`;
  return addLine(result, `The API was still sending when this was given up: more may have come.${how}`);
}

/** Names of arguments that say how long, or how much, a stream is sent. */
const ends = /^(?:timeout\w*|\w+_timeout|limit|until|tail)$/i;

// Seldom needed.
const loadFileResult = importOnce(() => import('./toFileResult.js'));
const loadTruncate = importOnce(() => import('./truncate.js'));

async function showAnswer(answer: HttpResponse, asked: Asked): Promise<CallToolResult> {
  const { status, body, headers } = answer;
  if (status >= 300 && status !== 304) return redirectResult(answer, asked);
  if (body.length === 0) return emptyResult(answer, asked);
  // Whoever shows it lets go of it when it has been read.
  answer.body = nothing;
  const contentType = headers.get('content-type')?.toLowerCase() ?? '';
  const mediaType = contentType.split(';')[0]?.trim() ?? '';
  const address = asked.url.origin + asked.url.pathname;
  const received = { asked, body, headers, contentType, mediaType, address };
  const kind = kinds.find(({ fits }) => fits(received));
  const isElse = isPageForJson(received);
  const shown = await (kind === undefined ? toFile(received) : kind.toResult(received));
  const result = isElse ? addLine(shown, pageForJson) : shown;
  const said = listHeaders([...(isNew(answer) ? ['Location'] : []), ...(asked.recipe.tells ?? [])], answer);
  return said.length === 0 ? result : addLine(result, ['Response headers:', ...said].join('\n'));
}

async function toFile(received: Received): Promise<CallToolResult> {
  const { unpack, secrets } = received.asked;
  const { text = '', isAll } = (await unpack?.())?.(received.body) ?? {};
  if (isAll) return plainResult(redact(text, secrets), received);
  const { toFileResult } = await loadFileResult();
  const result = await toFileResult(received);
  return text === '' ? result : addLine(result, redact(text, secrets));
}

/** Whether `Location` names what was created, or where its state is read (RFC 9110, 15.3.2 and 15.3.3). */
function isNew({ status }: HttpResponse): boolean {
  return status === 201 || status === 202;
}

/** Characters of an address that is shown: so many should be taken of any (RFC 9110, 4.1). A part of it leads nowhere. */
const longestAddress = 8_000;

/** What a redirect that the document declares comes to: where it leads is what was asked for (RFC 9110, 15.4). */
function redirectResult(answer: HttpResponse, { recipe: { method }, secrets }: Asked): CallToolResult {
  const { status, headers } = answer;
  const address = headers.get('location') ?? '';
  const isLong = address.length > longestAddress;
  const isLeft = [301, 307, 308].includes(status) && method !== 'GET' && method !== 'HEAD';
  // Pages and texts say no more than the address.
  const isTold = address === '' || isJson(headers.get('content-type') ?? '');
  const lines = [
    statusLine(answer),
    address === ''
      ? 'It names no address.'
      : `It answers with an address${isLong ? ` of ${address.length} characters, which is not shown.` : `: ${escapeHidden(address)}`}`,
    isLeft && 'The request belongs there: do not take it as done.',
    isTold && readProblem(answer, secrets),
  ];
  return textResult(lines.filter(Boolean).join('\n'));
}

const pageForJson =
  'The API declares JSON here, but this is an HTML page, such as one to log in: do not take it as success.';

/** Whether a page came where only JSON is declared; some APIs call all that they answer one. */
function isPageForJson({ asked, contentType, body }: Received): boolean {
  const { accept } = asked.recipe;
  if (!isHtml(contentType) || !accept.some(isJson) || accept.some((type) => /html|\*/i.test(type)))
    return false;
  return /^\s*</.test(new TextDecoder().decode(body.subarray(0, 100)));
}

/** What an answer without a body can still say. */
const telling = ['location', 'content-length', 'content-type', 'etag', 'last-modified', 'allow'];

/** Characters of a header that is shown: of a longer one, a part would be taken for the whole. */
const longestHeader = 500;

/** The headers of these names, each in a line, as far as the answer has them. */
function listHeaders(names: readonly string[], { headers }: HttpResponse): string[] {
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  return [...known].flatMap(([lower, name]) => {
    const value = headers.get(lower);
    if (value === null || (lower === 'content-length' && value === '0')) return [];
    const isLong = value.length > longestHeader;
    return `${name}: ${isLong ? `(${value.length} characters, which are not shown)` : escapeHidden(value)}`;
  });
}

function emptyResult(answer: HttpResponse, { recipe }: Asked): CallToolResult {
  const said = listHeaders([...telling, ...(recipe.tells ?? [])], answer);
  const status = answer.status === 200 ? '200 OK, no content' : statusLine(answer);
  return textResult([status, ...said].join('\n'));
}

/**
 * The text is the API's own, so that large numbers stay what they are; the value goes with it where it is the same.
 */
async function jsonResult(received: Received): Promise<CallToolResult> {
  const { text, json } = readTextAndJson(received);
  if (json === undefined) return brokenResult(text, received);
  const { selector, args } = received.asked;
  if (selector === undefined) {
    const { isCut, result } = await showText(json.text, json, received);
    return isCut || json.isLossy() ? result : withValue(result, json.text, json.value(), received);
  }
  if (json.isTooMuch) return unselectedResult(`the response has ${tooMuch}`, '', received);
  const picked = selector.pick(json);
  if (picked instanceof Error)
    return unselectedResult(picked.message, `; ${selector.describeTop(json.value())}`, received);
  const part = readJson(picked.text);
  const { isCut, result } = await showText(picked.text, json, received);
  const noted = isEmptySelection(part) ? noteEmpty(result, json.value(), selector) : result;
  const shown = ordering.test(String(args['_select'])) && json.isLossy() ? addLine(noted, passedOver) : noted;
  return isCut || picked.isLossy() ? shown : withValue(shown, picked.text, part?.value(), received);
}

/** What has been read is not kept: it may be large. */
function readTextAndJson(received: Received): { text: string; json: Json | undefined } {
  const { body, contentType, asked } = received;
  received.body = nothing;
  const isLarge = body.length > shortEnough && isInUtf8(contentType);
  const read = isLarge ? readLargeJson(body) : undefined;
  const whole = read?.text ?? decodeText(body, contentType);
  const text = redact(whole, asked.secrets);
  if (isLarge && text === whole) return { text, json: read };
  return { text, json: readJson(text) };
}

const nothing = new Uint8Array();

/** Structured content is an object (MCP 2025-11-25, Structured Content): any other value stands under `result`. */
async function withValue(
  result: CallToolResult,
  text: string,
  value: unknown,
  { asked: { fit, selector } }: Received,
): Promise<CallToolResult> {
  if (isDeepJson(text, value)) return result;
  if (fit === undefined) return { ...result, structuredContent: isObject(value) ? value : { result: value } };
  const { structuredContent, note } = await fit(value);
  // What was picked out is not meant to be as the whole is declared.
  const told = note === undefined || selector !== undefined ? result : addLine(result, note);
  return { ...told, structuredContent };
}

/** What is said of an answer that is not read as a value. */
const tooMuch = `more than ${mostValues.toLocaleString('en')} values, very many levels, or more than ${mostWide.toLocaleString('en')} characters with some beyond Latin-1: ask for less`;

/** What puts values in order, as far as `_select` can say it. */
const ordering = /[<>]|\b(?:max|min|sort)(?:_by)?\s*\(/;
const passedOver =
  'This response has numbers beyond what _select can put in order: < and >, max, min and sort pass them over, and == takes them in backticks, such as `9007199254740993`.';

/** Whether nothing was picked out: what is long is something. */
function isEmptySelection(picked: Json | undefined): boolean {
  const part = picked?.isTooMuch === true ? [1] : picked?.value();
  if (Array.isArray(part)) return part.length === 0;
  return part === null || (typeof part === 'object' && Object.keys(part).length === 0);
}

function noteEmpty(result: CallToolResult, answer: unknown, { describeTop }: Selector): CallToolResult {
  return addLine(result, `_select picked nothing out: ${describeTop(answer)}.`);
}

/** The request was carried out: it must not seem otherwise where it had an effect. */
function unselectedResult(message: string, about: string, { asked }: Received) {
  const isSafe = isIdempotent(asked.recipe.method);
  const next = isSafe
    ? 'Call again with another _select, or without.'
    : 'The request itself was carried out: do not send it again because of this.';
  return textResult(
    `_select could not be applied: ${message.replace(/(?<![.:])[.:]+$/, '')}${about}. ${next}`,
    isSafe,
  );
}

/** What is no JSON though the API says so: its words alone are the value, where one is promised. */
async function brokenResult(text: string, received: Received): Promise<CallToolResult> {
  const result = await plainResult(text, received);
  // It is said already, or nothing was said of JSON.
  if (received.asked.selector !== undefined || !isJson(received.contentType)) return result;
  const { promised } = received.asked;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isLines = lines.length > 0 && lines.every((line) => parseJson(line) !== undefined);
  const isPage = /^\s*<(?:!doctype )?html\b/i.test(text);
  const words = isLines ? 'Each line is a JSON value.' : isPage ? `${unparsed}\n${pageForJson}` : unparsed;
  const told = addLine(promised === undefined ? result : ensureStructuredContent(result, promised), words);
  return isLines && endsInError(lines) ? { ...addLine(told, brokenOff), isError: true } : told;
}

const brokenOff = 'The last line says that an error ended the stream: what stands before it is not all.';

/** How a gateway of gRPC ends a stream of `{"result": …}` that fails, whose status was sent long before. */
function endsInError(lines: readonly string[]): boolean {
  const last = lines.length - 1;
  const wanted = (index: number) => (index < last ? 'result' : 'error');
  return lines.every((line, index) => Object.keys(parseJson(line) ?? {}).join() === wanted(index));
}

const unparsed = 'The API declared this as JSON, but it cannot be parsed.';

async function plainResult(text: string, received: Received): Promise<CallToolResult> {
  const { result } = await showText(text, undefined, received);
  return received.asked.selector === undefined
    ? result
    : addLine(result, '_select was not applied: this is no JSON.');
}

/**
 * Shows a text, and the lines that belong to it: what is missing stands in the same block, since what is incomplete
 * must not be taken for all of it; where more is to be had stands in one of its own, beside what is complete.
 */
async function showText(text: string, json: Json | undefined, received: Received) {
  const { recipe, args, canSelect, answerTokens = usualTokens } = received.asked;
  const most = Math.min(toCharacters(answerTokens), mostShown);
  const more = await moreLine(json, received);
  if (text.length <= most) return { isCut: false, result: withLine(text, more) };
  const { truncate } = await loadTruncate();
  const cut = truncate(text, json !== undefined, most, { recipe, args, canSelect });
  return { isCut: true, result: withLine(cut.text, cut.losesPage ? undefined : more) };
}

/** The lines that say how to get what follows, where the answer says that there is more, and what it leads to. */
async function moreLine(json: Json | undefined, { headers, asked }: Received) {
  const value = () => json?.value();
  const more = (await asked.pagination?.())?.(asked, headers, value);
  const next = await (await asked.links?.())?.(asked, headers, value);
  return [more, next].filter(Boolean).join('\n') || undefined;
}

function withLine(text: string, line: string | undefined): CallToolResult {
  return line === undefined ? textResult(text) : addLine(textResult(text), line);
}

function readReceivedText({ body, contentType, asked }: Received): string {
  return redact(decodeText(body, contentType), asked.secrets);
}

/** What is too large for a message is a file. */
function isMedia(type: 'image' | 'audio', { body, mediaType }: Received): boolean {
  return tellableType(mediaType)?.startsWith(`${type}/`) === true && body.length <= mostEmbedded;
}

function mediaResult(type: 'image' | 'audio', { body, mediaType }: Received): CallToolResult {
  const data = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64');
  return { content: [{ type, data, mimeType: mediaType }] };
}
