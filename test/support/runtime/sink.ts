import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as the API has got it. */
export interface Taken {
  method: string;
  headers: IncomingMessage['headers'];
  /** Bytes that have come, and their hash. */
  size: number;
  hash: string;
  /** The first of them. */
  start: string;
  /** Whether all have come that were announced. */
  complete: boolean;
}

export interface Sink {
  url: string;
  taken: Taken[];
  /** The statuses of the next answers; 200 where there is none. */
  statuses: number[];
  /** Called when the first bytes of a body have come: where it gives `refused`, no more are read. */
  onStart: () => unknown;
  close: () => Promise<void>;
}

/** An API on loopback that takes bodies of any size, and keeps only what they come to. */
export async function startSink(): Promise<Sink> {
  const sink: Sink = {
    url: '',
    taken: [],
    statuses: [],
    onStart: () => undefined,
    close: () => Promise.resolve(),
  };
  const server = createServer(async (incoming, response) => {
    const hash = createHash('sha256');
    const kept: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of incoming as AsyncIterable<Buffer>) {
        if (size === 0 && sink.onStart() === 'refused') {
          response.writeHead(413).end();
          return;
        }
        if (size < 4096) kept.push(chunk);
        hash.update(chunk);
        size += chunk.length;
      }
    } catch {
      // The connection has gone.
    }
    const { method = '', headers, complete } = incoming;
    const start = Buffer.concat(kept).toString('latin1');
    sink.taken.push({ method, headers, size, hash: hash.digest('hex'), start, complete });
    response.writeHead(sink.statuses.shift() ?? 200, { 'content-type': 'text/plain' }).end('fine');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sink.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sink.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return sink;
}
