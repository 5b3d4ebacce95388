import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { App } from '../../server/app.js';
import { type Environment, callLimit, toolFlags } from '../../settings.js';
import { type Process, runProgram } from '../runProgram.js';
import { StdioTransport } from './stdioTransport.js';

/** The stdio program: serves the client that started it until the client goes, or a signal comes. */
export function runStdio(process: Process, createApp: (env: Environment) => App): Promise<void> {
  return runProgram(process, createApp, {
    settings: toolFlags,
    options: {},
    help: [],
    variables: [],
    run: async (app, _flags, log) => {
      await app.view().summary();
      const { finished, stop } = serveOverStdio(app, { input: process.stdin, output: process.stdout, log });
      process.once('SIGTERM', stop).once('SIGINT', stop);
      await finished;
    },
  });
}

/** How long a server that is told to stop waits for calls in flight. */
const usualStopMs = 10_000;

interface StdioStreams {
  input: Readable;
  output: Writable;
  /** How long calls in flight are waited for when it is told to stop; 10 s where it is not said. */
  stopMs?: number;
  /** Writes a line for the operator. */
  log: (line: string) => void;
}

interface StdioServer {
  /** Settled when the input has ended and every call is answered, or when the client is gone. */
  finished: Promise<void>;
  /** Takes no more calls and finishes those in flight. */
  stop: () => void;
}

/** Serves one client over a pair of streams. */
export function serveOverStdio(
  app: App,
  { input, output, stopMs = usualStopMs, log }: StdioStreams,
): StdioServer {
  const transport = new StdioTransport({
    input,
    output,
    // No call takes longer than its limit; the rest is for what goes on around it.
    patienceMs: callLimit(app.settings.timeoutMs) + 5_000,
    onversion: (version) => void announce(app, version, log),
    ondrain: () => void connection.close(),
  });
  const connection = serveStdio(({ era }) => app.view().createServer({ mayChange: era === 'legacy' }), {
    transport,
  });
  return { finished: transport.ended, stop: () => transport.drain(stopMs) };
}

async function announce(app: App, version = 'not agreed upon', log: StdioStreams['log']): Promise<void> {
  try {
    log(`${app.api.name}: protocol ${version}; ${await app.view().summary()}`);
  } catch (error) {
    log((error as Error).message);
  }
}
