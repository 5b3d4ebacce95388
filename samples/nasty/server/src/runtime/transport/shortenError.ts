import { echo } from '../arguments/echo.js';
import { isObject } from '../isObject.js';
import { parseJson } from '../parseJson.js';

/** Characters of a text in an error: names and headers that a caller gave are repeated in some. */
const longest = 400;

/** The error of a message, without what a caller could have put into its texts. */
export function shortenError<T>(message: T): T {
  if (!isObject(message) || !isObject(message['error'])) return message;
  return { ...message, error: shorten(message['error']) };
}

/** The same of an answer that says no. */
export async function shortenAnswer(answer: Response): Promise<Response> {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  if (answer.ok || !isJson) return answer;
  const text = await answer.text();
  const message = parseJson(text);
  const body = message === undefined ? text : JSON.stringify(shortenError(message));
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(body, { status: answer.status, headers });
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string') return echo(value, longest);
  if (Array.isArray(value)) return value.map(shorten);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member)]));
}
