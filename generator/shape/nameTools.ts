import type { Api, Operation } from '../model/api.js';
import type { Config } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import { foldText } from './foldText.js';
import { hashText } from './hashText.js';
import { joinWords } from './joinWords.js';
import { splitWords } from './splitWords.js';

/** Longest name of a tool: clients put prefixes in front, and allow 64 characters in all. */
const longest = 45;

/**
 * Names the tools: by operationId, else by method and path; unique regardless of case.
 *
 * A name that several operations want goes to the only one that has it as its very operationId, else to none;
 * the others fall back on method and path, then on a hash. So the order of the document changes no name, and
 * an operation that is added may cost another its name, which is reported, but does not get that name for
 * being listed first.
 */
export function nameTools({ operations }: Api, config: Config, report: Report): Map<Operation, string> {
  const names = new Map<Operation, string>();
  const taken = new Set<string>();
  for (const wish of wishes) {
    const claims = new Map<string, Claim[]>();
    for (const operation of operations) {
      if (names.has(operation)) continue;
      const name = write(wish(operation), operation, config);
      const key = name.toLowerCase();
      if (taken.has(key)) continue;
      const claimants = claims.get(key);
      if (claimants === undefined) claims.set(key, [{ operation, name }]);
      else claimants.push({ operation, name });
    }
    for (const [key, claimants] of claims) {
      const exact = claimants.filter(({ operation, name }) => operation.operationId === name);
      const [winner, ...others] = exact.length === 0 ? claimants : exact;
      if (winner !== undefined && others.length === 0) names.set(winner.operation, winner.name);
      taken.add(key);
    }
  }
  for (const [operation, given] of names) explain(operation, given, config, report);
  return names;
}

/** An operation that wants a name. */
interface Claim {
  operation: Operation;
  name: string;
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
  const folded = foldText(operationId);
  return /^[\x20-\x7e]+$/.test(folded) && /[A-Za-z0-9]/.test(folded);
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

/** Says why an operation is not called as it asked to be. */
function explain(operation: Operation, given: string, config: Config, report: Report): void {
  const { operationId: wanted, pointer } = operation;
  const usable = isUsable(wanted);
  const name = write(wordsOf(operation), operation, config);
  if (name !== given) {
    const what = usable ? `The operationId ${JSON.stringify(wanted)}` : `The name "${name}"`;
    report('name-shared', pointer, { what, given });
  } else if (wanted !== '' && !usable) {
    const reason = 'tool names have letters and digits of ASCII only';
    report('name-changed', pointer, { wanted, given, reason });
  } else if (usable && joinWords(wordsOf(operation), config.names, Number.POSITIVE_INFINITY, '') !== given) {
    report('name-changed', pointer, { wanted, given, reason: `names have at most ${longest} characters` });
  }
}
