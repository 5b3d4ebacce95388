import type { CallToolResult } from '@modelcontextprotocol/server';
import type { AnyContext } from '../customize.js';
import { CallError } from '../errors.js';
import type { Asking, Lazy } from '../features.js';
import { parseJson } from '../json.js';
import { once } from '../memo.js';
import { toListedTool } from '../offer/createOffer.js';
import { redact } from '../redact.js';
import type { Arguments } from '../request/buildRequest.js';
import { echo } from '../text.js';
import type { ObjectSchema } from '../tool.js';
import type { CallerParts, CallOptions, GeneratedTool } from './callerParts.js';

/** What the code of one call is given. */
interface ContextParts {
  /** The tool whose code it is. */
  tool: string;
  options: CallOptions;
  secrets: readonly string[];
  /** Loads what asks the client. */
  loadAsking: Lazy<Asking>;
  /** Whether it was built in. */
  mayAsk: boolean;
  /** Calls a generated tool as clients do. */
  callTool: (name: string, args: unknown) => Promise<CallToolResult>;
  /** Checks what the user has filled in. */
  checkForm: (schema: ObjectSchema, content: unknown) => Arguments;
}

/** Makes what the code of `custom.ts` is given besides the arguments of a call. */
export function createContext(parts: ContextParts): AnyContext {
  const { tool, secrets, loadAsking, mayAsk, callTool, checkForm } = parts;
  const { signal, client, visitor } = parts.options;
  const clean = (text: string) => redact(text, secrets);
  const questions = once(async () => (await loadAsking()).createQuestions(client, clean, checkForm));
  let last = Number.NEGATIVE_INFINITY;

  return {
    signal,
    ...(visitor?.principal && { principal: visitor.principal }),
    ...(visitor?.header && { header: visitor.header }),
    canAsk: mayAsk && client?.canAsk === true,
    ask: async (message, fields) => (await questions()).ask(message, fields),
    capabilities: client?.capabilities ?? {},
    request: async (requests) => (await questions()).request(requests),
    call: async (name, args) => {
      const result = await callTool(name, args);
      if (result.isError !== true) return result;
      const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
      throw new CallError(texts.join('\n'));
    },
    progress: async (progress, total, message) => {
      // Progress only grows (MCP, Progress).
      if (client?.progressToken === undefined || !(progress > last)) return;
      last = progress;
      const { progressToken } = client;
      const words = message !== undefined && { message: clean(message) };
      const params = { progressToken, progress, ...(total !== undefined && { total }), ...words };
      // A client that has gone away is told nothing.
      await client.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
    log: async (level, data) => {
      const text = clean(JSON.stringify(data) ?? 'null');
      await client?.log(level, parseJson(text) ?? text, tool).catch(() => undefined);
    },
  };
}

/**
 * Makes what finds a generated tool for code of `custom.ts`, also one that is not offered; what the operator does not
 * want to be called is not found.
 */
export function createToolFinder({ catalog, readOnly = false, exclude = [] }: CallerParts) {
  return async (name: string): Promise<GeneratedTool> => {
    const entry = (await catalog.search()).find((one) => one.name === name);
    const toolset = catalog.toolsets.find((one) => one.name === entry?.toolset);
    const tool = (await toolset?.tools())?.find((one) => one.name === name);
    if (tool === undefined || toolset === undefined) throw new CallError(`There is no tool "${echo(name)}".`);
    const isRefused = exclude.includes(name) || exclude.includes(toolset.name);
    if (isRefused || (readOnly && !tool.annotations.readOnlyHint))
      throw new CallError(`The operator of this server does not offer ${name}.`);
    return { tool, toolset, wrap: undefined, listed: toListedTool(tool) };
  };
}
