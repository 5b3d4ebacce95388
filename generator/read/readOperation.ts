import type { ApiParameter, ApiScheme, ApiServer, Method, Operation, Skipped } from '../model/api.js';
import { combineChoices } from '../model/combineChoices.js';
import type { ToolChoice } from '../model/config.js';
import type { JsonObject } from '../model/document.js';
import { asArray, asObject, asText } from './asObject.js';
import type { Context } from './context.js';
import { override, type ParameterReader } from './readParameters.js';
import { readBody } from './readBody.js';
import { readChoice, readScopes } from './readChoice.js';
import { readDescription } from './readDescription.js';
import { readPath } from './readPath.js';
import { readResponses } from './readResponses.js';
import { readSecurity } from './readSecurity.js';
import { readServers } from './readServers.js';
import type { Found } from './resolve.js';

/** A path item as its operations inherit it. */
export interface PathItem {
  /** As the document writes it. */
  path: string;
  item: Found;
  parameters: readonly ApiParameter[];
  servers: ApiServer[];
  choice: ToolChoice;
}

/** What operations need of the document, beside themselves. */
export interface OperationContext extends Context {
  schemes: Record<string, ApiScheme>;
  readParameters: ParameterReader;
  missScheme: (scheme: string) => void;
  /** Takes note of an operation that cannot be read; `name` is what it is called in a sentence. */
  skip: (operation: Skipped, name: string, reason: string) => void;
  /** What the document says of all of its tools. */
  choice: ToolChoice;
}

/** One Operation Object (OpenAPI 3.2, Operation Object); `pointer` is where the paths list it. */
export function readOperation(
  method: Method,
  operation: Found,
  pathItem: PathItem,
  pointer: string,
  context: OperationContext,
): Operation {
  const { document, schemes, report } = context;
  const node = asObject(operation.value);
  const item = asObject(pathItem.item.value);
  const security = readSecurity(node['security'] ?? document.root['security'], schemes, context.missScheme);
  const declared = override(pathItem.parameters, context.readParameters(operation)).filter(
    ({ in: place, name }) => security.length === 0 || place !== 'header' || !/^authorization$/i.test(name),
  );
  const servers = readServers(node['servers'], document.url);
  const describe = ({ description }: JsonObject): string =>
    readDescription(description, (what, done) => report('odd-document', pointer, { what, done }));
  return {
    operationId: asText(node['operationId']),
    tags: [...asArray(node['tags']).map(asText).filter(Boolean), ...readScopes(operation)],
    summary: asText(node['summary']) || asText(item['summary']),
    description: describe(node) || describe(item),
    deprecated: node['deprecated'] === true,
    method,
    ...readPath(pathItem.path, declared, pointer, report),
    servers: servers.length > 0 ? servers : pathItem.servers,
    ...readBody(operation, method, context),
    responses: readResponses(operation, context),
    security,
    extensions: Object.fromEntries(Object.entries(node).filter(([key]) => key.startsWith('x-'))),
    choice: combineChoices(pathItem.choice, readChoice(operation, true, report)),
    pointer,
  };
}
