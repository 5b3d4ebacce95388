import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** One request that the API has got. */
export interface Got {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** Settled when the connection has gone before the answer was complete. */
  aborted: Promise<void>;
}

export interface Upstream {
  url: string;
  got: Got[];
  /** Resolves with the next request. */
  next: () => Promise<Got>;
  close: () => Promise<void>;
}

export type Answer = (request: Got, response: ServerResponse) => void;

/** A real API on loopback: keeps what it gets, and answers as it is told. */
export async function startUpstream(answer: Answer): Promise<Upstream> {
  const got: Got[] = [];
  const waiting: ((request: Got) => void)[] = [];
  const server = createServer(async (incoming, response) => {
    const aborted = new Promise<void>((resolve) => {
      response.once('close', () => {
        if (!response.writableFinished) resolve();
      });
    });
    const { method = '', url = '', headers } = incoming;
    const request = { method, url, headers, body: await text(incoming), aborted };
    got.push(request);
    waiting.splice(0).forEach((resolve) => resolve(request));
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
