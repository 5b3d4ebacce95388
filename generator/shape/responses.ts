import type { Api, ApiResponse, Content, Operation } from '../model/api.js';
import type { Report } from '../model/diagnostic.js';
import type { Tool } from '../model/server.js';
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

/** The responses of an operation, of which those that mean success are changed. */
export function mapSuccesses(
  operation: Operation,
  change: (response: ApiResponse) => ApiResponse,
): ApiResponse[] {
  const successes = new Set(listSuccesses(operation));
  return operation.responses.map((response) => (successes.has(response) ? change(response) : response));
}

/** Redirects by which an API answers (RFC 9110, 15.4): those that a range stands for, the likeliest first. */
const redirects = [302, 303, 307, 301, 308, 300];

/**
 * The redirects that an operation declares: by them it answers with an address. A `default` declares none, and 304 says
 * that there is nothing new.
 */
export function listRedirects({ responses }: Operation): { status: number; response: ApiResponse }[] {
  const found = new Map<number, ApiResponse>();
  const declared = responses.filter(({ status }) => /^3(?:\d\d|XX)$/i.test(status) && status !== '304');
  // A status of its own counts before the range.
  for (const response of declared.toSorted(
    (a, b) => Number(/x/i.test(a.status)) - Number(/x/i.test(b.status)),
  ))
    for (const status of /x/i.test(response.status) ? redirects : [Number(response.status)])
      if (!found.has(status)) found.set(status, response);
  return [...found].map(([status, response]) => ({ status, response }));
}

/** The redirects whose address is a result. */
export function planRedirects(operation: Operation): Pick<Tool['request'], 'redirects'> {
  const statuses = listRedirects(operation).map(({ status }) => status);
  return statuses.length === 0 ? {} : { redirects: statuses.toSorted((a, b) => a - b) };
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

/** Links by which a response says how the work that it speaks of is ended. */
const ending = /^(?:cancel|abort|stop|terminate)/i;

/**
 * How work is ended that was only accepted: by the operation that is said of the tool, or that a link of the response
 * leads to. What cannot be used is reported.
 */
export function planCancel(
  { choice, responses, pointer }: Operation,
  { operations }: Api,
  report: Report,
): Pick<Tool['request'], 'cancel'> {
  const links = responses
    .filter(({ status }) => status === '202')
    .flatMap((response) => response.links ?? []);
  const wanted = choice.cancel ?? links.find(({ name }) => ending.test(name))?.target;
  if (wanted === undefined) return {};
  const found = operations.find(
    ({ operationId, method, path, pointer: at }) =>
      operationId === wanted || `${method} ${path}` === wanted || at === wanted,
  );
  const fault =
    found === undefined
      ? 'names no operation of this API'
      : found.bodyRequired === true
        ? 'needs a body, which nobody gives it'
        : undefined;
  if (found !== undefined && fault === undefined)
    return { cancel: { method: found.method, path: found.path.split('?')[0] ?? '' } };
  report('odd-document', pointer, {
    what: `The operation ${JSON.stringify(wanted)}, which is to end its work, ${fault}`,
    done: 'a task of it that is cancelled goes on at the API',
  });
  return {};
}
