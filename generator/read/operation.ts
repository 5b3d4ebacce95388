import type { ApiParameter, ApiScheme, ApiServer, Method, Operation, Skipped } from '../model/api.js';
import { type ToolChoice, combineChoices, kinds, otherwiseForms } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import { type Json, type JsonObject, joinPointer } from '../model/document.js';
import { nearest } from '../text/nearest.js';
import { readBody, readResponses } from './content.js';
import type { Context } from './context.js';
import { type ParameterReader, override } from './parameters.js';
import { readPath } from './path/readPath.js';
import type { Found } from './resolve.js';
import { readSecurity, saysNone } from './security.js';
import { readServers } from './servers.js';
import { isObject } from '../model/document.js';
import { asArray, asObject, asText, own, readDescription } from './values.js';

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
  reportQuerystring(declared, report);
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
    ...(saysNone(node['security']) && { asksNothing: true as const }),
    extensions: Object.fromEntries(Object.entries(node).filter(([key]) => key.startsWith('x-'))),
    choice: combineChoices(pathItem.choice, readToolChoice(operation, true, report)),
    pointer,
  };
}

/** A query string as a whole leaves no room for parameters of it, nor for another one (OpenAPI 3.2, Parameter Object, in). */
function reportQuerystring(parameters: readonly ApiParameter[], report: Report): void {
  const [whole, ...others] = parameters.filter((one) => one.in === 'querystring');
  const beside = [...others, ...parameters.filter((one) => one.in === 'query')].map(
    ({ name }) => `"${name}"`,
  );
  if (whole === undefined || beside.length === 0) return;
  const what = `The parameter "${whole.name}" is the whole query string, and ${beside.join(', ')} ${beside.length === 1 ? 'is' : 'are'} of the query too`;
  report('odd-document', whole.pointer, { what, done: 'they are sent one after the other, joined by "&"' });
}

/** A member of an extension: what it has to be, and what it then says of the tool. */
interface Member {
  expected: string;
  /** Undefined where the value is of another kind. */
  read: (value: Json) => ToolChoice | undefined;
  /** Whether it can only be said of one tool, not of all those of a path or a document. */
  single: boolean;
}

type Members = Readonly<Record<string, Member>>;

/** MCP, ToolAnnotations. */
const hints: Members = {
  readOnlyHint: flag((readOnlyHint) => ({ annotations: { readOnlyHint } })),
  destructiveHint: flag((destructiveHint) => ({ annotations: { destructiveHint } })),
  idempotentHint: flag((idempotentHint) => ({ annotations: { idempotentHint } })),
  openWorldHint: flag((openWorldHint) => ({ annotations: { openWorldHint } })),
};

const words: Members = {
  name: textMember((name) => ({ name })),
  title: textMember((title) => ({ title })),
  description: textMember((description) => ({ description })),
};

const members: Members = {
  ...words,
  enabled: flag((enabled) => ({ enabled })),
  toolset: { ...textMember((toolset) => ({ toolset })), single: false },
  pinned: flag((pinned) => ({ pinned })),
  select: flag((select) => ({ select })),
  poll: flag((poll) => ({ poll })),
  cancel: { ...textMember((cancel) => ({ cancel })), single: true },
  segments: flag((segments) => ({ segments })),
  mediaType: textMember((mediaType) => ({ mediaType })),
  confirm: { expected: 'true or false, nor { otherwise: allow }', read: readConfirm, single: false },
  ask: { expected: 'a list of the names of arguments', read: readAsk, single: true },
  routing: {
    expected: 'an object with the name of a header for each argument',
    read: readRouting,
    single: true,
  },
  kind: {
    expected: '"tool", "resource" or "both"',
    read: (value) => {
      const kind = kinds.find((one) => one === value);
      return kind === undefined ? undefined : { kind };
    },
    single: false,
  },
  subscribe: flag((subscribe) => ({ subscribe })),
  annotations: { expected: 'an object', read: (value) => (isObject(value) ? {} : undefined), single: false },
};

/** https://www.speakeasy.com/docs/standalone-mcp/customize-tools; scopes are tags, see {@link readScopes}. */
const speakeasyMembers: Members = {
  ...words,
  ...hints,
  disabled: flag((disabled) => ({ enabled: !disabled })),
  scopes: { expected: 'a list', read: (value) => (Array.isArray(value) ? {} : undefined), single: true },
};

/**
 * What the document says of its tools at a place, which is an operation or holds several: as `x-mcp` and, where that
 * says nothing, as `x-speakeasy-mcp`. What is malformed is reported, and the rest counts.
 */
export function readToolChoice({ value, pointer }: Found, isOperation: boolean, report: Report): ToolChoice {
  const { 'x-mcp': ours, 'x-speakeasy-mcp': theirs } = asObject(value);
  const refuse = (what: string, ...path: string[]): void =>
    report('odd-document', joinPointer(pointer, ...path), {
      what: `"${path.join('.')}" ${what}`,
      done: 'it is ignored',
    });
  const readMembers = (from: Json | undefined, known: Members, ...path: string[]): ToolChoice => {
    let choice: ToolChoice = {};
    for (const [key, member] of Object.entries(asObject(from))) {
      const found = own(known, key);
      const said = found?.read(member);
      if (found === undefined) refuse(`is not known${suggestMember(key, known)}`, ...path, key);
      else if (said === undefined) refuse(`is not ${found.expected}`, ...path, key);
      else if (found.single && !isOperation) refuse('can only be said of one operation', ...path, key);
      else choice = combineChoices(choice, said);
    }
    return choice;
  };
  if (theirs !== undefined && !isObject(theirs)) refuse('is not an object', 'x-speakeasy-mcp');
  const foreign = readMembers(theirs, speakeasyMembers, 'x-speakeasy-mcp');
  if (ours === undefined) return foreign;
  if (typeof ours === 'boolean') return { ...foreign, enabled: ours };
  if (!isObject(ours)) {
    refuse('is neither true nor false nor an object', 'x-mcp');
    return foreign;
  }
  // Who says something of a tool wants it, also where the tools around it are not offered.
  const { annotations } = ours;
  return [
    { enabled: true },
    readMembers(ours, members, 'x-mcp'),
    { annotations: readMembers(annotations, hints, 'x-mcp', 'annotations').annotations ?? {} },
  ].reduce(combineChoices, foreign);
}

/** The scopes of `x-speakeasy-mcp`: by them users choose which tools a server offers, as by tags. */
export function readScopes({ value }: Found): string[] {
  const scopes = asObject(asObject(value)['x-speakeasy-mcp'])['scopes'];
  return asArray(scopes).filter((scope) => typeof scope === 'string' && scope !== '') as string[];
}

function suggestMember(key: string, known: Members): string {
  const meant = nearest(key, Object.keys(known));
  return meant === undefined ? '' : `; "${meant}" may be meant`;
}

function textMember(say: (value: string) => ToolChoice): Member {
  const read = (value: Json) =>
    typeof value === 'string' && value.trim() !== '' ? say(value.trim()) : undefined;
  return { expected: 'a text', read, single: true };
}

function readConfirm(value: Json): ToolChoice | undefined {
  if (typeof value === 'boolean') return { confirm: { enabled: value } };
  if (!isObject(value)) return undefined;
  const { enabled = true, otherwise, ...others } = value;
  const said = otherwiseForms.find((one) => one === otherwise);
  const isFine = typeof enabled === 'boolean' && Object.keys(others).length === 0;
  if (!isFine || (otherwise !== undefined && said === undefined)) return undefined;
  return { confirm: { enabled, ...(said && { otherwise: said }) } };
}

function readAsk(value: Json): ToolChoice | undefined {
  const names = [value].flat();
  return names.every((name) => typeof name === 'string') ? { ask: names as string[] } : undefined;
}

function readRouting(value: Json): ToolChoice | undefined {
  const headers = isObject(value) && Object.values(value).every((name) => typeof name === 'string');
  return headers ? { routing: value as Record<string, string> } : undefined;
}

function flag(say: (value: boolean) => ToolChoice): Member {
  const read = (value: Json) => (typeof value === 'boolean' ? say(value) : undefined);
  return { expected: 'true or false', read, single: false };
}
