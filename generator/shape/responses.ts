import type { ApiResponse, Content, Operation } from '../model/api.js';
import { isPage, kindOf } from '../schema/mediaTypes.js';

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
  return described.toSorted((a, b) => rankResponse(a) - rankResponse(b));
}

function rankResponse({ status }: ApiResponse): number {
  const rank = ranks.findIndex((pattern) => pattern.test(status));
  return rank === -1 ? ranks.length : rank;
}

/**
 * The JSON that an operation answers success with; undefined where there is none, or where an answer may be
 * something else as well, but for a page. Another media type with the same schema is only another spelling: `Accept` asks for
 * JSON before it.
 */
export function chooseOutput(operation: Operation): Content | undefined {
  const contents = listSuccesses(operation).flatMap((response) => response.contents);
  const json = contents.filter(isJson);
  const others = contents.filter(({ mediaType }) => !isPage(mediaType));
  const isElse = others.some((content) => !json.some(({ schema }) => schema === content.schema));
  return isElse ? undefined : json[0];
}

function isJson({ mediaType }: Content): boolean {
  return kindOf(mediaType) === 'json';
}

/** Headers that say where the result of work that was only accepted is to be asked for, in lower case. */
const monitors = new Set(['location', 'operation-location', 'azure-asyncoperation']);

/**
 * Whether what was only accepted (RFC 9110, 202) is asked for until its result is there: as is said of the tool, else
 * where the document says that the answer names an address, or calls the operation long-running.
 */
export function isPolled({ choice, responses, extensions }: Operation): boolean {
  if (choice.poll !== undefined) return choice.poll;
  return (
    extensions['x-ms-long-running-operation'] === true ||
    responses.some(
      ({ status, headers = [] }) =>
        status === '202' && headers.some((name) => monitors.has(name.toLowerCase())),
    )
  );
}
