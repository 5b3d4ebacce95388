import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { CannedAnswer } from './case.js';

/** One request as the API got it. */
export interface Received {
  method: string;
  /** Path and query, as sent. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** An API that keeps what it gets. */
export interface Api {
  /** Its scheme, host and port. */
  origin: string;
  received: Received[];
  close: () => Promise<void>;
}

/** Starts an API on loopback that always answers the same. */
export async function startApi(answer: CannedAnswer = {}): Promise<Api> {
  const received: Received[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url: target = '', headers } = incoming;
    received.push({ method, target, headers, body: await buffer(incoming) });
    give(answer, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

function give({ error, status = 200, headers, ...content }: CannedAnswer, response: ServerResponse): void {
  if (error === 'network') response.destroy();
  if (error !== undefined) return;
  response.writeHead(status, headers ?? { 'content-type': 'application/json' }).end(bodyOf(content));
}

function bodyOf({ body, bodyBase64, bodyRepeat }: CannedAnswer): string | Buffer {
  if (bodyBase64 !== undefined) return Buffer.from(bodyBase64, 'base64');
  if (bodyRepeat !== undefined) return bodyRepeat[0].repeat(bodyRepeat[1]);
  return body ?? '{}';
}
