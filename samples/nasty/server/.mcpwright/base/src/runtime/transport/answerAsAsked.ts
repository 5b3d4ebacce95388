import { isLegacyRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { App } from '../app.js';

const json = 'application/json';
const stream = 'text/event-stream';

/**
 * Up to protocol 2025-11-25, the SDK answers with an event stream and refuses clients that do not accept both
 * kinds of answer. This gives them the kind that they ask for, and passes everything else on to `answer`.
 */
export async function answerAsAsked(
  request: Request,
  app: App,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  const accept = request.headers.get('accept') ?? '';
  const acceptsBoth = accept.includes(json) && accept.includes(stream);
  if (acceptsBoth || request.method !== 'POST' || !(await isLegacyRequest(request))) return answer(request);
  const headers = new Headers(request.headers);
  headers.set('accept', `${json}, ${stream}`);
  const lenient = new Request(request, { headers });
  return accept.includes(stream) ? answer(lenient) : answerInJson(lenient, app);
}

async function answerInJson(request: Request, app: App): Promise<Response> {
  const server = app.createServer();
  const close = () => void server.close();
  request.signal.addEventListener('abort', close, { once: true });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const response = await transport.handleRequest(request);
  close();
  return response;
}
