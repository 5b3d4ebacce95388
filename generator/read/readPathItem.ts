import type { Method } from '../model/api.js';
import type { Report } from '../model/diagnostic.js';
import { asObject, isObject } from './asObject.js';
import { joinPointer } from '../model/pointer.js';
import type { OperationContext, PathItem } from './readOperation.js';
import { readSkipped } from './readSkipped.js';
import type { Found } from './resolve.js';

/** An operation that has not been read yet. */
export interface Listed {
  method: Method;
  operation: Found;
}

/** Every method that can be sent, in the order in which the operations of a path are listed. */
export const methods: readonly Method[] = [
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
  const listed = methods.flatMap((method) => {
    const key = method.toLowerCase();
    if (isObject(node[key])) return [{ method, operation: at(item, key) }];
    if (node[key] !== undefined)
      skipMember(method, at(item, key), `${method} ${path}`, 'it is not an object');
    return [];
  });
  const more = { value: node['additionalOperations'] ?? {}, pointer: `${item.pointer}/additionalOperations` };
  for (const [name, operation] of Object.entries(asObject(more.value)).toSorted(byKey)) {
    const method = methods.find((one) => one === name.toUpperCase());
    if (method !== undefined && isObject(operation)) listed.push({ method, operation: at(more, name) });
    else {
      const reason = method === undefined ? `the method ${name} cannot be sent` : 'it is not an object';
      skipMember(name, at(more, name), `${name} ${path}`, reason);
    }
  }
  reportOdd(path, item, report, skipMember);
  return listed;
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
