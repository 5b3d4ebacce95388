import {
  type Api,
  type ApiServer,
  type ApiTag,
  type Content,
  type Operation,
  type Skipped,
  listContents,
  markReserved,
} from '../model/api.js';
import type { Report } from '../model/diagnostic.js';
import type { Document, JsonObject } from '../model/document.js';
import { lookIn } from '../schema/parts.js';
import { arrangeBodies } from './content.js';
import { type OperationContext, readToolChoice } from './operation.js';
import { readParameters } from './parameters.js';
import { readPaths } from './paths.js';
import { type Components, readSchemas } from './schemas/readSchemas.js';
import { readSchemes } from './security.js';
import { readServers } from './servers.js';
import { isObject } from '../model/document.js';
import { asArray, asObject, asText } from './values.js';

/** Reads what a document says into one vocabulary. What cannot be read costs its operation, and is reported. */
export function read(document: Document, report: Report): Api {
  const { root } = document;
  const schemas = readSchemas(document, report);
  const schemes = readSchemes(root, report);
  const skipped: Skipped[] = [];
  const skip: OperationContext['skip'] = (operation, name, reason) => {
    report('operation-skipped', operation.pointer, { operation: name, reason });
    skipped.push(operation);
  };
  const context: OperationContext = {
    document,
    report,
    schemas,
    schemes,
    readParameters: readParameters({ document, report, schemas }),
    missScheme: reportOnce(root, report),
    skip,
    choice: readToolChoice({ value: root, pointer: '#' }, false, report),
  };
  const listed = readPaths(context);
  const components = schemas.finish();
  const whole = listed
    .filter((operation) => isWhole(operation, components, skip))
    .map(withReadableResponses(components, report));
  const reached = components.reachedFrom(whole.flatMap(schemasOf));
  const operations = whole.map((operation) => arrangeBodies(operation, lookIn(reached)));
  const info = asObject(root['info']);
  const logo = asText(asObject(info['x-logo'])['url'] ?? info['x-logo']).trim();
  return {
    title: asText(info['title']).trim(),
    version: asText(info['version']).trim(),
    description: asText(info['description']) || asText(info['summary']),
    ...(logo === '' ? {} : { logo }),
    servers: readRootServers(document),
    schemes,
    tags: readTags(root),
    operations,
    leftOut: [],
    skipped,
    paths: listPaths(operations, skipped),
    components: reached,
    pointers: Object.fromEntries(Object.keys(reached).map((name) => [name, components.pointerOf(name)])),
  };
}

function listPaths(operations: readonly Operation[], skipped: readonly Skipped[]): string[] {
  return [...new Set([...operations.map(markReserved), ...skipped.map(({ path }) => path)])];
}

/** Undefined schemes are often asked for by every operation. */
function reportOnce(root: JsonObject, report: Report): (scheme: string) => void {
  const defined = asObject(asObject(root['components'])['securitySchemes']);
  const reported = new Set(Object.keys(defined));
  return (name) => {
    if (!reported.has(name)) report('scheme-undefined', '#/components/securitySchemes', { name });
    reported.add(name);
  };
}

/** Whether all that a request is made of can be read. */
function isWhole(operation: Operation, { faultOf }: Components, skip: OperationContext['skip']): boolean {
  const { method, path, parameters, bodies } = operation;
  const fault = [...parameters, ...bodies]
    .map(({ schema }) => faultOf(schema))
    .find((found) => found !== undefined);
  if (fault === undefined) return true;
  skip(operation, `${method} ${path}`, fault.message);
  return false;
}

/** Takes any answer where the description of an answer cannot be read. */
function withReadableResponses({ faultOf }: Components, report: Report): (operation: Operation) => Operation {
  const reported = new Set<unknown>();
  const loosen = (content: Content): Content => {
    const fault = faultOf(content.schema);
    if (fault === undefined) return content;
    if (!reported.has(fault)) {
      const what = `A response cannot be read: ${fault.message}`;
      report('schema-relaxed', fault.pointer, { what, done: 'any response is accepted' });
    }
    reported.add(fault);
    return { ...content, schema: {} };
  };
  return (operation) => ({
    ...operation,
    responses: operation.responses.map((response) => ({
      ...response,
      contents: response.contents.map(loosen),
      ...(response.location && { location: loosen(response.location) }),
    })),
  });
}

function schemasOf({ parameters, bodies, responses }: Operation) {
  return [...parameters, ...bodies, ...responses.flatMap(listContents)].map(({ schema }) => schema);
}

/** OpenAPI 3.2, OpenAPI Object: without servers, the default is `/`. */
function readRootServers({ root, url }: Document): ApiServer[] {
  const servers = readServers(root['servers'], url);
  if (servers.length > 0) return servers;
  const [implied] = readServers([{ url: '/' }], url);
  return implied === undefined ? [] : [{ ...implied, isImplied: true }];
}

function readTags(root: JsonObject): ApiTag[] {
  return asArray(root['tags'])
    .filter(isObject)
    .map(({ name, description, summary }) => ({
      name: asText(name),
      description: asText(description) || asText(summary),
    }))
    .filter(({ name }) => name !== '');
}
