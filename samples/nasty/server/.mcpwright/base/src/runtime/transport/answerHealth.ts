import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers `/healthz` (the server runs) and `/readyz` (it takes requests); says whether it was asked. */
export function answerHealth(request: IncomingMessage, response: ServerResponse, isReady: boolean): boolean {
  if (request.url !== '/healthz' && request.url !== '/readyz') return false;
  const isFine = isReady || request.url === '/healthz';
  response.writeHead(isFine ? 200 : 503, { 'content-type': 'text/plain' });
  response.end(isFine ? 'ok\n' : 'shutting down\n');
  return true;
}
