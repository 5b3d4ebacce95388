import type { Attributes } from '@opentelemetry/api';
import { type JSONRPCMessage, type JSONRPCRequest, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isObject } from '../json.js';

/** What is told of a request. */
interface Described {
  /** The name of its span: method, and tool or prompt; never a URI, which may hold values. */
  name: string;
  method: string;
  target: { tool?: string; prompt?: string };
  /** What histograms tell apart. */
  kinds: Attributes;
  /** What its span has besides. */
  more: Attributes;
}

/** Names of tools and prompts, and methods; a client may send any text in their place. */
const name = /^[\w./-]{1,128}$/;
const method = /^[a-z][\w/-]{0,63}$/i;
/** What stands for a text that is none of these (OpenTelemetry, as for `http.request.method`). */
const other = '_OTHER';

/**
 * What spans and histograms say of a request: nothing of its arguments (OpenTelemetry, semantic conventions for MCP,
 * server spans).
 *
 * @param about - what is known of its connection: transport and version of the protocol
 * @param isFixed - whether a URI is that of a resource without variables
 */
export function describeRequest(
  { id, method: said, params = {} }: JSONRPCRequest,
  about: Attributes,
  isFixed: (uri: string) => boolean,
): Described {
  const called = method.test(said) ? said : other;
  const named = typeof params['name'] === 'string' && name.test(params['name']) ? params['name'] : undefined;
  const isCall = called === 'tools/call';
  const target = {
    ...(isCall && named !== undefined && { tool: named }),
    ...(called === 'prompts/get' && named !== undefined && { prompt: named }),
  };
  const what = target.tool ?? target.prompt;
  const { uri } = params;
  return {
    name: what === undefined ? called : `${called} ${what}`,
    method: called,
    target,
    kinds: {
      'mcp.method.name': called,
      ...(isCall && { 'gen_ai.operation.name': 'execute_tool' }),
      ...(target.tool !== undefined && { 'gen_ai.tool.name': target.tool }),
      ...(target.prompt !== undefined && { 'gen_ai.prompt.name': target.prompt }),
      ...about,
    },
    more: {
      'jsonrpc.request.id': String(id).slice(0, 128),
      ...(typeof uri === 'string' && isFixed(uri) && { 'mcp.resource.uri': uri }),
    },
  };
}

/** What is told of an answer that is a failure; nothing of any other. */
export function describeFailure(answer: JSONRPCMessage): Attributes | undefined {
  if ('error' in answer) {
    const code = String(answer.error.code);
    return { 'error.type': code, 'rpc.response.status_code': code };
  }
  const isFailure = 'result' in answer && isObject(answer.result) && answer.result['isError'] === true;
  return isFailure ? { 'error.type': 'tool_error' } : undefined;
}

/**
 * The same kinds without the names that a client has made up, where the answer says that there is none of that name: each
 * would be a series of its own.
 */
export function dropUnknown(kinds: Attributes, failure: Attributes | undefined): Attributes {
  const code = failure?.['rpc.response.status_code'];
  if (code === undefined) return { ...kinds, ...failure };
  const { 'gen_ai.tool.name': _tool, 'gen_ai.prompt.name': _prompt, ...known } = kinds;
  const isUnknown = code === String(ProtocolErrorCode.MethodNotFound);
  return { ...known, ...(isUnknown && { 'mcp.method.name': other }), ...failure };
}

const version = /^\d{4}-\d\d-\d\d$/;

/** The version of the protocol that a request is of, by what may say so; nothing where none of it is a version. */
export function pickVersion(...said: readonly unknown[]): Attributes {
  const found = said.find((one) => typeof one === 'string' && version.test(one));
  return found === undefined ? {} : { 'mcp.protocol.version': found as string };
}
