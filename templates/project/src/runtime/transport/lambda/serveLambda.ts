import type { App } from '../../extensions.js';
import type { Environment } from '../../settings.js';
import { escapeHidden } from '../../text.js';
import type { ApiInfo } from '../../tool.js';
import { errorResponse } from '../http/createGate.js';
import { createFetch, type Fetch } from '../web/createFetch.js';
import { refuseUnfit } from '../web/refuseUnfit.js';

/** A request by a function URL or an HTTP API (API Gateway, payload format 2.0), as far as it is read. */
interface LambdaEvent {
  rawPath: string;
  rawQueryString?: string;
  headers?: Record<string, string | undefined>;
  cookies?: string[];
  body?: string;
  isBase64Encoded?: boolean;
  requestContext: {
    domainName?: string;
    stage?: string;
    http: { method: string; sourceIp?: string };
  };
}

/** Its answer. */
interface LambdaResult {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded: boolean;
}

/** What Lambda itself has for answers that are sent bit by bit (response streaming). */
interface Streaming {
  streamifyResponse: (handle: (event: LambdaEvent, stream: Writable) => Promise<void>) => unknown;
  HttpResponseStream: { from: (stream: Writable, head: object) => Writable };
}

type Writable = Pick<NodeJS.WritableStream, 'write' | 'end' | 'once'>;

export interface LambdaEntry {
  /** Gives each answer when it is whole: function URLs with `BUFFERED`, and API Gateway. */
  handler: (event: LambdaEvent) => Promise<LambdaResult>;
  /** Sends it as it comes: function URLs with `RESPONSE_STREAM`. */
  stream: unknown;
}

/**
 * Serves the events of a function URL or an HTTP API.
 *
 * @param env - the settings, as the function has them
 * @param makeApp - makes the server of them
 * @throws SetupError where a setting is wrong, or asks for what Lambda has not.
 */
export async function serveLambda(
  api: ApiInfo,
  env: Environment,
  makeApp: (env: Environment) => App,
): Promise<LambdaEntry> {
  refuseUnfit(api, env, true);
  const fetch = await createFetch(makeApp(env), (line) => console.error(escapeHidden(line, '\n')));
  const { awslambda } = globalThis as { awslambda?: Streaming };
  return {
    handler: async (event) => toLambdaResult(await answerWhole(event, fetch)),
    stream: awslambda?.streamifyResponse(async (event, stream) => {
      await sendOn(await answerEvent(event, fetch), stream, awslambda);
    }),
  };
}

function answerEvent(event: LambdaEvent, fetch: Fetch): Promise<Response> {
  return fetch(toRequest(event), event.requestContext.http.sourceIp);
}

/** Who listens would wait for the end of an answer that has none. */
async function answerWhole(event: LambdaEvent, fetch: Fetch): Promise<Response> {
  const request = toRequest(event);
  if (request.headers.get('mcp-method') !== 'subscriptions/listen') return answerEvent(event, fetch);
  return errorResponse(
    501,
    -32_601,
    'This server gives its answers when they are whole: it cannot be listened to.',
  );
}

/** The request of an event; a stage that has a name stands before the path. */
function toRequest(event: LambdaEvent): Request {
  const { rawPath, rawQueryString = '', cookies, body, requestContext } = event;
  const { domainName = 'localhost', stage = '$default', http } = requestContext;
  const headers = new Headers();
  for (const [name, value] of Object.entries(event.headers ?? {}))
    if (value !== undefined) headers.set(name, value);
  if (cookies !== undefined) headers.set('cookie', cookies.join('; '));
  const path = rawPath.startsWith(`/${stage}/`) ? rawPath.slice(stage.length + 1) : rawPath;
  const query = rawQueryString === '' ? '' : `?${rawQueryString}`;
  const isBodiless = http.method === 'GET' || http.method === 'HEAD';
  return new Request(`https://${domainName}${path}${query}`, {
    method: http.method,
    headers,
    ...(body !== undefined &&
      !isBodiless && { body: event.isBase64Encoded === true ? Buffer.from(body, 'base64') : body }),
  });
}

async function toLambdaResult(answer: Response): Promise<LambdaResult> {
  const headers = Object.fromEntries(answer.headers);
  return { statusCode: answer.status, headers, body: await answer.text(), isBase64Encoded: false };
}

async function sendOn(answer: Response, stream: Writable, { HttpResponseStream }: Streaming): Promise<void> {
  const head = { statusCode: answer.status, headers: Object.fromEntries(answer.headers) };
  const out = HttpResponseStream.from(stream, head);
  for await (const piece of (answer.body ?? []) as AsyncIterable<Uint8Array>)
    if (!out.write(piece)) await new Promise<void>((resolve) => void out.once('drain', resolve));
  out.end();
}
