import { createFetchMeans, createTokenNetwork } from '../call/createProver.js';
import type { CommandParts } from './runProgram.js';
import { parseArgs } from 'node:util';
import { certificateOf, type Environment, isProvided, listApis, listSchemeVariables } from '../settings.js';
import type { AuthKind, FetchMeans, Login, LoginParts, LoginPart } from '../auth/credentials.js';
import { CallError, SetupError, notSent } from '../errors.js';
import type { Features } from '../features.js';
import { nameAgent } from '../http/createNetwork.js';
import { loadPart, memoize } from '../memo.js';
import { locateAllSchemes } from '../request/servers.js';
import type { App } from '../extensions.js';
import { escapeHidden, nearest } from '../text.js';
import type { ApiAccess } from '../tool.js';

type Schemes = Pick<ApiAccess, 'auth'>;

const options = {
  login: { device: { type: 'boolean' }, 'no-browser': { type: 'boolean' }, port: { type: 'string' } },
  logout: {},
  status: { json: { type: 'boolean' } },
} as const;

const help: Record<keyof typeof options, readonly string[]> = {
  login: [
    'login [scheme]: logs a user in, and saves the tokens that this server then uses and renews.',
    '  --device         enter a code on any device, instead of a browser on this machine',
    '  --no-browser     only print the URL',
    '  --port <number>  the port of this machine that the browser is sent back to (default: any that is free)',
    'Exit code: 0 where the user is logged in, otherwise 1.',
  ],
  logout: [
    'logout [scheme]: deletes the tokens of a user, and has them revoked where the authorization server can do that.',
    'Exit code: 0.',
  ],
  status: [
    'status [scheme]: says which security schemes of the API are configured, and never their values.',
    '  --json           as JSON',
    'Exit code: 0 where at least one of them is configured, otherwise 1.',
  ],
};

/** Runs `login`, `logout` or `status`. @returns the exit code. */
export async function runCommand({ app, env, args, write, log }: CommandParts): Promise<number> {
  const [command, ...rest] = args as [keyof typeof options, ...string[]];
  const { values, positionals } = parseCommand(command, rest);
  if (values['help'] === true) {
    help[command].forEach(write);
    return 0;
  }
  const features = await app.features();
  const meansOf = await openMeans(app, env, features);
  const api = { auth: locateAllSchemes(app.api, env) };
  const [wanted] = positionals;
  try {
    if (command === 'status') {
      const all = await listStatus(api, env, features, meansOf);
      const found = wanted === undefined ? all : all.filter(({ scheme }) => scheme === findName(api, wanted));
      const lines = found.map(describeStatus);
      if (values['json'] === true) write(JSON.stringify(found, undefined, 2));
      else (lines.length === 0 ? ['This API asks for no credentials.'] : lines).forEach(write);
      return found.length === 0 || found.some(({ configured }) => configured) ? 0 : 1;
    }
    const parts = chooseLogin(api, wanted, env, meansOf);
    const { logIn, logOut } = (await loadPart(features.login, 'login')) as LoginPart;
    if (command === 'logout') {
      write((await logOut(parts)) ? `Logged out of ${parts.name}.` : `Nobody is logged in to ${parts.name}.`);
      return 0;
    }
    tellUnused(parts, log);
    const browser = values['no-browser'] !== true;
    const way = values['device'] === true ? 'device' : undefined;
    write(await logIn(parts, way, { log, browser, port: readPort(values['port']) }));
    return 0;
  } catch (error) {
    if (error instanceof CallError) throw new SetupError(error.message.replace(notSent, ''));
    throw error;
  }
}

/** How the authorization server of a scheme is asked. */
type MeansOf = (scheme: string) => FetchMeans;

/** What proves who asks is that of the API which the scheme is of. */
async function openMeans({ api, settings }: App, env: Environment, { proxies }: Features): Promise<MeansOf> {
  const ways = proxies && (await loadPart(proxies, 'proxies'));
  const ofApi = memoize((one: ApiAccess) =>
    createFetchMeans(
      createTokenNetwork(env, ways, nameAgent(api), certificateOf(one, api)),
      settings.timeoutMs,
      api.name,
      env,
    ),
  );
  return (scheme) => ofApi(listApis(api).find(({ auth }) => Object.hasOwn(auth, scheme)) ?? api);
}

function parseCommand(command: keyof typeof options, args: string[]) {
  try {
    const parsed = parseArgs({
      args,
      allowPositionals: true,
      options: { ...options[command], help: { type: 'boolean', short: 'h' } },
    });
    if (parsed.positionals.length > 1) throw new Error('Name one security scheme at most.');
    return { values: parsed.values as Record<string, unknown>, positionals: parsed.positionals };
  } catch (error) {
    throw new SetupError(`${(error as Error).message}\nSee ${command} --help.`);
  }
}

function readPort(text: unknown): number {
  if (text === undefined) return 0;
  if (typeof text === 'string' && /^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new SetupError(`--port must be a number from 0 to 65535, not ${JSON.stringify(text)}.`);
}

function findName({ auth }: Schemes, wanted: string, names = Object.keys(auth)): string {
  if (names.includes(wanted)) return wanted;
  const meant = nearest(wanted, names);
  const guess = meant === undefined ? '' : ` Did you mean ${JSON.stringify(meant)}?`;
  throw new SetupError(
    `There is no security scheme ${JSON.stringify(wanted)} here.${guess} There ${names.length === 0 ? 'is none' : `are: ${names.join(', ')}`}.`,
  );
}

/** The scheme that a user logs in to: the one that is named, or the only one. */
function chooseLogin(
  api: Schemes,
  wanted: string | undefined,
  env: Environment,
  meansOf: MeansOf,
): LoginParts {
  const names = Object.keys(api.auth).filter((name) => loginOf(api, name) !== undefined);
  const [only, ...others] = names;
  if (only === undefined) {
    throw new SetupError(
      'No security scheme of this API is one that users log in to by this server. "status" says what to set.',
    );
  }
  if (wanted === undefined && others.length > 0)
    throw new SetupError(`Say which one: ${names.join(' or ')}.`);
  const name = wanted === undefined ? only : findName(api, wanted, names);
  return { name, scheme: loginOf(api, name)!, env, means: meansOf(name) };
}

function loginOf({ auth }: Schemes, name: string): LoginParts['scheme'] | undefined {
  const scheme = auth[name];
  return scheme?.kind === 'oauth2' && scheme.login !== undefined ? scheme : undefined;
}

/** What the environment has is sent before what a login gives. */
function tellUnused({ scheme: { env: names }, env }: LoginParts, log: CommandParts['log']): void {
  const set = [names.token, names.refreshToken].filter((name) => isProvided(env, name));
  if (set.length > 0)
    log(`${set.join(' and ')} counts more than a login: unset it for this login to be used.`);
}

/** How one security scheme is configured. */
interface SchemeStatus {
  scheme: string;
  kind: string;
  configured: boolean;
  /** The names of its variables. */
  set: string[];
  unset: string[];
  login?: Login;
  problem?: string;
}

async function listStatus(
  api: Schemes,
  env: Environment,
  features: Features,
  meansOf: MeansOf,
): Promise<SchemeStatus[]> {
  const found: SchemeStatus[] = [];
  for (const [name, scheme] of Object.entries(api.auth)) {
    const variables = listSchemeVariables(scheme);
    const isSet = (variable: string) => isProvided(env, variable);
    const status: SchemeStatus = {
      scheme: name,
      kind: scheme.kind,
      configured: false,
      set: variables.filter(isSet),
      unset: variables.filter((variable) => !isSet(variable)),
    };
    found.push(status);
    if (scheme.kind === 'unsupported') {
      status.problem = scheme.reason;
      continue;
    }
    const means = meansOf(name);
    try {
      const login = loginOf(api, name);
      if (login !== undefined) {
        const { readLogin } = (await loadPart(features.login, 'login')) as LoginPart;
        status.login = await readLogin({ name, scheme: login, env, means });
      }
      const kind = (await loadPart(features.credentials[scheme.kind], scheme.kind)) as AuthKind<never>;
      status.configured = (await kind.read(scheme as never, env, means, name)) !== undefined;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      status.problem = error.message.replace(notSent, '');
    }
  }
  return found;
}

/** Says of each scheme that users log in to, and of which something is set, how it stands. */
export async function describeLogins(app: App, env: Environment, log: CommandParts['log']): Promise<void> {
  const schemes = { auth: locateAllSchemes(app.api, env) };
  const features = await app.features();
  const all = await listStatus(schemes, env, features, await openMeans(app, env, features));
  for (const one of all) if (one.login !== undefined && one.set.length > 0) log(describeStatus(one));
}

function describeStatus({ scheme, configured, set, unset, login, problem }: SchemeStatus): string {
  return escapeHidden(`${scheme}: ${problem ?? [...describe()].join('; ')}`);

  function* describe(): Iterable<string> {
    if (login?.isLoggedIn === true) {
      yield login.isRenewed
        ? 'logged in, and renewed by itself'
        : `logged in until ${login.endsAt ?? 'it is revoked'}`;
      if (login.scope !== undefined) yield `scopes ${login.scope}`;
      yield `tokens in ${login.file}`;
    } else if (login !== undefined && !configured) {
      yield `not logged in: run login ${scheme}`;
    }
    if (set.length > 0) yield `set: ${set.join(', ')}`;
    if (!configured && unset.length > 0) yield `not set: ${unset.join(', ')}`;
  }
}
