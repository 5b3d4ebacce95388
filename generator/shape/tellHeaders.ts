import type { Api, Operation } from '../model/api.js';
import type { Tool } from '../model/server.js';
import { listSuccesses } from './responses.js';

/** Headers of one response that are told, at most; the first that the document declares. */
const mostTold = 8;

/** A name as HTTP has it (RFC 9110, 5.1), of a length that is worth its tokens. */
const legal = /^[\w!#$%&'*+.^`|~-]{1,64}$/;

/**
 * Headers that say something of the connection, of caches, of browsers or of a message as such (RFC 9110), or that the
 * server goes by itself: waiting, pages, the names of files.
 */
const technical = new RegExp(
  `^(?:${[
    'accept-.*|access-control-.*|age|allow|alt-svc|cache-control|cf-.*|connection|cross-origin-.*|date|expires',
    'content-(?:digest|disposition|encoding|language|length|md5|security-policy.*|transfer-encoding|type)',
    'digest|keep-alive|link|nel|p3p|permissions-policy|pragma|referrer-policy|report-to|repr-digest|retry-after',
    'server|server-timing|set-cookie2?|strict-transport-security|timing-allow-origin|trailer|transfer-encoding',
    'upgrade|vary|via|warning|www-authenticate|x-cache.*|x-content-type-options|x-frame-options|x-powered-by',
    'x-response-time|x-runtime|x-served-by|x-xss-protection',
  ].join('|')})$`,
);

/** Headers of gateways: how much may be asked for, how a request is traced, which version of the API answers. */
const operational =
  /rate-?limit|quota|throttl|request-?id|correlation|(?:^|-)(?:trace|span|b3|debug|deprecation|deprecated|sunset)|(?:^|-)api-?version|^traceparent|^tracestate/;

/** Headers that tell one state of a resource from another, and those of requests that take them (RFC 9110, 13.1). */
const validators: Readonly<Record<string, readonly string[]>> = {
  etag: ['if-match', 'if-none-match'],
  'last-modified': ['if-unmodified-since', 'if-modified-since'],
};

/**
 * Decides which headers of its successful responses a tool tells: those that the operation declares and that are of use
 * to a model, and `ETag` and `Last-Modified` where an operation takes them. `Location` of what was created needs no
 * telling here: that of 201 and 202 is shown whatever is declared.
 *
 * @returns what belongs into the recipe of an operation
 */
export function tellHeaders(api: Api): (operation: Operation) => Pick<Tool['request'], 'tells'> {
  const declared = new Map(api.operations.map((operation) => [operation, declaredBy(operation)]));
  const shared = findShared(declared);
  const taken = new Set(
    api.operations.flatMap(({ path, parameters }) =>
      parameters.flatMap(({ name, in: place }) => {
        const lower = name.toLowerCase();
        return place === 'header' ? [lower, `${lower} ${path}`] : [];
      }),
    ),
  );
  const isTaken = (validator: string, where = ''): boolean =>
    (validators[validator] ?? []).some((name) => taken.has(name + where));
  return (operation) => {
    const own = declared.get(operation) ?? new Map<string, string>();
    const tokens = Object.keys(validators).filter((name) =>
      own.has(name) ? isTaken(name) : isTaken(name, ` ${operation.path}`),
    );
    const names = [...own].flatMap(([name, spelt]) =>
      Object.hasOwn(validators, name) || shared.has(name) || technical.test(name) || operational.test(name)
        ? []
        : spelt,
    );
    const tells = [...tokens.map((name) => own.get(name) ?? spellings[name] ?? name), ...names];
    return tells.length === 0 ? {} : { tells: tells.slice(0, mostTold) };
  };
}

const spellings: Readonly<Record<string, string>> = { etag: 'ETag', 'last-modified': 'Last-Modified' };

/** The headers of its successful responses, as the document spells them, by their names in lower case. */
function declaredBy(operation: Operation): Map<string, string> {
  const names = listSuccesses(operation).flatMap(({ status, headers = [] }) =>
    headers.filter((name) => !(/^20[12]$/.test(status) && name.toLowerCase() === 'location')),
  );
  return new Map(
    names.filter((name) => legal.test(name)).map((name): [string, string] => [name.toLowerCase(), name]),
  );
}

/** What more than half of all operations declare, some of each of several methods, is said of the API and not of what was asked for. */
function findShared(declared: ReadonlyMap<Operation, ReadonlyMap<string, string>>): Set<string> {
  const operations = [...declared];
  const methods = new Set(operations.map(([{ method }]) => method));
  if (methods.size < 2) return new Set();
  const users = new Map<string, Operation[]>();
  for (const [operation, names] of operations)
    for (const name of names.keys()) {
      const some = users.get(name);
      if (some === undefined) users.set(name, [operation]);
      else some.push(operation);
    }
  return new Set(
    [...users]
      .filter(
        ([, some]) =>
          some.length > operations.length / 2 &&
          new Set(some.map(({ method }) => method)).size === methods.size,
      )
      .map(([name]) => name),
  );
}
