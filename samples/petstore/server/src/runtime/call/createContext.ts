import type { CallToolResult } from '@modelcontextprotocol/server';
import type { AnyContext } from '../customize.js';
import { CallError } from '../errors.js';
import type { Client, Dialogue } from '../interact/client.js';
import { parseJson } from '../json.js';
import { redact } from '../redact.js';
import type { Arguments } from '../request/buildRequest.js';
import { clip, escapeHidden } from '../text.js';
import type { FormField, ObjectSchema } from '../tool.js';

/** What the code of one call is given. */
interface ContextParts {
  /** The tool whose code it is. */
  tool: string;
  signal: AbortSignal;
  client: Client | undefined;
  /** Who calls, as the HTTP request that brought the call says. */
  visitor: (Pick<AnyContext, 'header'> & { principal?: AnyContext['principal'] | undefined }) | undefined;
  secrets: readonly string[];
  dialogueOf: (client: Client) => Promise<Dialogue>;
  /** Calls a generated tool as clients do. */
  callTool: (name: string, args: unknown) => Promise<CallToolResult>;
  /** Checks what the user has filled in. */
  checkForm: (schema: ObjectSchema, content: unknown) => Arguments;
}

/** Characters of a question. */
const longestQuestion = 2_000;

/** Makes what the code of `custom.ts` is given besides the arguments of a call. */
export function createContext(parts: ContextParts): AnyContext {
  const { tool, signal, client, visitor, secrets, dialogueOf, callTool, checkForm } = parts;
  const clean = (text: string) => redact(text, secrets);
  let questions = 0;
  let last = Number.NEGATIVE_INFINITY;

  return {
    signal,
    ...(visitor?.principal && { principal: visitor.principal }),
    ...(visitor?.header && { header: visitor.header }),
    canAsk: client?.canAsk === true,
    ask: async (message, fields) => {
      if (client === undefined) throw new CallError('There is nobody who could be asked.');
      questions += 1;
      const properties = fields as unknown as Record<string, FormField>;
      const required = Object.keys(properties);
      const { action, content } = (await dialogueOf(client)).ask(`question-${questions}`, {
        message: clean(escapeHidden(clip(message, longestQuestion), '\n')),
        fields: properties,
        required,
      });
      if (action !== 'accept') return undefined;
      return checkForm({ type: 'object', properties, required }, content) as never;
    },
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
