import type { Operation } from '../model/api.js';
import { asObject } from './asObject.js';
import { Fault } from './Fault.js';
import { follow } from './follow.js';
import { joinPointer } from './joinPointer.js';
import { type OperationContext, type PathItem, readOperation } from './readOperation.js';
import { type Listed, methods, readPathItem } from './readPathItem.js';
import { readServers } from './readServers.js';
import type { Found } from './resolve.js';

/** Every operation that can be read, by path and method (OpenAPI 3.2, Paths Object). */
export function readPaths(context: OperationContext): Operation[] {
  const paths = asObject(context.document.root['paths']);
  return Object.keys(paths)
    .filter((path) => !path.startsWith('x-'))
    .toSorted()
    .flatMap((path) => readOperations(path, asObject(paths[path]), context))
    .toSorted(byPathAndMethod);
}

function byPathAndMethod(a: Operation, b: Operation): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return methods.indexOf(a.method) - methods.indexOf(b.method);
}

function readOperations(path: string, node: PathNode, context: OperationContext): Operation[] {
  const pointer = joinPointer('#/paths', path);
  const pathItem = attempt(context, path, pointer, () => followPathItem(path, node, pointer, context));
  if (pathItem === undefined) return [];
  return readPathItem(path, pathItem.item, context.report).flatMap(({ method, operation }: Listed) => {
    const at = `${pointer}${operation.pointer.slice(pathItem.item.pointer.length)}`;
    const read = attempt(context, `${method} ${path}`, at, () =>
      readOperation(method, follow(context.document.root, operation), pathItem, at, context),
    );
    return read === undefined ? [] : [read];
  });
}

type PathNode = ReturnType<typeof asObject>;

/** What stands beside the reference of a path item counts too (OpenAPI 3.2, Path Item Object, `$ref`). */
function followPathItem(
  path: string,
  { $ref, ...beside }: PathNode,
  pointer: string,
  context: OperationContext,
): PathItem {
  const { root, url } = context.document;
  const target = $ref === undefined ? undefined : follow(root, { value: { $ref }, pointer });
  const item: Found = {
    value: { ...asObject(target?.value), ...beside },
    pointer: target?.pointer ?? pointer,
  };
  return {
    path,
    item,
    parameters: context.readParameters(item),
    servers: readServers(asObject(item.value)['servers'], url),
  };
}

/** Skips what has a fault; any other error is ours. */
function attempt<T>(
  { report }: OperationContext,
  operation: string,
  pointer: string,
  read: () => T,
): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    report('operation-skipped', pointer, { operation, reason: error.message });
    return undefined;
  }
}
