import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** How often each scenario was met, by its name. */
export type Coverage = Readonly<Record<string, number>>;

/** The test server of Azure's own generators: an API that nobody here wrote, and that counts what it accepts. */
export interface Judge {
  /** Its scheme, host and port. */
  origin: string;
  /** What it has accepted so far, of all categories. */
  coverage: () => Promise<Coverage>;
  close: () => Promise<void>;
}

const main = createRequire(import.meta.url).resolve('@microsoft.azure/autorest.testserver');

/** Where its documents lie. */
export const documents = join(dirname(main), '../../swagger');

const categories = ['vanilla', 'optional', 'azure', 'dpg'];

/** Starts the server on a free port. */
export async function startJudge(): Promise<Judge> {
  const folder = await mkdtemp(join(tmpdir(), 'judge-'));
  const child = spawn(process.execPath, [main, 'run', '--port', '0', '--coverageDirectory', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = `http://127.0.0.1:${await readPort(child.stdout)}`;
  child.stdout.resume();
  return {
    origin,
    coverage: async () => {
      const reports = categories.map(async (category) =>
        (await fetch(`${origin}/report/${category}`)).json(),
      );
      return Object.assign({}, ...(await Promise.all(reports))) as Coverage;
    },
    close: async () => {
      child.kill();
      await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

async function readPort(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const port = /Started server on port (\d+)/.exec(line)?.[1];
    if (port !== undefined) return port;
  }
  throw new Error('the test server stopped before it listened');
}
