import { type Operation, markReserved } from '../model/api.js';
import { combineChoices } from '../model/config.js';
import { describeError } from '../model/diagnostic.js';
import { type Json, type JsonObject, joinPointer, unescapeSegment } from '../model/document.js';
import { memoizeIn } from '../text/memo.js';
import { ReadError, attempt as attemptTo } from './fault.js';
import { type OperationContext, type PathItem, readToolChoice, readOperation } from './operation.js';
import { type Listed, methods, readPathItem, readSkipped } from './pathItem.js';
import { type Found, dereference } from './resolve.js';
import { readServers } from './servers.js';
import { isObject } from '../model/document.js';
import { asObject } from './values.js';

/** Every operation that can be read, by path and method (OpenAPI 3.2, Paths Object). */
export function readPaths(context: OperationContext): Operation[] {
  const { root } = context.document;
  const paths = asObject(root['paths']);
  const ofAzure = Object.keys(asObject(root['x-ms-paths']));
  if (ofAzure.length > 0) {
    const what = `"x-ms-paths" has ${ofAzure.length} paths that are told apart by their queries`;
    const done = 'they become no tools: write them under "paths", where a path may have a query';
    context.report('odd-document', '#/x-ms-paths', { what, done });
  }
  const operations = Object.keys(paths)
    .filter((path) => !path.startsWith('x-'))
    .toSorted()
    .flatMap((path) => readOperations(path, paths[path] ?? {}, context))
    .toSorted(byPathAndMethod);
  return spellTwins(operations);
}

/** The operations, with the paths as they are written where only the patterns in these differ, as gateways of gRPC write them. */
function spellTwins(operations: readonly Operation[]): Operation[] {
  const ways = new Map<string, Set<string>>();
  for (const operation of operations)
    memoizeIn(ways, routeOf(operation), () => new Set<string>()).add(markReserved(operation));
  return operations.map((operation) => {
    if ((ways.get(routeOf(operation))?.size ?? 0) < 2) return operation;
    return { ...operation, written: unescapeSegment(operation.pointer.split('/')[2] ?? '') };
  });
}

function routeOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function byPathAndMethod(a: Operation, b: Operation): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return rankMethod(a.method) - rankMethod(b.method) || (a.method < b.method ? -1 : 1);
}

/** Methods that a path item has no field for come last. */
function rankMethod(method: string): number {
  const rank = methods.findIndex((one) => one === method);
  return rank === -1 ? methods.length : rank;
}

function readOperations(path: string, node: Json, context: OperationContext): Operation[] {
  const pointer = joinPointer('#/paths', path);
  if (!path.startsWith('/')) {
    const what = `The path ${JSON.stringify(path)} does not begin with "/"`;
    context.report('odd-document', pointer, { what, done: `it is read as ${JSON.stringify(`/${path}`)}` });
  }
  const { document, report, skip } = context;
  const pathItem = readOrSkip(
    () => followPathItem(path, node, pointer, context),
    (reason) => {
      const place = { method: '', path, pointer };
      skip(readSkipped(place, { value: node, pointer }, context.choice, report), path, reason);
    },
  );
  if (pathItem === undefined) return [];
  return readPathItem(pathItem, context).flatMap(({ method, operation }: Listed) => {
    const place = {
      method,
      path,
      pointer: `${pointer}${operation.pointer.slice(pathItem.item.pointer.length)}`,
    };
    let found = operation;
    const read = readOrSkip(
      () => {
        found = dereference(document.root, operation);
        return readOperation(method, found, pathItem, place.pointer, context);
      },
      (reason) => skip(readSkipped(place, found, pathItem.choice, report), `${method} ${path}`, reason),
    );
    return read === undefined ? [] : [read];
  });
}

/** What stands beside the reference of a path item counts too (OpenAPI 3.2, Path Item Object, `$ref`). */
function followPathItem(path: string, node: Json, pointer: string, context: OperationContext): PathItem {
  const { root, url } = context.document;
  const { $ref, ...beside } = expectObject(node, pointer);
  const target = $ref === undefined ? undefined : followItem({ $ref }, beside);
  const item: Found = {
    value: { ...(target === undefined ? {} : expectObject(target.value, target.pointer)), ...beside },
    pointer: target?.pointer ?? pointer,
  };
  return {
    path,
    item,
    parameters: context.readParameters(item),
    servers: readServers(asObject(item.value)['servers'], url),
    choice: combineChoices(context.choice, readToolChoice(item, false, context.report)),
  };

  /** Operations beside a reference that leads nowhere are still there. */
  function followItem(reference: JsonObject, others: JsonObject): Found | undefined {
    const read = () => dereference(root, { value: reference, pointer });
    if (!methods.some((method) => isObject(others[method.toLowerCase()]))) return read();
    return attemptTo(read, (reason) =>
      context.report('odd-document', pointer, {
        what: `The path ${path} cannot be read in full: ${reason}`,
        done: 'what stands beside the reference counts',
      }),
    );
  }
}

function expectObject(value: Json, pointer: string): JsonObject {
  if (isObject(value)) return value;
  throw new ReadError('it is not an object', pointer);
}

/** Skips what has a fault, and what we fail on. */
function readOrSkip<T>(read: () => T, skip: (reason: string) => void): T | undefined {
  try {
    return read();
  } catch (error) {
    skip(error instanceof ReadError ? error.message : describeError(error));
    return undefined;
  }
}
