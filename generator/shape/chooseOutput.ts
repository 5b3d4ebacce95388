import type { ApiResponse, Content, Operation } from '../model/api.js';
import { kindOf } from './kindOf.js';

/** Statuses of success, those first that an answer is most likely to have (OpenAPI 3.2, Responses Object). */
const ranks = [/^200$/, /^201$/, /^2\d\d$/, /^2XX$/i, /^default$/];

/** How documents describe a `default` that is there for failures only. */
const failure = /\b(?:error|fail|unexpected|problem|invalid|wrong|denied|unauthori[sz]ed)/i;

/**
 * The JSON that an operation answers success with; undefined where there is none, or where an answer may be
 * something else as well. Another media type with the same schema is only another spelling: `Accept` asks for
 * JSON before it.
 */
export function chooseOutput({ responses }: Operation): Content | undefined {
  const succeeded = responses.filter(({ status }) => status.startsWith('2'));
  const described =
    succeeded.length > 0
      ? succeeded
      : responses.filter(({ status, description }) => status === 'default' && !failure.test(description));
  const contents = described
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .flatMap((response) => response.contents);
  const json = contents.filter(isJson);
  const isElse = contents.some((content) => !json.some(({ schema }) => schema === content.schema));
  return isElse ? undefined : json[0];
}

function rankOf({ status }: ApiResponse): number {
  const rank = ranks.findIndex((pattern) => pattern.test(status));
  return rank === -1 ? ranks.length : rank;
}

function isJson({ mediaType }: Content): boolean {
  return kindOf(mediaType) === 'json';
}
