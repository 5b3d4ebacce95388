import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { App } from './app.js';
import { StdioTransport } from './transport/stdioTransport.js';

/** How long a server that is told to stop waits for calls in flight. */
const stopMs = 10_000;

export interface StdioStreams {
  input: Readable;
  output: Writable;
  /** Writes a line for the operator. */
  log: (line: string) => void;
}

export interface StdioServer {
  /** Settled when the input has ended and every call is answered, or when the client is gone. */
  finished: Promise<void>;
  /** Takes no more calls and finishes those in flight. */
  stop: () => void;
}

/** Serves one client over a pair of streams. */
export function serveOverStdio(app: App, { input, output, log }: StdioStreams): StdioServer {
  const transport = new StdioTransport({
    input,
    output,
    // No request to the API takes longer than its timeout; the rest is for what goes on around it.
    patienceMs: app.settings.timeoutMs + 5_000,
    onversion: (version) => void announce(app, version, log),
  });
  serveStdio(() => app.createServer(), { transport });
  return { finished: transport.ended, stop: () => transport.drain(stopMs) };
}

async function announce(app: App, version = 'not agreed upon', log: StdioStreams['log']): Promise<void> {
  try {
    const { size } = await app.tools();
    log(`${app.api.name}: ${size} tools, protocol ${version}`);
  } catch (error) {
    log((error as Error).message);
  }
}
