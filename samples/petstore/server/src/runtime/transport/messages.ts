import type { RequestId } from '@modelcontextprotocol/server';
import { isObject } from '../json.js';
import { echo } from '../text.js';

/** The id under which a message is to be answered, whatever else is wrong with it. */
export function idOf(message: unknown): RequestId | null {
  const id = isObject(message) ? message['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/**
 * Why a call is refused before the SDK sees it, if it is: of arguments that are no object, it would tell in the words of
 * its own schemas, and it takes `__proto__` out before a handler sees it.
 */
export function refuseCall(message: unknown): string | undefined {
  const { method, params } = isObject(message) ? message : {};
  const args = isObject(params) ? params['arguments'] : undefined;
  if (isObject(args) && Object.hasOwn(args, '__proto__'))
    return `Invalid params: "__proto__" is not allowed as the name of an argument; ${unsent}`;
  if (method !== 'tools/call' || args === undefined || isObject(args)) return undefined;
  const given = Array.isArray(args) ? 'a list' : JSON.stringify(args);
  return `Invalid params: arguments must be an object, with each argument by its name, and not ${echo(given, longest)}; ${unsent}`;
}

const unsent = 'nothing was sent to the API';

/** Characters of a text in an error: names and headers that a caller gave are repeated in some. */
const longest = 400;

/** The error of a message, without what a caller could have put into its texts. */
export function clipError<T>(message: T): T {
  if (!isObject(message) || !isObject(message['error'])) return message;
  return { ...message, error: clipTexts(message['error']) };
}

function clipTexts(value: unknown): unknown {
  if (typeof value === 'string') return echo(value, longest);
  if (Array.isArray(value)) return value.map(clipTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, clipTexts(member)]));
}

/** Whether a message, or one of a batch, asks to be told how it goes (MCP, Progress). */
export function asksForProgress(body: unknown): boolean {
  if (Array.isArray(body)) return body.some(asksForProgress);
  const params = isObject(body) ? body['params'] : undefined;
  const meta = isObject(params) ? params['_meta'] : undefined;
  return isObject(meta) && meta['progressToken'] !== undefined;
}
