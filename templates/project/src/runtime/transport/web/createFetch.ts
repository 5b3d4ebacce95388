import type { Asked } from '../http/createListener.js';
import { DEFAULT_MAX_REQUEST_BODY_SIZE } from '@modelcontextprotocol/server';
import type { App } from '../../extensions.js';
import { readSwitch, summarizeCredentials } from '../../settings.js';
import { answerRequest } from '../http/answerRequest.js';
import { createListener } from '../http/createListener.js';
import { checkBaseUrl, checkKeys, checkNetwork } from '../runProgram.js';
import { WebAnswer } from './webAnswer.js';

/** Answers a request to its end; `from` is the address of who sends it, as far as the platform says it. */
export type Fetch = (request: Request, from?: string) => Promise<Response>;

/** A request in the form in which Node hands it over, with that which came. */
interface WebAsked {
  web: Request;
  method: string;
  url: string;
  headers: Record<string, string>;
  rawHeaders: string[];
  socket: { remoteAddress: string; encrypted: boolean };
}

/**
 * Makes what answers the requests that a platform hands over (Fetch standard), as the HTTP server of Node would.
 *
 * @param log - writes a line for the operator
 * @throws SetupError where a setting is wrong, or strangers would be let in.
 */
export async function createFetch(app: App, log: (line: string) => void): Promise<Fetch> {
  const { api, env, settings } = app;
  if (!settings.mock) await checkBaseUrl(api, env);
  await checkNetwork(app, env);
  if (settings.hasStateKeys) await checkKeys(app, env);
  if (app.sealsState && !settings.hasStateKeys) log(lacksKeys);
  const listener = await createListener(app, {
    host: 'localhost',
    isLocal: false,
    urls: () => [],
    ...(!readSwitch(env, 'MCP_ALLOW_UNAUTHENTICATED') && { exposed: describeExposed }),
    log,
    reply: async (request, response, address) => {
      const { web } = request as unknown as WebAsked;
      const answer = response as unknown as WebAnswer;
      const whole = await bufferRequest(web, request.url ?? '').catch(() => undefined);
      answer.send(whole === undefined ? refuseLarge() : await answerRequest(whole, address, undefined));
    },
  });
  log(`${api.name}: ${await app.view().summary()}`);
  const credentials = settings.mock ? undefined : summarizeCredentials(api, env);
  if (credentials !== undefined) log(credentials);
  return (request, from = '') => {
    const answer = new WebAnswer(request.signal);
    listener.answer(...([toAsked(request, from), answer] as unknown as Asked));
    return answer.response;
  };
}

const lacksKeys =
  'No MCP_STATE_KEYS is set: questions to users and tasks are sealed with a key that only this instance has, until it ends. Set the same key for all of them: "openssl rand -base64 32" makes one.';

function describeExposed(names: string): string {
  return `Not serving: everybody who can connect could use the API with this server's credentials. Set ${names}, or MCP_ALLOW_UNAUTHENTICATED=true if something else keeps strangers out.`;
}

function toAsked(web: Request, from: string): WebAsked {
  const { pathname, search, host, protocol } = new URL(web.url);
  // Platforms go by the host of the URL, whatever stands in the header.
  const headers: Record<string, string> = { ...Object.fromEntries(web.headers), host };
  const rawHeaders = Object.entries(headers).flat();
  return {
    web,
    method: web.method,
    url: pathname + search,
    headers,
    rawHeaders,
    socket: { remoteAddress: from, encrypted: protocol === 'https:' },
  };
}

/** The request with its body in memory, and headers that can be changed. @throws Error where the body is too large. */
async function bufferRequest(web: Request, target: string): Promise<Request> {
  const { method, headers, signal } = web;
  const url = new URL(target, web.url);
  const isBodiless = method === 'GET' || method === 'HEAD';
  if (isBodiless || web.body === null) return new Request(url, { method, headers, signal });
  const decoder = new TextDecoder();
  let [body, size] = ['', Number(headers.get('content-length'))];
  if (size > DEFAULT_MAX_REQUEST_BODY_SIZE) throw new Error('too large');
  size = 0;
  for await (const piece of web.body as unknown as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > DEFAULT_MAX_REQUEST_BODY_SIZE) throw new Error('too large');
    body += decoder.decode(piece, { stream: true });
  }
  body += decoder.decode();
  return new Request(url, { method, headers, signal, ...(body !== '' && { body }) });
}

/** As the SDK has it for Node. */
function refuseLarge(): Response {
  const message = `Payload Too Large: Request body must not exceed ${DEFAULT_MAX_REQUEST_BODY_SIZE} bytes`;
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status: 413 });
}
