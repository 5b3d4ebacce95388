import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { SetupError } from './errors.js';
import { nearest } from './text.js';
import type { ApiAccess, ApiInfo, AuthScheme, CertificateVariables, Requirement, Toolset } from './tool.js';

/** Environment variables, handed down from the entry: nothing else in `runtime/` reads `process`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the operator can set, apart from credentials and the API's base URL. */
export interface Settings {
  /** `MCP_TIMEOUT_MS`: how long one request to the API may take. Most clients give up after 60 s. */
  timeoutMs: number;
  /** `MCP_RETRIES`: retries for transient failures of idempotent requests. */
  retries: number;
  /** `MCP_ANSWER_TOKENS`: maximum tokens of a result that are shown. Unset, as many as clients show, as far as that is known. */
  answerTokens: number | undefined;
  /** `MCP_DOWNLOAD_DIR`: the folder that files are saved in. Unset, they are embedded in the result. */
  downloads: string | undefined;
  /** `MCP_CONCURRENCY`: requests to the API that are under way at once, at most. */
  concurrency: number;
  /** `MCP_QUEUE`: requests that wait for their turn, at most; what comes beyond fails at once. */
  queue: number;
  /** `MCP_FILE_ROOTS`, comma-separated: the folders that files to be sent may be read from. Unset, there are none. */
  fileRoots: readonly string[];
  /** `MCP_UPLOAD_MB`: megabytes that one request may send. */
  uploadMb: number;
  /** `MCP_MOCK`: calls are answered from the document, and nothing is sent. */
  mock: boolean;
  /** `MCP_PAGE_SIZE`: tools on one page of `tools/list`. Unset, all are on one: many clients read only the first. */
  pageSize: number | undefined;
  /** `MCP_MODE`: whether tools are listed or searched for; `auto` lists them where that is not too much. */
  mode: Mode;
  /** `MCP_TOOLSETS`, comma-separated: the toolsets that are offered; all where it is not set. */
  toolsets: readonly string[] | undefined;
  /** `MCP_READ_ONLY`: only tools that read are offered. */
  readOnly: boolean;
  /** `MCP_EXCLUDE`, comma-separated: tools and toolsets that are not offered. */
  exclude: readonly string[];
  /** `MCP_SESSIONS`: over HTTP, clients of protocol 2025-11-25 and before get sessions. */
  sessions: boolean;
  /** `MCP_STATE_KEYS`: whether the operator has set what seals the values that clients bring back. */
  hasStateKeys: boolean;
  /** Whether calls over HTTP are made with credentials of their users. */
  isPerUser: boolean;
  /** `HOST` and `PORT`: where the HTTP server listens. */
  host: string;
  port: number;
  /** `MCP_ALLOWED_ORIGINS`, comma-separated: web pages that may call the HTTP server, such as `https://app.example.com`. */
  allowedOrigins: readonly string[];
  /** `MCP_ALLOWED_HOSTS`, comma-separated: names besides localhost under which clients reach the HTTP server. */
  allowedHosts: readonly string[];
}

/** Under which the entry puts the path of its script into the environment. */
export const programVariable = 'MCP_PROGRAM';

export const modes = ['auto', 'list', 'dynamic'] as const;
export type Mode = (typeof modes)[number];

/** Reads and checks every setting at once, so that a wrong one is noticed at the start; `usualMode` holds where none is set. */
export function readSettings(env: Environment, usualMode: Mode = 'auto'): Settings {
  const toolsets = readList(env, 'MCP_TOOLSETS');
  return {
    timeoutMs: readInteger(env, 'MCP_TIMEOUT_MS', 1, longestTimer) ?? 30_000,
    retries: readInteger(env, 'MCP_RETRIES', 0) ?? 2,
    answerTokens: readInteger(env, 'MCP_ANSWER_TOKENS', 100),
    downloads: env['MCP_DOWNLOAD_DIR']?.trim() || undefined,
    concurrency: readInteger(env, 'MCP_CONCURRENCY', 1) ?? 16,
    queue: readInteger(env, 'MCP_QUEUE', 0) ?? 1_000,
    fileRoots: readList(env, 'MCP_FILE_ROOTS').map((root) => resolve(root)),
    uploadMb: readInteger(env, 'MCP_UPLOAD_MB', 1) ?? 100,
    mock: readSwitch(env, 'MCP_MOCK'),
    pageSize: readInteger(env, 'MCP_PAGE_SIZE', 1),
    mode: readChoice(env, 'MCP_MODE', modes, nameSetting('MCP_MODE')) ?? usualMode,
    toolsets: toolsets.length === 0 ? undefined : toolsets,
    readOnly: readSwitch(env, 'MCP_READ_ONLY'),
    exclude: readList(env, 'MCP_EXCLUDE'),
    sessions: readSwitch(env, 'MCP_SESSIONS'),
    hasStateKeys: isProvided(env, 'MCP_STATE_KEYS'),
    isPerUser: callsAsUser(env),
    host: env['HOST'] || '127.0.0.1',
    port: readInteger(env, 'PORT', 0) ?? 3000,
    allowedOrigins: readList(env, 'MCP_ALLOWED_ORIGINS'),
    allowedHosts: readList(env, 'MCP_ALLOWED_HOSTS'),
  };
}

/** The line of mcpwright.yaml that builds in what a variable, or a variable with a value, asks for; nothing where it is. */
export function findAbsent({ absent = {} }: Pick<ApiInfo, 'absent'>, asked: string): string | undefined {
  return Object.entries(absent).find(([, variables]) => variables.split(' ').includes(asked))?.[0];
}

/** Whether all that a variable could ask for was not built in: the mode of tools is one where nothing searches. */
export function isAbsent(api: Pick<ApiInfo, 'absent'>, variable: string): boolean {
  return [variable, `${variable}=dynamic`].some((asked) => findAbsent(api, asked) !== undefined);
}

/**
 * Refuses what the operator asks for where the part that does it was not built in.
 *
 * @throws SetupError that says what to write into mcpwright.yaml.
 */
export function refuseAbsent(api: Pick<ApiInfo, 'absent'>, env: Environment): void {
  for (const [name, given = ''] of Object.entries(env)) {
    const value = given.trim();
    const line = findAbsent(api, `${name}=${value}`) ?? findAbsent(api, name);
    if (line === undefined || /^(?:0|false)?$/.test(value)) continue;
    throw new SetupError(
      `${nameSetting(name)} is set, but what it asks for was not built into this server. Write "features: { ${line} }" into mcpwright.yaml and run npm run generate, or do not set it.`,
    );
  }
}

/** Whether a setting says that calls are made with credentials of the user, in place of those of the server. */
export function callsAsUser(env: Environment): boolean {
  return ['MCP_FORWARD_HEADERS', 'MCP_EXCHANGE'].some((name) => env[name]?.trim());
}

/** Whether a variable says who is let in, or whose credentials calls are made with: a misspelt one stops the server. */
export function isDoorSetting(name: string): boolean {
  return /^MCP_(?:AUTH_|FORWARD|EXCHANG)/.test(name);
}

/** What a timer of Node can wait, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

export function readInteger(
  env: Environment,
  name: string,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  const value = Number(text);
  if (value > most) throw new SetupError(`${name} must be at most ${most}, not "${text}".`);
  if (!Number.isSafeInteger(value) || value < least) {
    throw new SetupError(`${name} must be a whole number of at least ${least}, not "${text}".`);
  }
  return value;
}

export function readList(env: Environment, name: string): string[] {
  return (env[name] ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function readChoice<T extends string>(
  env: Environment,
  name: string,
  choices: readonly T[],
  called = name,
): T | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  const choice = choices.find((one) => one === text);
  if (choice !== undefined) return choice;
  const meant = nearest(text, choices);
  const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const wanted = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
  throw new SetupError(`${called} must be ${wanted}, not "${text}".${guess}`);
}

export function readSwitch(env: Environment, name: string): boolean {
  return readChoice(env, name, ['true', '1', 'false', '0'])?.match(/^(?:true|1)$/) != null;
}

/** A flag that stands for an environment variable, and comes before it. */
export interface SettingFlag {
  name: string;
  variable: string;
  /** What its value is called; a flag without one is a switch. */
  value?: string;
  /** Whether it may be given again, for more. */
  isList?: boolean;
  about: string;
}

/** What every program can be told about the tools that it offers. */
export const toolFlags: readonly SettingFlag[] = [
  {
    name: 'toolsets',
    variable: 'MCP_TOOLSETS',
    value: 'names',
    isList: true,
    about: 'offer only these toolsets',
  },
  { name: 'read-only', variable: 'MCP_READ_ONLY', about: 'offer only read-only tools' },
  {
    name: 'exclude',
    variable: 'MCP_EXCLUDE',
    value: 'names',
    isList: true,
    about: 'do not offer these tools or toolsets',
  },
  {
    name: 'mode',
    variable: 'MCP_MODE',
    value: 'mode',
    about: 'auto, list (show all tools) or dynamic (search for them)',
  },
  { name: 'mock', variable: 'MCP_MOCK', about: 'respond from the document, and send nothing' },
];

/** What HTTP programs can be told besides. */
export const sessionFlag: SettingFlag = {
  name: 'sessions',
  variable: 'MCP_SESSIONS',
  about: 'keep sessions for clients of protocol 2025-11-25 and earlier',
};

/** What messages call a setting: its variable, and before it the flag that stands for it, where there is one. */
export function nameSetting(variable: string): string {
  const flag = toolFlags.find((one) => one.variable === variable);
  return flag === undefined ? variable : `--${flag.name} (${variable})`;
}

/** The environment with the values of such flags in it. */
export function setFlags(
  env: Environment,
  settings: readonly SettingFlag[],
  flags: Readonly<Record<string, string | boolean | undefined>>,
): Environment {
  const given = settings.filter(({ name }) => flags[name] !== undefined);
  return {
    ...env,
    ...Object.fromEntries(given.map(({ name, variable }) => [variable, String(flags[name])])),
  };
}

/** The line of `--help` for a flag. */
export function describeFlag({ name, variable, value, about }: SettingFlag): string {
  const flag = value === undefined ? `--${name}` : `--${name} <${value}>`;
  return `${flag.padEnd(25)} ${about} (${variable})`;
}

/** Most clients give up after 60 s. */
const usualMs = 55_000;

/** How long a call may take with all its redirects and repetitions, where one request may take `timeoutMs`. */
export function callLimit(timeoutMs: number): number {
  return Math.max(timeoutMs, usualMs);
}

/** Tokens of a result that are shown, unless the operator says otherwise, or a client is known to show fewer. */
export const usualTokens = 20_000;

const charactersPerToken = 4.4;

/** About how many characters of JSON so many tokens are. */
export function toCharacters(tokens: number): number {
  return Math.floor(tokens * charactersPerToken);
}

/** What the server proves itself with, unless it offers several APIs. */
export const ownCertificate: CertificateVariables = {
  certificate: 'MCP_CLIENT_CERT_FILE',
  key: 'MCP_CLIENT_KEY_FILE',
  passphrase: 'MCP_CLIENT_KEY_PASSPHRASE',
};

/** What proves who calls: the only API sees what the server has; of several, each that asks for a certificate its own. */
export function certificateOf({ auth }: ApiAccess, { sources }: ApiInfo): CertificateVariables | undefined {
  if (sources === undefined) return ownCertificate;
  return Object.values(auth).find((scheme) => scheme.kind === 'client-certificate')?.env;
}

/** The APIs behind the server: one, or as many as it offers documents of. */
export function listApis(api: ApiInfo): ApiAccess[] {
  return api.sources === undefined ? [api] : Object.values(api.sources);
}

/** The security schemes of all APIs: those of several have names that begin with their sources. */
export function listSchemes(api: ApiInfo): ApiInfo['auth'] {
  return Object.assign({}, ...listApis(api).map(({ auth }) => auth)) as ApiInfo['auth'];
}

/** The API that the tools of a toolset call. */
export function findApi(api: ApiInfo, { source = '' }: Pick<Toolset, 'source'>): ApiAccess {
  return api.sources?.[source] ?? api;
}

/** The environment variables that each kind of security scheme needs: known at the start, without what reads them. */
const readers: { [K in AuthScheme['kind']]: (scheme: Extract<AuthScheme, { kind: K }>) => string[] } = {
  'api-key': ({ env }) => [env],
  basic: ({ env }) => [env.username, env.password],
  bearer: ({ env }) => [env],
  oauth2: ({ env }) => [env.clientId, env.clientSecret, env.refreshToken, env.token],
  'client-certificate': ({ env }) => [env.certificate, env.key],
  session: ({ env, given }) => [...new Set(Object.values(env)), given],
  unsupported: () => [],
};

/** Whether a variable has a value, or names a file that has. */
export function isProvided(env: Environment, name: string): boolean {
  return Boolean(env[name]?.trim() || env[`${name}_FILE`]);
}

/** The environment variables of a scheme. */
export function listSchemeVariables(scheme: AuthScheme): string[] {
  return readers[scheme.kind](scheme as never);
}

/** The environment variables of the schemes that an operation can use. */
export function variablesOf(security: readonly Requirement[], auth: ApiInfo['auth']): string[] {
  const names = new Set(security.flatMap((requirement) => Object.keys(requirement)));
  return [...names].flatMap((name) => {
    const scheme = Object.hasOwn(auth, name) ? auth[name] : undefined;
    return scheme === undefined ? [] : listSchemeVariables(scheme);
  });
}

/** The environment variables of all schemes of an API. */
export function listVariables(auth: ApiInfo['auth']): string[] {
  const schemes = Object.keys(auth).map((name) => ({ [name]: [] }));
  return [...new Set(variablesOf(schemes, auth))];
}

/** Whether calls may lack something that the operator is to be told of: a credential, or a base URL. */
export function mayLack(api: ApiInfo, env: Environment): boolean {
  return listApis(api).some(({ auth, baseUrlEnv, servers: [server] }) => {
    const isPlain = server !== undefined && /^https:[^{]*$/.test(server.url) && !env[baseUrlEnv];
    return !isPlain || !listVariables(auth).some((name) => isProvided(env, name));
  });
}

/** Which variables of which schemes are set, in one line, and never their values. */
export function summarizeCredentials(api: ApiInfo, env: Environment): string | undefined {
  const found = Object.entries(listSchemes(api)).flatMap(([name, scheme]) => {
    const set = listSchemeVariables(scheme).filter((variable) => isProvided(env, variable));
    return set.length === 0 ? [] : [`${name} (${set.join(', ')})`];
  });
  return found.length === 0 ? undefined : `Credentials set: ${found.join('; ')}`;
}

/**
 * Looks at the folders that files are sent from and saved in, so that a wrong one is noticed at the start. The one that
 * they are saved in is made when it is needed.
 *
 * @throws SetupError where one is no folder.
 */
export function checkFolders({ fileRoots, downloads }: Pick<Settings, 'fileRoots' | 'downloads'>): void {
  for (const root of fileRoots) if (isFolder(root) !== true) throw noFolder('MCP_FILE_ROOTS', root);
  if (downloads !== undefined && isFolder(downloads) === false) throw noFolder('MCP_DOWNLOAD_DIR', downloads);
}

/** Undefined where nothing is there. */
function isFolder(path: string): boolean | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory();
  } catch {
    return false;
  }
}

function noFolder(variable: string, path: string): SetupError {
  return new SetupError(`${variable} names "${path}", which is not a folder of this machine.`);
}
