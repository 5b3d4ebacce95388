import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { secret, uploads } from '../judges/faults/faults.js';
import type { FaultyApi } from '../judges/faults/startFaults.js';
import { bundle, root, scratch } from './bed.js';
import type { Look } from './faultyServer.js';

export interface FaultyServer {
  url: string;
  /** Says what it holds on to. */
  look: () => Promise<Look>;
  stop: () => void;
}

/** Starts a server in front of an API that misbehaves, in a process of its own. */
export async function startFaultyServer(
  urls: FaultyApi['urls'],
  timeoutMs: number,
  retries: number,
): Promise<FaultyServer> {
  const child = fork(await bundle('faultyServer', { packages: 'external' }), [JSON.stringify(urls)], {
    cwd: scratch,
    // What is compiled comes and goes otherwise, and is megabytes.
    execArgv: ['--expose-gc', '--no-opt', '--no-flush-bytecode'],
    env: {
      PATH: process.env['PATH'],
      TEST_TOKEN: secret,
      NODE_EXTRA_CA_CERTS: join(root, 'test/support/certificates/ca.pem'),
      MCP_FILE_ROOTS: uploads,
      MCP_TIMEOUT_MS: String(timeoutMs),
      MCP_RETRIES: String(retries),
    },
  });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`code ${code}, signal ${signal}`);
  });
  ended.catch(() => undefined);
  const hear = async <T>() => ((await Promise.race([once(child, 'message'), ended])) as [T])[0];
  const url = await hear<string>();
  const look = async () => {
    // What was closed on this side takes a moment to be closed on the other.
    await wait(50);
    child.send('look');
    return hear<Look>();
  };
  return { url, look, stop: () => child.kill() };
}
