import type { FixedMethod, Method, Skipped } from '../model/api.js';
import { type ToolChoice, combineChoices } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import { joinPointer } from '../model/document.js';
import { type OperationContext, type PathItem, readToolChoice, readScopes } from './operation.js';
import type { Found } from './resolve.js';
import { isObject } from '../model/document.js';
import { asArray, asObject, asText } from './values.js';

/** An operation that has not been read yet. */
export interface Listed {
  method: Method;
  operation: Found;
}

/** The methods that a path item has a field for, in the order in which the operations of a path are listed. */
export const methods: readonly FixedMethod[] = [
  ...(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'QUERY'] as const),
];

/** The members of a path item that hold no operation. */
const others = new Set(['$ref', 'summary', 'description', 'servers', 'parameters', 'additionalOperations']);

const known: ReadonlySet<string> = new Set(methods.map((method) => method.toLowerCase()));

/** The operations of a Path Item Object (OpenAPI 3.2, Path Item Object, `additionalOperations`). */
export function readPathItem({ path, item, choice }: PathItem, { report, skip }: OperationContext): Listed[] {
  const node = asObject(item.value);
  const skipMember = (method: string, operation: Found, name: string, reason: string): void =>
    skip(readSkipped({ method, path, pointer: operation.pointer }, operation, choice, report), name, reason);
  const listed = methods.flatMap((method): Listed[] => {
    const key = method.toLowerCase();
    if (isObject(node[key])) return [{ method, operation: at(item, key) }];
    if (node[key] !== undefined)
      skipMember(method, at(item, key), `${method} ${path}`, 'it is not an object');
    return [];
  });
  const more = { value: node['additionalOperations'] ?? {}, pointer: `${item.pointer}/additionalOperations` };
  const taken = new Set<string>(listed.map(({ method }) => method));
  for (const [name, operation] of Object.entries(asObject(more.value)).toSorted(byKey)) {
    const method = name.toUpperCase() as Uppercase<string>;
    const reason = isObject(operation) ? whyNotSent(name, taken) : 'it is not an object';
    if (reason !== undefined) {
      skipMember(name, at(more, name), `${name} ${path}`, reason);
      continue;
    }
    reportMethod(name, at(more, name).pointer, report);
    taken.add(method);
    listed.push({ method, operation: at(more, name) });
  }
  reportOdd(path, item, report, skipMember);
  return listed;
}

/** Methods that are no requests to a resource, or that clients refuse to send (Fetch, forbidden method). */
const unsendable = new Set(['CONNECT', 'TRACK']);
/** RFC 9110, section 5.6.2: a token. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** Why a method of `additionalOperations` cannot be sent; undefined where it can. */
function whyNotSent(name: string, taken: ReadonlySet<string>): string | undefined {
  const method = name.toUpperCase();
  if (!token.test(name) || unsendable.has(method)) return `the method ${name} cannot be sent`;
  return taken.has(method) ? `its path has the method ${method} already` : undefined;
}

/** OpenAPI 3.2: a method is written as it is sent, and one that has a field of its own stands there. */
function reportMethod(name: string, pointer: string, report: Report): void {
  const method = name.toUpperCase();
  const what = `The method ${JSON.stringify(name)} under additionalOperations`;
  if (known.has(name.toLowerCase())) {
    const field = JSON.stringify(name.toLowerCase());
    report('odd-document', pointer, { what: `${what} has the field ${field}`, done: 'it is read as that' });
  } else if (name !== method) {
    report('odd-document', pointer, {
      what: `${what} is not in capital letters`,
      done: `it is sent as ${method}`,
    });
  }
}

/** Tells of every member that no reader looks at, so that no operation gets lost unseen. */
function reportOdd(
  path: string,
  item: Found,
  report: Report,
  skip: (method: string, operation: Found, name: string, reason: string) => void,
): void {
  for (const [key, member] of Object.entries(asObject(item.value)).toSorted(byKey)) {
    const isOdd = key === 'additionalOperations' && !isObject(member);
    if (key === 'x-amazon-apigateway-any-method') {
      const what = `${JSON.stringify(key)} of the path ${JSON.stringify(path)} is an operation of any method`;
      report('odd-document', joinPointer(item.pointer, key), {
        what,
        done: 'it becomes no tool: write it under the methods that are to be offered',
      });
    }
    if (!isOdd && (others.has(key) || known.has(key) || key.startsWith('x-'))) continue;
    if (known.has(key.toLowerCase())) {
      skip(key.toUpperCase(), at(item, key), `${key} ${path}`, `${JSON.stringify(key)} is not in lower case`);
      continue;
    }
    const what = isOdd ? 'is not an object' : 'is no member of a path item';
    report('odd-document', joinPointer(item.pointer, key), {
      what: `${JSON.stringify(key)} of the path ${JSON.stringify(path)} ${what}`,
      done: 'it is ignored',
    });
  }
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

function at(parent: Found, key: string): Found {
  return { value: asObject(parent.value)[key] ?? null, pointer: joinPointer(parent.pointer, key) };
}

/** What rules and choices look at of an operation that cannot be read; `outer` is what is said of all of its path. */
export function readSkipped(
  { method, path, pointer }: Pick<Skipped, 'method' | 'path' | 'pointer'>,
  operation: Found,
  outer: ToolChoice,
  report: Report,
): Skipped {
  const node = asObject(operation.value);
  const literal = path.replace(/#.*$/s, '');
  return {
    operationId: asText(node['operationId']),
    tags: [...asArray(node['tags']).map(asText).filter(Boolean), ...readScopes(operation)],
    summary: asText(node['summary']),
    deprecated: node['deprecated'] === true,
    method,
    path: literal.startsWith('/') ? literal : `/${literal}`,
    choice: combineChoices(outer, readToolChoice(operation, method !== '', report)),
    pointer,
  };
}
