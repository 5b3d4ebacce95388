import type { Method } from '../model/api.js';
import type { Report } from '../model/diagnostic.js';
import { asObject, isObject } from './asObject.js';
import { joinPointer } from './joinPointer.js';
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

/** The operations of a Path Item Object (OpenAPI 3.2, Path Item Object, `additionalOperations`). */
export function readPathItem(path: string, item: Found, report: Report): Listed[] {
  const node = asObject(item.value);
  const listed = methods.flatMap((method) => {
    const key = method.toLowerCase();
    if (isObject(node[key])) return [{ method, operation: at(item, key) }];
    if (node[key] !== undefined) {
      const reason = 'it is not an object';
      report('operation-skipped', joinPointer(item.pointer, key), { operation: `${method} ${path}`, reason });
    }
    return [];
  });
  const more = { value: node['additionalOperations'] ?? {}, pointer: `${item.pointer}/additionalOperations` };
  for (const name of Object.keys(asObject(more.value)).toSorted()) {
    const method = methods.find((known) => known === name.toUpperCase());
    if (method !== undefined) listed.push({ method, operation: at(more, name) });
    else {
      const reason = `the method ${name} cannot be sent`;
      report('operation-skipped', joinPointer(more.pointer, name), { operation: `${name} ${path}`, reason });
    }
  }
  return listed;
}

function at(parent: Found, key: string): Found {
  return { value: asObject(parent.value)[key] ?? null, pointer: joinPointer(parent.pointer, key) };
}
