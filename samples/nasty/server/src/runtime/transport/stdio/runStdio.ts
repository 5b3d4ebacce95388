import type { App } from '../../server/app.js';
import { type Environment, toolFlags } from '../../settings.js';
import { type Process, runProgram } from '../runProgram.js';
import { serveOverStdio } from './serveOverStdio.js';

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
