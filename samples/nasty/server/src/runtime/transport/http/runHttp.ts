import { SetupError } from '../../errors.js';
import type { App } from '../../server/app.js';
import { type Environment, sessionFlag, toolFlags } from '../../settings.js';
import { type Process, runProgram } from '../runProgram.js';
import { serveOverHttp } from './serveOverHttp.js';

const help = [
  '--port <number>           port to listen on (PORT, default 3000; 0 for any that is free)',
  '--host <address>          address to listen on (HOST, default 127.0.0.1)',
  '--allow-unauthenticated   listen where other machines can connect, though nobody has to prove who they are',
];

const variables = [
  ['HOST', 'address to listen on (default 127.0.0.1)'],
  ['PORT', 'port to listen on (default 3000)'],
  ['MCP_SESSIONS', 'true to keep sessions for clients of protocol 2025-11-25 and before'],
  ['MCP_ALLOWED_ORIGINS', 'web pages that may call the server, separated by commas'],
  ['MCP_ALLOWED_HOSTS', 'further names under which the server is reached, separated by commas'],
] as const;

/** The HTTP program: serves until a signal comes. */
export function runHttp(process: Process, createApp: (env: Environment) => App): Promise<void> {
  return runProgram(process, createApp, {
    settings: [...toolFlags, sessionFlag],
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      'allow-unauthenticated': { type: 'boolean' },
    },
    help,
    variables,
    run: async (app, flags, log) => {
      const stopped = new Promise<void>((resolve) => {
        process.once('SIGTERM', resolve).once('SIGINT', resolve);
      });
      const { host = app.settings.host, port = app.settings.port } = flags;
      const server = await serveOverHttp(app, {
        host: String(host),
        port: readPort(String(port)),
        allowUnauthenticated: flags['allow-unauthenticated'] === true,
        log,
      });
      await stopped;
      await server.close();
    },
  });
}

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new SetupError(`"${text}" is not a port: it must be a number from 0 to 65535.`);
}
