import type { Method, Skipped } from '../model/api.js';
import type { Tool } from '../model/server.js';
import { cleanText } from './cleanText.js';
import { splitWords } from './splitWords.js';

type Annotations = Tool['annotations'];

/** `posts`: destructive or not as the operation's own words say. */
interface Effect {
  reads: boolean;
  destroys: boolean | 'posts';
  idempotent: boolean;
}

/** What each method does (RFC 9110, 9.2; draft-ietf-httpbis-safe-method-w-body for QUERY). */
const effects: Readonly<Record<string, Effect>> = {
  GET: { reads: true, destroys: false, idempotent: true },
  HEAD: { reads: true, destroys: false, idempotent: true },
  OPTIONS: { reads: true, destroys: false, idempotent: false },
  QUERY: { reads: true, destroys: false, idempotent: false },
  PUT: { reads: false, destroys: true, idempotent: true },
  DELETE: { reads: false, destroys: true, idempotent: true },
  PATCH: { reads: false, destroys: true, idempotent: false },
  POST: { reads: false, destroys: 'posts', idempotent: false },
  TRACE: { reads: false, destroys: true, idempotent: false },
} satisfies Record<Method, Effect>;

/** What a method may do that is none of them. */
const anything: Effect = { reads: false, destroys: true, idempotent: false };

/** Verbs of operations that add something or read, and take nothing away. */
const harmless = new Set(
  (
    'add append create insert invite new register upload ' +
    'calculate check compare compute count describe estimate evaluate fetch find ' +
    'get list lookup preview query read retrieve search show validate'
  ).split(' '),
);

/**
 * Hints about what a call does (MCP, ToolAnnotations): those that were chosen, else those of the method. An API that
 * answers to others is an open world. Of a GET that is said to write no more is known than of a POST.
 */
export function annotate(operation: Skipped): Annotations {
  const { method, choice } = operation;
  const { reads, destroys, idempotent } = effects[method] ?? anything;
  const readOnlyHint = choice.annotations?.readOnlyHint ?? reads;
  const isUnclear = reads || destroys === 'posts';
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint && (isUnclear ? !isHarmless(operation) : destroys === true),
    idempotentHint: idempotent,
    openWorldHint: true,
    ...choice.annotations,
  };
}

/** `Create a pet`, but not `Create or replace a pet`. */
function isHarmless({ operationId, summary }: Skipped): boolean {
  return [operationId, cleanText(summary)].some((text) => {
    const [verb = '', next = ''] = splitWords(text.slice(0, 200));
    return isVerb(verb) && next !== 'or' && next !== 'and';
  });
}

/** Also in the third person: `Creates`, `Searches`, `Queries`. */
function isVerb(word: string): boolean {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')].some((form) =>
    harmless.has(form),
  );
}
