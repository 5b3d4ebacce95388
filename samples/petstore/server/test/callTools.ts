import assert from 'node:assert/strict';
import { createMcpHandler } from '@modelcontextprotocol/server';
import custom from '../src/custom.js';
import type { Arguments } from '../src/generated/arguments.js';
import { catalog } from '../src/generated/catalog.js';
import { fillServer } from '#runtime/request/servers.js';
import { isProvided, listApis, listSchemes, listSchemeVariables } from '#runtime/settings.js';
import { type AppParts, createApp } from '../src/server.js';

/** What stands around the calls of a test. */
interface ServerOptions {
  /**
   * Responds in place of the API. Where it is not given, every response is an empty object; with `features: { mock: true }`
   * in mcpwright.yaml, one that is made from the document's examples and schemas.
   */
  respond?: (request: Request) => Response | Promise<Response>;
  /** What the user fills in where they are asked; nothing where they decline. Where it is not given, they cannot be asked. */
  fill?: (message: string, fields: Record<string, unknown>) => Record<string, unknown> | undefined;
  /** Settings; credentials, where your code looks at them: those that it leaves out are made up for `respond`. */
  env?: Record<string, string>;
  /** Your customization, where a test has another. */
  custom?: NonNullable<AppParts['custom']>;
}

/** The result of a call. */
interface Called {
  /** Its texts, one below the other. */
  text: string;
  isError: boolean;
  structuredContent: unknown;
}

/** The generated tools with their arguments, and your own with any. */
type Call = <Name extends string>(
  name: Name,
  args: Name extends keyof Arguments ? Arguments[Name] : Record<string, unknown>,
) => Promise<Called>;

/** How often a user is asked during one call, at most. */
const mostRounds = 20;

/**
 * Gives what calls the tools of this server, with your code of src/custom.ts, as a client does but without a network:
 *
 *     const call = callTools({ fill: () => ({ confirm: true }) });
 *     const { text } = await call('say_hello', { name: 'you' });
 */
export function callTools({ respond, fill, env = {}, ...parts }: ServerOptions = {}): Call {
  const isMocked = respond === undefined && catalog.mocks !== undefined;
  const answer = respond ?? (() => Response.json({}));
  const app = createApp({
    catalog,
    custom,
    env: isMocked ? { MCP_MOCK: 'true', ...env } : { ...makeUp(env), ...env },
    ...(!isMocked && { fetch: async (url, init) => answer(new Request(url, init)) }),
    ...parts,
  });
  const handler = createMcpHandler(() => app.view().createServer({ isModern: true }));
  return async (name, args) => {
    let more: object = {};
    for (let round = 0; round < mostRounds; round += 1) {
      const result = await post(handler, { name, arguments: args, ...more }, fill !== undefined);
      if (result.resultType !== 'input_required') {
        const texts = (result.content ?? []).flatMap((block) => block.text ?? []);
        const { isError = false, structuredContent } = result;
        return { text: texts.join('\n'), isError, structuredContent };
      }
      const { inputRequests = {}, requestState } = result;
      const responses = Object.entries(inputRequests).map(([key, { params }]) => {
        const content = fill?.(params.message, params.requestedSchema.properties);
        return [key, content === undefined ? { action: 'decline' } : { action: 'accept', content }];
      });
      more = { inputResponses: Object.fromEntries(responses) as object, requestState };
    }
    return assert.fail(`${name} asks the user again and again`);
  };
}

/** A base URL where the document has none that is whole, and credentials of each scheme of which `env` has nothing. */
function makeUp(env: Record<string, string>): Record<string, string> {
  const { api } = catalog;
  const lacking = listApis(api).filter(({ servers: [server] }) => {
    return !(server && fillServer(server, env) instanceof URL);
  });
  const missing = Object.values(listSchemes(api))
    .map(listSchemeVariables)
    .filter((names) => !names.some((name) => isProvided(env, name)));
  return Object.fromEntries([
    ...lacking.map(({ baseUrlEnv }) => [baseUrlEnv, 'https://api.test']),
    ...missing.flat().map((name) => [name, 'made-up-for-tests']),
  ]) as Record<string, string>;
}

/** What a call is answered with (MCP 2026-07-28, tools/call). */
interface Answer {
  resultType?: string;
  content?: { text?: string }[];
  structuredContent?: unknown;
  isError?: boolean;
  inputRequests?: Record<
    string,
    { params: { message: string; requestedSchema: { properties: Record<string, unknown> } } }
  >;
  requestState?: string;
}

async function post(
  handler: { fetch: (request: Request) => Promise<Response> },
  params: { name: string; arguments: object },
  canAsk: boolean,
): Promise<Answer> {
  const version = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': canAsk ? { elicitation: { form: {} } } : {},
  };
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': version,
      'mcp-method': 'tools/call',
      'mcp-name': params.name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { ...params, _meta: meta },
    }),
  });
  const response = await handler.fetch(request);
  const { result, error } = (await response.json()) as { result?: Answer; error?: unknown };
  return result ?? assert.fail(JSON.stringify(error));
}
