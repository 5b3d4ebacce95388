import { compactJson, decodeText } from '../http/readJson.js';
import type { HttpResponse } from '../http/send.js';
import { isDeep, isObject, parseJson } from '../json.js';
import { isHtml, isJson, isText } from '../mediaTypes.js';
import { redact } from '../redact.js';
import { truncateText, describeTruncation } from './truncate.js';

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
  if (contentType !== '' && !isText(contentType)) return '';
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
