import { basename } from 'node:path';
import { fillServer, isExposed, readBaseUrl } from '../request/servers.js';
import {
  certificateOf,
  type Environment,
  isAbsent,
  isProvided,
  listApis,
  listSchemes,
  listVariables,
} from '../settings.js';
import type { ApiAccess, ApiInfo } from '../tool.js';

/** What a program can be told. */
interface UsageParts {
  /** A line for each flag. */
  flags: readonly string[];
  /** The environment variables that only this program reads. */
  variables: readonly (readonly [name: string, words: string])[];
  /** Set where it has commands. */
  commands: unknown;
}

/** The text of `--help`. */
export function describeUsage(
  api: ApiInfo,
  script: string,
  { flags, variables: own, commands }: UsageParts,
): string {
  const hasCommands = commands !== undefined;
  const environment = [
    ...listApis(api).flatMap((one) => listApiVariables(one, api.sources ? one.title : 'the API')),
    ['MCP_TIMEOUT_MS', 'time limit of one request to the API, in milliseconds (default 30000)'],
    ['MCP_RETRIES', 'retries for transient failures of idempotent requests (default 2)'],
    ['MCP_ANSWER_TOKENS', 'maximum tokens of a result that are shown (default 20000)'],
    ['MCP_DOWNLOAD_DIR', 'folder for files that the API returns (default: embedded in the result)'],
    ['MCP_CONCURRENCY', 'maximum concurrent requests to the API (default 16)'],
    ['MCP_QUEUE', 'maximum queued requests (default 1000)'],
    ['MCP_FILE_ROOTS', 'folders from which files may be uploaded, comma-separated (default: none)'],
    ['MCP_UPLOAD_MB', 'maximum size of a request body, in megabytes (default 100)'],
    [
      'MCP_STATE_KEYS',
      'keys that seal what clients bring back, comma-separated (default: one for each process)',
    ],
    ['HTTP_PROXY, HTTPS_PROXY', 'proxies for requests to the API; NO_PROXY names hosts without one'],
    ['MCP_CA_FILE', 'file with the certificates of additional trusted authorities, in PEM format'],
    ...describeCertificates(api),
    ['MCP_PAGE_SIZE', 'tools on a page of the list (default: as many as fit into 8 MB)'],
    ['MCP_TOOLSETS', 'toolsets to offer, comma-separated (default: all)'],
    ['MCP_READ_ONLY', 'true to offer only read-only tools'],
    ['MCP_EXCLUDE', 'tools and toolsets not to offer, comma-separated'],
    [
      'MCP_MODE',
      'list (list all tools), dynamic (search for them) or auto: list few, search many (default auto)',
    ],
    ['MCP_MOCK', 'true to respond from the examples and schemas of the document, and to send nothing'],
    ...own,
  ].filter(([names = '']) => !names.split(', ').every((name) => isAbsent(api, name)));
  return [
    `Usage: node ${basename(script)} [flags]`,
    ...(hasCommands ? [`       node ${basename(script)} status|login|logout [scheme] [flags]`] : []),
    '',
    `${api.title} as an MCP server.`,
    '',
    ...(hasCommands ? describeCommands(api) : []),
    'Flags:',
    ...[
      ...flags,
      `${'--version, -v'.padEnd(25)} show the version of the API`,
      `${'--help, -h'.padEnd(25)} show this text`,
    ].map((flag) => `  ${flag}`),
    '',
    'Environment:',
    ...environment.map(([name = '', words = '']) => `  ${name.padEnd(24)}  ${words}`),
    ...describeAbsent(api),
    '',
  ].join('\n');
}

function describeCommands(api: ApiInfo): string[] {
  const logins = [
    '  login                     log in to the API, and save the tokens (--help for more)',
    '  logout                    delete the saved tokens',
  ];
  const hasLogin = Object.values(listSchemes(api)).some((scheme) => scheme.kind === 'oauth2' && scheme.login);
  return [
    'Commands:',
    '  status                    say which credentials are configured (--help for more)',
    ...(hasLogin ? logins : []),
    '',
  ];
}

/** What an owner can build in besides, by the lines of mcpwright.yaml. */
function describeAbsent({ absent = {} }: ApiInfo): string[] {
  const parts = Object.entries(absent);
  if (parts.length === 0) return [];
  return [
    '',
    'Not built in (write the line under "features:" in mcpwright.yaml, and run npm run generate):',
    ...parts.map(([line, variables]) => `  ${line.padEnd(24)}  ${variables.replaceAll(' ', ', ')}`),
  ];
}

/** The variables of an API, which is called so. */
function listApiVariables({ servers, baseUrlEnv, auth }: ApiAccess, called: string): string[][] {
  const [first] = servers;
  // The first is called: a variable of another has no effect.
  const variables = Object.values(first?.variables ?? {}).map(({ env }) => env);
  return [
    [baseUrlEnv, `base URL of ${called}${first === undefined ? ' (needed)' : ` (default ${first.url})`}`],
    ...variables.map((name) => [name, 'part of the base URL']),
    ...listVariables(withoutCertificates(auth)).map((name) => [
      name,
      `credential for ${called}; or ${name}_FILE, the path of a file that holds it`,
    ]),
  ];
}

function withoutCertificates(auth: ApiAccess['auth']): ApiAccess['auth'] {
  return Object.fromEntries(Object.entries(auth).filter(([, { kind }]) => kind !== 'client-certificate'));
}

/** The certificates that connections prove with who calls: one, or that of each API which asks for one. */
function describeCertificates(api: ApiInfo): string[][] {
  return listApis(api).flatMap((one) => {
    const own = certificateOf(one, api);
    const of = api.sources === undefined ? '' : ` for ${one.title}`;
    const words = `file with the client certificate${of}, in PEM format; ${own?.key} names its key; MCP_CLIENT_CERT_FOR_TOKENS=true shows it to authorization servers too`;
    return own === undefined ? [] : [[own.certificate, words]];
  });
}

/** Lines for the operator on what calls will lack, if anything. */
export function describeMissing(api: ApiInfo, env: Environment): string | undefined {
  const lines = listApis(api)
    .flatMap((one) => [lacksCredentials(one, env), lacksAddress(one, env)])
    .filter((line) => line !== undefined);
  return lines.length === 0 ? undefined : lines.join('\n');
}

/**
 * Where the API asks for credentials and none at all is configured. Where one is, it may be all that is needed:
 * schemes are often alternatives.
 */
function lacksCredentials({ auth }: ApiAccess, env: Environment): string | undefined {
  const variables = listVariables(auth);
  if (variables.length === 0 || variables.some((name) => isProvided(env, name))) return undefined;
  const names = [variables.slice(0, -1).join(', '), ...variables.slice(-1)].filter(Boolean).join(' or ');
  return `No ${names} is set: calls that need credentials will be refused.`;
}

/** Where the base URL has no value for a variable, or sends credentials for all to read. */
function lacksAddress(
  { baseUrlEnv, servers: [server], auth }: ApiAccess,
  env: Environment,
): string | undefined {
  const override = env[baseUrlEnv]?.trim();
  if (!override && server === undefined) return `No ${baseUrlEnv} is set: calls will be refused.`;
  const base = override ? readBaseUrl(override) : server && fillServer(server, env);
  if (Array.isArray(base)) {
    const names = base.flatMap((fault) => fault.env ?? []);
    return `${base.map(({ what }) => what).join('; ')}: calls will be refused. Set ${[...names, baseUrlEnv].join(', or ')}.`;
  }
  const isSent = listVariables(auth).length > 0;
  return base instanceof URL && isSent && isExposed(base.href)
    ? `Credentials travel unencrypted to ${base.origin}: prefer https.`
    : undefined;
}
