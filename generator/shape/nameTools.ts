import type { Api, Operation } from '../model/api.js';
import type { Config } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import { hashText } from './hashText.js';
import { joinWords } from './joinWords.js';
import { splitWords } from './splitWords.js';

/** Longest name of a tool: clients put prefixes in front, and allow 64 characters in all. */
const longest = 45;

/**
 * Names the tools: by operationId, else by method and path; unique regardless of case.
 *
 * Of several operations that want a name, the one that has it as its very operationId gets it, else the
 * first by path and method; the others fall back on method and path, then on a hash. So neither the order of
 * the document nor, as a rule, an operation that is added changes the name of another.
 */
export function nameTools({ operations }: Api, config: Config, report: Report): Map<Operation, string> {
  const names = new Map<Operation, string>();
  const taken = new Set<string>();
  for (const wish of wishes) {
    const claims = new Map<string, Operation[]>();
    for (const operation of operations) {
      if (names.has(operation)) continue;
      const name = write(wish(operation), operation, config);
      const key = name.toLowerCase();
      if (taken.has(key)) continue;
      const claimants = claims.get(key);
      if (claimants === undefined) claims.set(key, [operation]);
      else claimants.push(operation);
    }
    for (const [key, claimants] of claims) {
      const name = (operation: Operation): string => write(wish(operation), operation, config);
      const winner = claimants.find((one) => one.operationId === name(one)) ?? claimants[0];
      if (winner === undefined) continue;
      names.set(winner, name(winner));
      taken.add(key);
    }
  }
  for (const [operation, given] of names) {
    const reason = explain(operation, given, config);
    const wanted = operation.operationId;
    if (reason !== undefined) report('name-changed', operation.pointer, { wanted, given, reason });
  }
  return names;
}

/** What an operation would like to be called, best first. Only the last is sure to be free. */
const wishes: ((operation: Operation) => string[])[] = [
  wordsOf,
  wordsOfPath,
  (operation) => [...wordsOf(operation), hashText(identify(operation))],
  (operation) => [...wordsOf(operation), hashText(identify(operation), 20)],
];

function wordsOf(operation: Operation): string[] {
  return isUsable(operation.operationId) ? wordsOfId(operation) : wordsOfPath(operation);
}

/** Ids in other scripts are not transliterated. */
function isUsable(operationId: string): boolean {
  return /^[\x20-\x7e]+$/.test(operationId) && /[A-Za-z0-9]/.test(operationId);
}

/** A name begins with a letter. */
function wordsOfId({ operationId, method }: Operation): string[] {
  const words = splitWords(operationId);
  return /^[a-z]/.test(words[0] ?? '') ? words : [method.toLowerCase(), ...words];
}

/** `GET /pets/{petId}` is `get pets by pet id`. */
function wordsOfPath({ method, path }: Operation): string[] {
  const words = splitWords(path.replaceAll('{', ' by ').replaceAll('}', ' '));
  return [method.toLowerCase(), ...(words.length > 0 ? words : ['root'])];
}

function identify({ pointer, operationId }: Operation): string {
  return `${pointer} ${operationId}`;
}

function write(words: readonly string[], operation: Operation, { names }: Config): string {
  return joinWords(words, names, longest, identify(operation));
}

/** Why an operation is not called as it asked to be. */
function explain(operation: Operation, given: string, config: Config): string | undefined {
  if (operation.operationId === '') return undefined;
  if (!isUsable(operation.operationId)) return 'tool names have letters and digits of ASCII only';
  if (write(wordsOfId(operation), operation, config) !== given) return 'another operation has its name';
  const whole = joinWords(wordsOfId(operation), config.names, Number.POSITIVE_INFINITY, '');
  return whole === given ? undefined : `names have at most ${longest} characters`;
}
