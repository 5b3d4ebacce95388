import type { Api, Content, Operation, Skipped } from '../../model/api.js';
import { type Config, type ToolChoice, combineChoices } from '../../model/config.js';
import { InputError, type Report } from '../../model/diagnostic.js';
import { joinPointer } from '../../model/document.js';
import type { NameLock } from '../../model/names.js';
import { bareType } from '../../schema/mediaTypes.js';
import { nearest } from '../../text/nearest.js';
import { candidateName } from '../names/candidates.js';
import { operationKey } from '../names/legal.js';
import { listSuccesses, mapSuccesses } from '../responses.js';

/**
 * What the configuration says of single operations. Where it names one both by its operationId and as
 * `GET /pets/{petId}`, the latter counts; an operationId may be that of several. One that an operation had when it was given
 * its name is that of it still.
 *
 * @param given - the names of earlier runs
 * @throws InputError where several operations are to have one name, or one is to send what it does not declare.
 */
export function findChoices(
  api: Pick<Api, 'operations' | 'skipped' | 'leftOut'>,
  { tools }: Pick<Config, 'tools'>,
  report: Report,
  given: NameLock['given'] = {},
): Map<Skipped, ToolChoice> {
  const operations: readonly Skipped[] = [...api.operations, ...api.skipped];
  const isSkipped = new Set<Skipped>(api.skipped);
  const choices = new Map<Skipped, ToolChoice>();
  for (const [key, choice] of inOrder(tools)) {
    const wanted = toMark(key);
    const found = operations.filter((operation) => markOf(operation, key) === wanted);
    const named = found.filter((operation) => !isSkipped.has(operation));
    if (named.length > 1 && choice.name !== undefined) throw shared(key, choice.name, named);
    const { mediaType } = choice;
    const unfit = api.operations.find(
      (operation) =>
        mediaType !== undefined && named.includes(operation) && !hasMediaType(operation, mediaType),
    );
    if (unfit !== undefined) throw undeclared(key, mediaType ?? '', unfit);
    const followed = found.length > 0 ? undefined : findFormer(key, given, operations);
    if (followed !== undefined) {
      found.push(followed);
      const { operationId } = followed;
      const called = operationKey(followed);
      report('choice-followed', joinPointer('config#/tools', key), {
        key,
        called,
        now: operationId || called,
      });
    }
    if (found.length === 0) {
      const meant =
        nearest(wanted, [...new Set(operations.map((operation) => markOf(operation, key)))]) ??
        findByToolName(wanted, api);
      report('nothing-matched', joinPointer('config#/tools', key), {
        what: `${JSON.stringify(key)} under tools`,
        hint: meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`,
      });
    }
    for (const operation of found)
      choices.set(operation, combineChoices(choices.get(operation) ?? {}, choice));
  }
  return choices;
}

/** The operations that a key means: an operationId, or a method and a path. */
export function findByKey<T extends Skipped>(operations: readonly T[], key: string): T[] {
  return operations.filter((operation) => markOf(operation, key) === toMark(key));
}

/** What a key was most likely meant to be that means no operation. */
export function guessKey(operations: readonly Skipped[], key: string): string | undefined {
  const marks = operations.map((operation) => markOf(operation, key)).filter((mark) => mark !== '');
  return nearest(toMark(key), [...new Set(marks)]);
}

/** The operation that had this operationId when it was given its name. */
function findFormer(
  key: string,
  given: NameLock['given'],
  operations: readonly Skipped[],
): Skipped | undefined {
  const holders = Object.entries(given).filter(
    ([, { operationId, chosenAs = operationId }]) => chosenAs === key,
  );
  const [holder] = holders;
  if (holder === undefined || holders.length > 1) return undefined;
  const [place, { operationId }] = holder;
  return (
    operations.find((operation) => operationKey(operation) === place) ??
    operations.find(
      (one) =>
        one.operationId !== '' && one.operationId === operationId && place.startsWith(`${one.method} `),
    )
  );
}

/** What is said of an operation by its path comes last, and counts. */
function inOrder(tools: Config['tools']): [string, ToolChoice][] {
  return Object.entries(tools).toSorted(([a], [b]) => Number(isPath(a)) - Number(isPath(b)));
}

/** Where the user has chosen something of the tool of an operation, such as its name, if they have. */
export function findPlace(
  tools: Config['tools'],
  operation: Skipped,
  member: keyof ToolChoice,
): string | undefined {
  const own = inOrder(tools).findLast(
    ([key, choice]) => choice[member] !== undefined && markOf(operation, key) === toMark(key),
  );
  return own && joinPointer('config#/tools', own[0], member);
}

/** The operation without an operationId whose tool would have nearly that name. */
function findByToolName(wanted: string, api: Pick<Api, 'operations' | 'leftOut'>): string | undefined {
  const wishesOf = candidateName(api);
  const unnamed = api.operations.filter(({ operationId }) => operationId === '');
  const keys = new Map(unnamed.map((one) => [wishesOf(one).wishes[0]?.join('_') ?? '', operationKey(one)]));
  return keys.get(nearest(wanted, [...keys.keys()]) ?? '');
}

/** Whether it names a method and a path, not an operationId. */
function isPath(key: string): boolean {
  return /^[a-z]+\s+\//i.test(key);
}

function toMark(key: string): string {
  return isPath(key) ? key.replace(/^\S+\s+/, (method) => `${method.trim().toUpperCase()} `) : key;
}

/** By its path, an operation is found as it is written, and as it is read. */
function markOf(operation: Skipped, key: string): string {
  if (!isPath(key)) return operation.operationId;
  const { written: _, ...read } = operation;
  const mark = operationKey(read);
  return mark === toMark(key) ? mark : operationKey(operation);
}

function shared(key: string, name: string, operations: readonly Skipped[]): InputError {
  const [first = '', second = ''] = operations.map(operationKey);
  return new InputError(
    `The name "${name}" is chosen for several operations: ${JSON.stringify(key)} under tools is the operationId of both ${first} and ${second}.`,
    `Name one of them, as ${JSON.stringify(first)}.`,
    undefined,
    joinPointer('config#/tools', key, 'name'),
  );
}

function undeclared(key: string, mediaType: string, operation: Operation): InputError {
  const isSent = operation.bodies.length > 0;
  const contents = isSent ? operation.bodies : listAnswers(operation);
  const declared = [...new Set(contents.map((content) => content.mediaType))];
  const meant = nearest(mediaType, declared);
  return new InputError(
    `${isSent ? 'The body' : 'No response'} of ${operationKey(operation)} ${isSent ? 'cannot be sent as' : 'is declared as'} ${JSON.stringify(mediaType)}${meant === undefined ? '.' : `; did you mean ${JSON.stringify(meant)}?`}`,
    declared.length === 0
      ? 'It has no body, and the document declares no media type of its responses.'
      : `The document declares ${declared.join(', ')}.`,
    undefined,
    joinPointer('config#/tools', key, 'mediaType'),
  );
}

/** The body of a media type, whatever its case; of several that differ in parameters, the one with the same. */
function findContent(contents: readonly Content[], wanted: string): Content | undefined {
  const same = (write: (mediaType: string) => string) =>
    contents.find(({ mediaType }) => write(mediaType) === write(wanted));
  return same(writeWhole) ?? same(bareType);
}

function listAnswers(operation: Operation): Content[] {
  return listSuccesses(operation).flatMap(({ contents }) => contents);
}

/** Whether a body, or of an operation without one some answer of success, is declared in a media type. */
function hasMediaType(operation: Operation, wanted: string): boolean {
  const { bodies } = operation;
  return findContent(bodies.length > 0 ? bodies : listAnswers(operation), wanted) !== undefined;
}

function writeWhole(mediaType: string): string {
  return mediaType.toLowerCase().replaceAll(/\s/g, '');
}

/**
 * The operation with the body of the media type that is chosen for it before all others; without a body, with the answers
 * of that media type alone, where a response has one. The user's choice is one of those that are declared.
 */
export function chooseMediaType(operation: Operation, report: Report): Operation {
  const { bodies, choice, pointer } = operation;
  const { mediaType } = choice;
  if (mediaType === undefined) return operation;
  const chosen = findContent(bodies, mediaType);
  if (chosen !== undefined)
    return { ...operation, bodies: [chosen, ...bodies.filter((body) => body !== chosen)] };
  if (hasMediaType(operation, mediaType)) {
    const responses = mapSuccesses(operation, (response) => {
      const content = findContent(response.contents, mediaType);
      return content === undefined ? response : { ...response, contents: [content] };
    });
    return { ...operation, responses };
  }
  report('odd-document', joinPointer(pointer, 'x-mcp', 'mediaType'), {
    what: `${bodies.length > 0 ? 'The body' : 'No response'} of ${operationKey(operation)} is ${bodies.length > 0 ? 'not ' : ''}declared as ${JSON.stringify(mediaType)}`,
    done: 'the choice is ignored',
  });
  return operation;
}
