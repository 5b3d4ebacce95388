import type { ApiResponse, Operation } from '../model/api.js';

/** Statuses of success, those first that an answer is most likely to have (OpenAPI 3.2, Responses Object). */
const ranks = [/^200$/, /^201$/, /^2\d\d$/, /^2XX$/i, /^default$/];

/** How documents describe a `default` that is there for failures only. */
const failure = /\b(?:error|fail|unexpected|problem|invalid|wrong|denied|unauthori[sz]ed)/i;

/** The responses that mean success, the likeliest first; `default` only where the document describes no other. */
export function listSuccesses({ responses }: Operation): ApiResponse[] {
  const succeeded = responses.filter(({ status }) => status.startsWith('2'));
  const described =
    succeeded.length > 0
      ? succeeded
      : responses.filter(({ status, description }) => status === 'default' && !failure.test(description));
  return described.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ status }: ApiResponse): number {
  const rank = ranks.findIndex((pattern) => pattern.test(status));
  return rank === -1 ? ranks.length : rank;
}
