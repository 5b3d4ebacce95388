import { execFile } from 'node:child_process';

/** What a registry knows by a name. */
export type Holding =
  | { state: 'free' }
  /** The versions are all that ever were, since none is taken twice. */
  | { state: 'taken'; maintainers: string[]; versions: string[] }
  /** Everything of that name was taken back. */
  | { state: 'withdrawn' }
  | { state: 'unknown'; reason: string };

/** Where npm is run, and its environment: both say which registry it asks. */
export interface Place {
  folder: string;
  env: NodeJS.ProcessEnv;
}

/** Milliseconds that npm has to answer. */
const patience = 60_000;

/** Asks the registry that npm is set to who holds a name, by `npm view`. */
export async function askRegistry(name: string, place: Place): Promise<Holding> {
  const { code, stdout } = await runNpm(place, 'view', name, 'maintainers', 'versions', 'time', '--json');
  const answer = parseJson(stdout);
  if (code === 0) {
    const { maintainers = [], versions = [], time = {} } = answer as Packument;
    const published = Object.keys(time).filter((key) => /^\d/.test(key));
    return {
      state: 'taken',
      // As npm writes people: `name <mail>`.
      maintainers: [maintainers].flat().map((person) => person.replace(/ <.*/, '')),
      versions: [...new Set([versions, published].flat())],
    };
  }
  const { error = {} } = answer as { error?: { code?: string; summary?: string } };
  if (error.code !== 'E404')
    return { state: 'unknown', reason: error.summary ?? `npm view ended with ${code}` };
  return { state: error.summary?.startsWith('Unpublished') === true ? 'withdrawn' : 'free' };
}

/** Who npm publishes as; undefined where nobody has logged in. */
export async function askWhoIs(place: Place): Promise<string | undefined> {
  const { code, stdout } = await runNpm(place, 'whoami');
  return code === 0 ? stdout.trim() : undefined;
}

/** As `npm view --json` writes it: a list of one is no list. */
interface Packument {
  maintainers?: string | string[];
  versions?: string | string[];
  time?: Record<string, string>;
}

function runNpm({ folder, env }: Place, ...args: string[]): Promise<{ code: unknown; stdout: string }> {
  const options = { cwd: folder, env, timeout: patience, shell: process.platform === 'win32' };
  return new Promise((resolve) => {
    execFile('npm', args, options, (error, stdout) => {
      resolve({ code: error === null ? 0 : (error.code ?? error.signal), stdout });
    });
  });
}

/** npm says nothing where it was stopped. */
function parseJson(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}
