import { lstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig, parseEnv } from 'node:util';
import type { RequestId } from '@modelcontextprotocol/server';
import { SetupError } from '../errors.js';
import type { Lazy } from '../features.js';
import { isObject } from '../json.js';
import { loadPart } from '../memo.js';
import type { App } from '../extensions.js';
import {
  describeFlag,
  type Environment,
  isAbsent,
  listSchemes,
  mayLack,
  programVariable,
  setFlags,
  type SettingFlag,
  summarizeCredentials,
  listApis,
} from '../settings.js';
import { echo, escapeHidden } from '../text.js';
import type { ApiInfo } from '../tool.js';
import { describeSystemError } from './start.js';

/** What a program needs of `process`. */
export type Process = Pick<NodeJS.Process, 'argv' | 'env' | 'stdin' | 'stdout' | 'stderr' | 'once' | 'exit'>;

interface CommandFeatures {
  commands?: Lazy<CommandsPart>;
}

/** What runs the commands of the program: `status`, and where users log in, `login` and `logout`. */
interface CommandsPart {
  /** @returns the exit code */
  runCommand: (parts: CommandParts) => Promise<number>;
  /** Says of users whether they are logged in. */
  describeLogins: (app: App, env: Environment, log: (line: string) => void) => void;
}

/** What a command works on. */
export interface CommandParts {
  app: App;
  env: Environment;
  /** What stands behind the name of the program: the command, its scheme and its flags. */
  args: readonly string[];
  /** Writes a line of what was asked for. */
  write: (line: string) => void;
  /** Writes a line for the user who waits. */
  log: (line: string) => void;
}

/** The values of the command line's flags. */
type Flags = Readonly<Record<string, string | boolean | undefined>>;

interface Program {
  /** The flags that stand for settings. */
  settings: readonly SettingFlag[];
  /** The flags besides these and `--help`. */
  options: NonNullable<ParseArgsConfig['options']>;
  /** One line for each of those. */
  help: readonly string[];
  /** The environment variables that only this program reads, and what they are for. */
  variables: readonly (readonly [name: string, words: string])[];
  run: (app: App, flags: Flags, log: (line: string) => void) => Promise<void>;
}

/** Runs a program to its end and ends the process: with 0, or with 1 where it cannot start as it was called. */
export async function runProgram(
  process: Process,
  createApp: (env: Environment) => App,
  { settings, options, help, variables, run }: Program,
): Promise<void> {
  const open = async (env: Environment): Promise<App> => {
    const app = createApp(env);
    if (!app.settings.mock) await checkBaseUrl(app.api, env);
    return app;
  };
  const log = (line: string) => void process.stderr.write(`${escapeHidden(line, '\n')}\n`);
  try {
    const args = process.argv.slice(2);
    const [, script = ''] = process.argv;
    const read = {
      ...(await readEnvFile(script)),
      ...process.env,
      [programVariable]: script,
    };
    if (/^(?:login|logout|status)$/.test(args[0] ?? '')) {
      const app = await open(read);
      const { commands } = (await app.features()) as CommandFeatures;
      if (commands === undefined)
        throw new SetupError(
          'This program has no commands: none of the security schemes of its API is one that users log in to. Write "features: { commands: true }" into mcpwright.yaml and run npm run generate for the command status.',
        );
      const { runCommand } = await loadPart(commands, 'commands');
      const write = (line: string) => void process.stdout.write(`${escapeHidden(line, '\n')}\n`);
      const code = await runCommand({ app, env: read, args, write, log });
      process.stdout.write('', () => process.exit(code));
      return;
    }
    const flags = readFlags(args, settings, options);
    const env = setFlags(read, settings, flags);
    const app = await open(env);
    if (flags['help'] === true) {
      const { describeUsage } = await import('./describeUsage.js');
      const built = settings.filter(({ variable }) => !isAbsent(app.api, variable));
      const flagLines = [...help, ...built.map(describeFlag)];
      const { commands } = (await app.features()) as CommandFeatures;
      const usage = describeUsage(app.api, script, { flags: flagLines, variables, commands });
      process.stdout.write(escapeHidden(usage, '\n'));
    } else if (flags['version'] === true) {
      process.stdout.write(`${app.api.name} ${app.api.version}\n`);
    } else {
      if (!app.settings.mock && mayLack(app.api, env)) {
        const { describeMissing } = await import('./describeUsage.js');
        const missing = describeMissing(app.api, env);
        if (missing !== undefined) log(missing);
      }
      await checkNetwork(app, env);
      if (app.settings.hasStateKeys) await checkKeys(app, env);
      let isTold = app.settings.mock;
      await run(app, flags, (line) => {
        log(line);
        if (!isTold) setImmediate(() => tellCredentials(app, env, log));
        isTold = true;
      });
    }
    // What is written last goes out before the end.
    process.stdout.write('', () => process.exit(0));
  } catch (error) {
    const reason = describeSystemError(error);
    if (!(error instanceof SetupError) && reason === undefined) throw error;
    log(error instanceof SetupError ? error.message : `The server cannot start: ${reason}.`);
    process.exit(1);
  }
}

/**
 * Looks at the base URL of each API, where it may be wrong, so that this is noticed at the start. One that is still missing
 * does not keep the server from starting.
 *
 * @throws SetupError where one is wrong.
 */
export async function checkBaseUrl(api: ApiInfo, env: Environment): Promise<void> {
  const said = listApis(api).filter(
    ({ baseUrlEnv, servers: [server] }) => env[baseUrlEnv]?.trim() || server?.url.includes('{'),
  );
  if (said.length === 0) return;
  const { checkAddress } = await import('../request/servers.js');
  for (const one of said) checkAddress(one, env);
}

/** Variables that say which way requests go: proxies, authorities, and the certificates of the server or of a source. */
const ofNetwork = /^(?:https?_proxy|MCP_CA_FILE|.*_CLIENT_(?:CERT|KEY)_FILE)$/i;

/**
 * Looks at the proxies and certificates that are set, so that a wrong one is noticed at the start.
 *
 * @throws SetupError where one of them cannot be used.
 */
export async function checkNetwork(
  { api, features }: Pick<App, 'api' | 'features'>,
  env: Environment,
): Promise<void> {
  if (!Object.keys(env).some((name) => env[name] && ofNetwork.test(name))) return;
  const { proxies } = await features();
  if (proxies !== undefined) await (await loadPart(proxies, 'proxies')).checkWays(api, env);
}

/** Looks at the keys that seal what clients bring back. @throws SetupError where one is too short. */
export async function checkKeys({ features }: App, env: Environment): Promise<void> {
  const { questions } = await features();
  if (questions !== undefined) await (await loadPart(questions, 'questions')).checkKeys(env);
}

/** Says which credentials are set, and of users whether they are logged in, which whoever starts the server need not wait for. */
function tellCredentials(app: App, env: Environment, log: (line: string) => void): void {
  const summary = summarizeCredentials(app.api, env);
  if (summary === undefined) return;
  log(summary);
  if (Object.values(listSchemes(app.api)).some((scheme) => 'login' in scheme))
    void app
      .features()
      .then((features) => loadPart((features as CommandFeatures).commands, 'commands'))
      .then(({ describeLogins }) => describeLogins(app, env, log));
}

/**
 * The variables of the `.env` file of the project whose `dist/` holds the program, if there is one: clients start it
 * from any folder. What the environment itself says counts more.
 *
 * @throws SetupError where there is one that cannot be read.
 */
async function readEnvFile(script: string): Promise<Environment> {
  const folder = dirname(resolve(script));
  if (basename(folder) !== 'dist') return {};
  const file = join(folder, '..', '.env');
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return {};
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new SetupError(`The settings file ${file} cannot be read: ${error.message}.`);
  });
  return parseEnv(text);
}

/** Reads the flags; one that stands for a list may be given several times, any other once. */
function readFlags(args: string[], settings: Program['settings'], others: Program['options']): Flags {
  const options: Program['options'] = {
    ...others,
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'v' },
  };
  for (const { name, value } of settings)
    options[name] = { type: value === undefined ? 'boolean' : 'string' };
  const lists = new Set(settings.filter(({ isList }) => isList).map(({ name }) => name));
  const given = parse(args, options);
  return Object.fromEntries(
    Object.entries(given).map(([name, values]) => {
      const [value, ...more] = values;
      if (more.length === 0) return [name, value];
      if (lists.has(name)) return [name, values.join(',')];
      throw new SetupError(`--${name} is given ${values.length} times: give it once.\nSee --help.`);
    }),
  );
}

function parse(args: string[], options: Program['options']): Record<string, (string | boolean)[]> {
  const repeatable = Object.entries(options).map(([name, option]) => [name, { ...option, multiple: true }]);
  try {
    const { values } = parseArgs({ args, options: Object.fromEntries(repeatable) as Program['options'] });
    return values as Record<string, (string | boolean)[]>;
  } catch (error) {
    throw new SetupError(`${(error as Error).message}\nSee --help.`);
  }
}

/** The id under which a message is to be answered, whatever else is wrong with it. */
export function idOf(message: unknown): RequestId | null {
  const id = isObject(message) ? message['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/**
 * Why a call is refused before the SDK sees it, if it is: of arguments that are no object, it would tell in the words of
 * its own schemas, and it takes `__proto__` out before a handler sees it.
 */
export function refuseCall(message: unknown): string | undefined {
  const { method, params } = isObject(message) ? message : {};
  const args = isObject(params) ? params['arguments'] : undefined;
  if (isObject(args) && Object.hasOwn(args, '__proto__'))
    return `Invalid params: "__proto__" is not allowed as the name of an argument; ${unsent}`;
  if (method !== 'tools/call' || args === undefined || isObject(args)) return undefined;
  const given = Array.isArray(args) ? 'a list' : JSON.stringify(args);
  return `Invalid params: arguments must be an object, with each argument by its name, and not ${echo(given, longest)}; ${unsent}`;
}

const unsent = 'nothing was sent to the API';

/** Characters of a text in an error: names and headers that a caller gave are repeated in some. */
const longest = 400;

/** The error of a message, without what a caller could have put into its texts. */
export function clipError<T>(message: T): T {
  if (!isObject(message) || !isObject(message['error'])) return message;
  return { ...message, error: clipTexts(message['error']) };
}

function clipTexts(value: unknown): unknown {
  if (typeof value === 'string') return echo(value, longest);
  if (Array.isArray(value)) return value.map(clipTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, clipTexts(member)]));
}

/** Whether a message, or one of a batch, asks to be told how it goes (MCP, Progress). */
export function asksForProgress(body: unknown): boolean {
  if (Array.isArray(body)) return body.some(asksForProgress);
  const params = isObject(body) ? body['params'] : undefined;
  const meta = isObject(params) ? params['_meta'] : undefined;
  return isObject(meta) && meta['progressToken'] !== undefined;
}
