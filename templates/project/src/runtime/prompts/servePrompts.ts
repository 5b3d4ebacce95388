import { type GetPromptResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { finishWith, readClient } from '../call/readClient.js';
import type { AskClient, OwnPrompt } from '../customize.js';
import { CallError, notSent } from '../errors.js';
import type { Extension } from '../extend/extensions.js';
import { importOnce, once } from '../memo.js';
import { echo, escapeHidden } from '../text.js';
import type { ObjectSchema, Prompt } from '../tool.js';

/** What is listed of a prompt. */
interface ListedPrompt {
  name: string;
  title: string;
  description?: string;
  arguments?: { name: string; description?: string; required?: boolean }[];
}

interface ServedPrompt {
  listed: ListedPrompt;
  /** What its arguments have to be, as far as anything says it. */
  schema: ObjectSchema;
  write: (args: Record<string, string>, context: PromptContext) => Written | Promise<Written>;
}

type PromptContext = Parameters<OwnPrompt['get']>[1];
type Written = Exclude<Awaited<ReturnType<OwnPrompt['get']>>, string>;
type Check = (prompt: string, schema: ObjectSchema, args: Record<string, string>) => unknown;

/** Characters of one value. */
const longestValue = 20_000;

const loadChecker = importOnce(() => import('../arguments/createChecker.js'));

/** Serves the prompts of the configuration and of `custom.ts` (MCP, Prompts). */
export const servePrompts: Extension = async ({ catalog, custom, settings, offers, cutPage, caller }) => {
  const served = new Map<string, ServedPrompt>();
  for (const prompt of (await catalog.prompts?.()) ?? []) {
    const isWhole = await Promise.all((prompt.tools ?? []).map(offers));
    if (!isWhole.includes(false)) served.set(prompt.name, serveWritten(prompt));
  }
  for (const [name, own] of Object.entries(custom.prompts ?? {})) served.set(name, serveOwnPrompt(name, own));
  const all = [...served.values()].map(({ listed }) => listed);
  const checker = once(async (): Promise<Check> => (await loadChecker()).createChecker({}, catalog.api));

  async function get(
    name: string,
    args: Record<string, string>,
    context: PromptContext,
  ): Promise<GetPromptResult> {
    const prompt = served.get(name);
    if (prompt === undefined) throw invalid(`Unknown prompt: ${echo(name)}`);
    const { listed, schema, write } = prompt;
    const long = Object.keys(args).find((key) => (args[key]?.length ?? 0) > longestValue);
    if (long !== undefined) throw invalid(`${echo(long)} has more than ${longestValue} characters`);
    const check = await checker();
    try {
      check(name, schema, args);
    } catch (error) {
      if (error instanceof CallError) throw invalid(error.message.replace(notSent, ''));
      throw error;
    }
    const texts = await write(args, context);
    const { description } = listed;
    return {
      ...(description !== undefined && { description }),
      messages: texts.map((one) =>
        'content' in one ? one : { role: one.role, content: { type: 'text', text: one.text } },
      ),
    };
  }

  return (server) => {
    server.registerCapabilities({ prompts: {} });
    server.setRequestHandler('prompts/list', ({ params }) => {
      const { items, ...next } = cutPage('prompt', all, params?.cursor, settings.pageSize);
      return { prompts: items, ...next };
    });
    server.setRequestHandler('prompts/get', ({ params }, context) => {
      const { name, arguments: args = {} } = params;
      const { signal } = context.mcpReq;
      const called = { tool: `prompts/get ${name}`, args };
      const client = readClient(server, called, context);
      const questions = once(async () => {
        const asking = await (await caller()).means.loadAsking();
        return asking.createQuestions(
          client,
          (text) => text,
          () => ({}),
        );
      });
      const request: AskClient = async (requests) => (await questions()).request(requests);
      return finishWith(client, () => get(name, args, { signal, request }));
    });
  };
};

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function serveWritten({ name, title, description, arguments: args, messages }: Prompt): ServedPrompt {
  return {
    listed: {
      name,
      title,
      ...(description !== undefined && { description }),
      ...(args.length > 0 && {
        arguments: args.map(({ schema: _schema, completion: _completion, ...rest }) => rest),
      }),
    },
    schema: toSchema(args),
    write: (given) => messages.map(({ role, text }) => ({ role, text: fillIn(text, given) })),
  };
}

function serveOwnPrompt(
  name: string,
  { title, description, arguments: args = {}, get }: OwnPrompt,
): ServedPrompt {
  const listed: { name: string; description?: string; required?: true }[] = [];
  for (const [argument, { description: about, required }] of Object.entries(args))
    listed.push({
      name: argument,
      ...(about !== undefined && { description: about }),
      ...(required === true && { required }),
    });
  return {
    listed: {
      name,
      title,
      ...(description !== undefined && { description }),
      ...(listed.length > 0 && { arguments: listed }),
    },
    schema: toSchema(listed),
    write: async (given, context) => {
      const made = await get(given, context);
      return typeof made === 'string' ? [{ role: 'user', text: made }] : made;
    },
  };
}

/** The arguments as one schema. */
function toSchema(args: readonly { name: string; required?: true; schema?: object }[]): ObjectSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      args.map(({ name, schema = { type: 'string' } }) => [name, schema as { [keyword: string]: unknown }]),
    ),
    required: args.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/**
 * The values in their places: what they hold is not looked at again, and nothing in it is hidden. Of the two blanks around
 * a place that stays empty, one is kept, and none before the end of a sentence or line.
 */
function fillIn(text: string, args: Record<string, string>): string {
  const [opening = '', ...rest] = text.split(/\{\{\s*([\w.-]+)\s*\}\}/);
  let filled = opening;
  for (let index = 0; index < rest.length; index += 2) {
    const [name = '', after = ''] = [rest[index], rest[index + 1]];
    const value = Object.hasOwn(args, name) ? (args[name] ?? '') : '';
    filled += value === '' ? '' : escapeHidden(value, '\n\t');
    if (value === '' && /^[\s.,;:!?)]/.test(after) && filled.endsWith(' ')) filled = filled.slice(0, -1);
    const isOpening = value === '' && /(?:^|\n)$/.test(filled);
    filled += isOpening && after.startsWith(' ') ? after.slice(1) : after;
  }
  return filled;
}
