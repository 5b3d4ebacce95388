import type { Api, Operation } from '../../model/api.js';
import type { Adjustments, Config } from '../../model/config.js';
import { InputError, type Report } from '../../model/diagnostic.js';
import { joinPointer } from '../../model/document.js';
import { isIdempotent } from '../../model/requests.js';
import { operationKey } from '../names/legal.js';
import { findPlace } from '../select/choices.js';
import { type Subject, matchRules, uniteMatches } from '../select/rules.js';

/** What can be said of one tool, or of those that rules match. */
const members = Object.keys({
  timeoutMs: true,
  retries: true,
  concurrency: true,
  fields: true,
  unwrap: true,
  requests: true,
} satisfies Record<keyof Adjustments, true>) as (keyof Adjustments)[];

/**
 * The API with what `adjust` says of operations among the choices of each, unless something is said of it alone, and where
 * each choice was made. A request that might do harm twice is never sent again: what asks for it has no effect, and is reported.
 *
 * @throws InputError where retries are asked for such an operation alone.
 */
export function adjustOperations(
  api: Api,
  subjects: readonly Subject[],
  { adjust, tools }: Pick<Config, 'adjust' | 'tools'>,
  report: Report,
): Api {
  const ruled = adjust.map(({ for: rules, ...said }, index) => ({
    said,
    place: joinPointer('config#/adjust', index),
    operations: rules && uniteMatches(matchRules(rules, `adjust.${index}.for`, subjects, report)),
  }));
  const idle = new Map<string, Operation[]>();
  const operations = api.operations.map((operation) => {
    const choice = { ...operation.choice };
    const adjustedAt: Operation['adjustedAt'] = {};
    for (const member of members) {
      if (choice[member] !== undefined) {
        adjustedAt[member] = findPlace(tools, operation, member) ?? 'config#/tools';
        continue;
      }
      const entry = ruled.find(
        ({ said, operations: matched }) =>
          said[member] !== undefined && (matched === undefined || matched.has(operation)),
      );
      if (entry === undefined) continue;
      Object.assign(choice, { [member]: entry.said[member] });
      adjustedAt[member] = joinPointer(entry.place, member);
    }
    if (Object.keys(adjustedAt).length === 0) return operation;
    if (choice.retries !== undefined && choice.retries > 0 && !mayBeRepeated(operation)) {
      const place = adjustedAt.retries ?? '';
      if (!isOfRule(place)) throw unrepeatable(operation, place);
      idle.set(place, [...(idle.get(place) ?? []), operation]);
      delete choice.retries;
    }
    return { ...operation, choice, adjustedAt };
  });
  for (const [place, left] of idle)
    report('retries-ignored', place, {
      operations: left.slice(0, 3).map(operationKey).join(', '),
      more: left.length > 3 ? ` and ${left.length - 3} more` : '',
    });
  return { ...api, operations };
}

/** Whether a choice was made for all operations that rules match, together. */
export function isOfRule(place = ''): boolean {
  return place.startsWith('config#/adjust/');
}

/** Whether a request may be sent again: its method says so, or it can have a key by which the API knows it again. */
function mayBeRepeated({ method, parameters }: Operation): boolean {
  return (
    isIdempotent(method) ||
    parameters.some(({ name, in: place }) => place === 'header' && name.toLowerCase() === 'idempotency-key')
  );
}

function unrepeatable(operation: Operation, place: string): InputError {
  return new InputError(
    `${operationKey(operation)} cannot be retried: sent twice, it may take effect twice, and it has no parameter Idempotency-Key.`,
    'Leave retries out, or declare the header Idempotency-Key in the document, by an overlay, if the API knows it.',
    undefined,
    place,
  );
}
