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
  /** The same as it reports it itself, by category. */
  reports: () => Promise<[category: string, coverage: Coverage][]>;
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
  const reports = () => Promise.all(categories.map(readReport));
  async function readReport(category: string): Promise<[string, Coverage]> {
    const response = await fetch(`${origin}/report/${category}`);
    return [category, (await response.json()) as Coverage];
  }
  return {
    origin,
    reports,
    coverage: async () => Object.assign({}, ...(await reports()).map(([, one]) => one)) as Coverage,
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
