import type { Operation } from '../model/api.js';
import { foldText } from './foldText.js';
import { hashText } from './hashText.js';
import { splitWords } from './splitWords.js';

/**
 * The words of the name that an operation would like, best first: those of its id, of method and path, then
 * with a hash of the operation. From the fourth turn on each is short enough never to be cut, and a new one.
 */
export function wishName(operation: Operation, turn: number): string[] {
  if (turn === 0) return wordsOf(operation);
  if (turn === 1) return wordsOfPath(operation);
  if (turn === 2) return [...wordsOf(operation), hashText(identify(operation))];
  return [operation.method.toLowerCase(), hashText(`${identify(operation)} ${turn}`, 20)];
}

/** What hashes of an operation are made of: it is the same in every order of the document. */
export function identify({ pointer, operationId }: Operation): string {
  return `${pointer} ${operationId}`;
}

/** Whether an id can be a name; ids in other scripts are not transliterated. */
export function isUsable(operationId: string): boolean {
  const folded = foldText(operationId);
  return /^[\x20-\x7e]+$/.test(folded) && /[A-Za-z0-9]/.test(folded);
}

function wordsOf(operation: Operation): string[] {
  return isUsable(operation.operationId) ? wordsOfId(operation) : wordsOfPath(operation);
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
