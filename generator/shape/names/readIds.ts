import type { Operation } from '../../model/api.js';
import { foldText, splitWords } from '../../text/words.js';
import { literalsOf, trimPaths } from './namePaths.js';
import { countVerb, technical } from './vocabulary.js';

/** What of an operationId a person wrote, or code that was named by one. */
interface ReadId {
  /** Nothing where the id says no more than method and path. */
  text: string;
  /** Whether a program has put something to it that was taken off. */
  isOfProgram: boolean;
}

/** Whether an id can be a name; ids in other scripts are not transliterated. */
export function isUsable(operationId: string): boolean {
  const folded = foldText(operationId);
  return /^[\x20-\x7e]+$/.test(folded) && /[A-Za-z0-9]/.test(folded) && !isDigest(operationId);
}

/** Whether an id is a digest, a UUID or a number of 24 digits, as Azure has them, which say nothing of an operation. */
export function isDigest(id: string): boolean {
  const plain = id.replaceAll('-', '');
  return /^(?:[0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i.test(plain) && /\d/.test(plain);
}

/** What frameworks put to ids. */
const methods = 'get|put|post|delete|options|head|patch|trace';
const ofMethod = new RegExp(`^(.*[^_])_+(?:${methods})$`, 's');

/** A class and its function, as PHP writes them: `App\Http\Controllers\UserController::show`. */
const ofClass = /\\(\w+)::(\w+)$/;

/**
 * Takes off ids what path and method predict, as FastAPI (`read_user_users__id__get`), Springfox (`listUsingGET_1`)
 * and others write it, and the numbers by which equal ids are told apart (`findAll_1`, NestJS' `CatsController_list[1]`
 * and goa's `cat#list#1` for one of several paths): what follows from the rest of the operation tells a reader nothing,
 * and a number of places in the document tells less.
 */
export function readIds(operations: readonly Operation[]): ReadonlyMap<Operation, ReadId> {
  const usable = operations.filter(({ operationId }) => isUsable(operationId));
  const trim = trimPaths(operations.map(({ path }) => path));
  const cut = usable.map(cutPath);
  const isCustom = cut.filter((rest) => rest !== undefined).length * 2 >= usable.length;
  const read = usable.map((operation, index): [Operation, ReadId] => {
    const { operationId } = operation;
    const rest = cut[index];
    if (rest !== undefined && (isCustom || countVerb(splitWords(rest)) > 0))
      return [operation, { text: rest, isOfProgram: true }];
    const using = cutMethod(operation);
    if (using !== undefined) return [operation, { text: using, isOfProgram: true }];
    if (isPredicted(operation, trim)) return [operation, { text: '', isOfProgram: true }];
    const [, owner, action] = ofClass.exec(operationId) ?? [];
    if (action !== undefined) return [operation, { text: `${owner}_${action}`, isOfProgram: true }];
    return [operation, { text: operationId, isOfProgram: false }];
  });
  const known = new Set(read.map(([, { text }]) => text));
  return new Map(
    read.map(([operation, one]) => {
      const [, base = '', place] = /^(.*[^_])(?:_\d{1,3}|(\[\d{1,3}\]|#\d{1,3}))$/s.exec(one.text) ?? [];
      const isCounted = place !== undefined || (base !== '' && known.has(base));
      const text = trimWords(isCounted ? base : one.text, operation.path, trim);
      return [operation, { text, isOfProgram: one.isOfProgram || isCounted }];
    }),
  );
}

/** `read_user` of `read_user_users__user_id__get` at `/users/{user_id}`: function, path and a method. */
function cutPath({ operationId, path }: Operation): string | undefined {
  const [, before = ''] = ofMethod.exec(operationId) ?? [];
  // The end of a path may be a separator, and so many of them.
  const written = path.replaceAll(/[^\p{L}\p{N}_]/gu, '_').replace(/_+$/, '');
  if (!before.endsWith(written)) return undefined;
  const rest = before.slice(0, before.length - written.length);
  return splitWords(rest).some((word) => !technical.has(word)) ? rest : undefined;
}

/** `list` of `listUsingGET_1`, where that is the method. */
function cutMethod({ operationId, method }: Operation): string | undefined {
  const [, rest, said] = /^(.*[^_])Using([A-Z]+)(?:_\d+)?$/s.exec(operationId) ?? [];
  return said === method ? rest : undefined;
}

/** Whether an id is the words of path and method alone, as `ApiUsersByIdGet` and `getApiUsersById` are. */
function isPredicted({ operationId, method, path }: Operation, trim: (path: string) => string): boolean {
  const verb = method.toLowerCase();
  const said = splitWords(operationId).filter((word) => word !== 'by');
  // API Platform: `api_books_get_collection`.
  const words = said.at(-1) === 'collection' && said.at(-2) === verb ? said.slice(0, -1) : said;
  const way = splitWords(path).filter((word) => word !== 'by');
  const isSame = (some: readonly string[]) => some.join(' ') === way.join(' ');
  const isBehind = words.at(-1) === verb && isSame(words.slice(0, -1));
  if (!isBehind && !(words[0] === verb && isSame(words.slice(1)))) return false;
  return path.includes('{') ? isBehind || trim(path) !== path : trim(path) !== path;
}

/** The id without the words of `/api/v1` in front, or behind its verb, where its path begins so. */
function trimWords(id: string, path: string, trim: (path: string) => string): string {
  const short = trim(path);
  // Names of code in other styles have parts, which are told apart later.
  if (short === path || !/^(?:[a-z][A-Za-z0-9]*|[a-z0-9]+(?:[_-][a-z0-9]+)*)$/.test(id)) return id;
  const whole = literalsOf(path);
  const dropped = whole.slice(0, whole.length - literalsOf(short).length).flat();
  const words = splitWords(id);
  for (let count = Math.min(dropped.length, words.length - 2); count > 0; count -= 1) {
    const at = [0, countVerb(words)].find((start) =>
      dropped.slice(0, count).every((word, index) => words[start + index] === word),
    );
    if (at !== undefined) return [...words.slice(0, at), ...words.slice(at + count)].join('_');
  }
  return id;
}
