import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A request as it came in. */
export interface RecordedCall {
  method: string;
  /** Path and query as they were on the wire. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The body read as UTF-8; `bytes` holds what was sent. */
  body: string;
  bytes: Buffer;
  /** The client went away before it was answered. */
  aborted: boolean;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Milliseconds before the answer is sent. */
  delay?: number;
}

/** A running upstream. */
export interface Upstream {
  /** Base URL of the API, without a slash at its end. */
  url: string;
  /** Every request so far, oldest first. */
  calls: RecordedCall[];
  close(): Promise<void>;
}

/** Serves `answer` on loopback and records each request; port 0 takes a free one. */
export async function serve(
  answer: (call: RecordedCall) => Answer,
  { port = 0, basePath = '' }: { port?: number; basePath?: string },
): Promise<Upstream> {
  const calls: RecordedCall[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await record(request);
    calls.push(call);
    response.once('close', () => {
      call.aborted = !response.writableFinished;
    });
    const { status, headers, body, delay = 0 } = answer(call);
    await wait(delay);
    response.writeHead(status, headers).end(body);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((fault: unknown) => response.writeHead(500).end(String(fault)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function record(request: IncomingMessage): Promise<RecordedCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: bytes.toString('utf8'),
    bytes,
    aborted: false,
  };
}
