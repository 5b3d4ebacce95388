import type { LoginPlan } from '../../templates/project/src/runtime/auth/session/logIn.js';
import type { ServerUrl } from '../../templates/project/src/runtime/tool.js';
import { listSchemes } from '../model/requests.js';
import { type ApiAccess, type Server, hasSubscriptions, listCallable } from '../model/server.js';
import type { Transports } from './features.js';

/** An environment variable that the emitted server reads. Its texts may be the document's: they are plain. */
export interface Setting {
  name: string;
  about: string;
  /** What holds when it is not set; empty where nothing does. */
  fallback: string;
  kind: 'credential' | 'api' | 'server';
  /** The document that it is for, where there are several. */
  source?: string;
  /** What it is for, where it is one of the server itself. */
  subject?: string;
  /** Little works without it: every client has to hand it over. */
  needed: boolean;
  /** The security scheme that a credential is for, as operations ask for it. */
  scheme?: string;
}

/** What connections prove with who calls; needed where the API has a security scheme that says so. */
const identity = {
  certificate: 'File with the client certificate, in PEM format',
  key: 'File with its private key, in PEM format (the file of the certificate unless set)',
  passphrase: 'Passphrase of the private key, if it is encrypted',
};

/** Settings of the server itself that are for one thing. */
interface Subject {
  title: string;
  /** Whose part of the runtime reads them, where that may be missing. */
  reader?: 'http' | 'program' | 'platform' | 'users' | 'subscriptions' | 'files';
  settings: readonly Pick<Setting, 'name' | 'about' | 'fallback'>[];
}

/** What the runtime reads whatever the API is, by subject. */
const subjects: readonly Subject[] = [
  {
    title: 'What is offered',
    settings: [
      {
        name: 'MCP_TOOLSETS',
        about: 'Toolsets to offer, comma-separated (all unless set)',
        fallback: '',
      },
      { name: 'MCP_READ_ONLY', about: 'true to offer only read-only tools', fallback: 'false' },
      {
        name: 'MCP_EXCLUDE',
        about: 'Tools and toolsets not to offer, comma-separated',
        fallback: '',
      },
      {
        name: 'MCP_MODE',
        about:
          'list to list all tools, dynamic to let clients search for them, auto to list few and search many',
        fallback: 'auto',
      },
      {
        name: 'MCP_PAGE_SIZE',
        about:
          'Tools on a page of the list (unless set, as many as fit into 8 MB; many clients read only the first page)',
        fallback: '',
      },
    ],
  },
  {
    title: 'Calls and results',
    settings: [
      {
        name: 'MCP_MOCK',
        about: 'true to respond from the examples and schemas of the document, and to send nothing',
        fallback: 'false',
      },
      {
        name: 'MCP_TIMEOUT_MS',
        about: 'Time limit of one request to the API, in milliseconds',
        fallback: '30000',
      },
      {
        name: 'MCP_RETRIES',
        about: 'Retries for transient failures of idempotent requests',
        fallback: '2',
      },
      {
        name: 'MCP_CONCURRENCY',
        about: 'Maximum concurrent requests to the API',
        fallback: '16',
      },
      {
        name: 'MCP_QUEUE',
        about: 'Maximum queued requests; further ones fail immediately',
        fallback: '1000',
      },
      { name: 'MCP_ANSWER_TOKENS', about: 'Maximum tokens of a result that are shown', fallback: '20000' },
      {
        name: 'MCP_STATE_KEYS',
        about:
          'Keys of at least 32 characters, comma-separated, that seal what clients bring back: the first seals, all open (a random key for each process unless set)',
        fallback: '',
      },
    ],
  },
  {
    title: 'Files that are sent',
    reader: 'files',
    settings: [
      {
        name: 'MCP_FILE_ROOTS',
        about: 'Folders from which files may be uploaded, comma-separated (none unless set)',
        fallback: '',
      },
      { name: 'MCP_UPLOAD_MB', about: 'Maximum size of a request body, in megabytes', fallback: '100' },
    ],
  },
  {
    title: 'Files that the API returns',
    settings: [
      {
        name: 'MCP_DOWNLOAD_DIR',
        about: 'Folder for files that the API returns (embedded in the result unless set)',
        fallback: '',
      },
    ],
  },
  {
    title: 'Subscriptions to resources',
    reader: 'subscriptions',
    settings: [
      {
        name: 'MCP_WATCH_SECONDS',
        about: 'Seconds between two looks at a resource that a client has subscribed to, at least 5',
        fallback: '60',
      },
    ],
  },
  {
    title: 'Logs',
    settings: [
      {
        name: 'MCP_LOG_FORMAT',
        about: 'json to write a line of JSON about each request to standard error, without any value',
        fallback: 'text',
      },
    ],
  },
  {
    title: 'Proxies and certificates',
    settings: [
      {
        name: 'HTTP_PROXY',
        about: 'Proxy for http URLs, such as http://name:password@proxy.example.com:8080',
        fallback: '',
      },
      { name: 'HTTPS_PROXY', about: 'Proxy for https URLs', fallback: '' },
      {
        name: 'NO_PROXY',
        about: 'Hosts to connect to without a proxy, comma-separated (loopback addresses never use one)',
        fallback: '',
      },
      {
        name: 'MCP_CA_FILE',
        about: 'File with the certificates of additional trusted authorities, in PEM format',
        fallback: '',
      },
      { name: 'MCP_CLIENT_CERT_FILE', about: identity.certificate, fallback: '' },
      { name: 'MCP_CLIENT_KEY_FILE', about: identity.key, fallback: '' },
      { name: 'MCP_CLIENT_KEY_PASSPHRASE', about: identity.passphrase, fallback: '' },
      {
        name: 'MCP_CLIENT_CERT_FOR_TOKENS',
        about: 'true to show the client certificate to authorization servers of the API as well',
        fallback: 'false',
      },
    ],
  },
  {
    title: 'The HTTP server',
    reader: 'program',
    settings: [
      { name: 'HOST', about: 'Address on which the HTTP server listens', fallback: '127.0.0.1' },
      { name: 'PORT', about: 'Port on which the HTTP server listens', fallback: '3000' },
    ],
  },
  {
    title: 'The HTTP server',
    reader: 'platform',
    settings: [
      {
        name: 'MCP_ALLOW_UNAUTHENTICATED',
        about:
          'true to serve on Workers, Deno, Bun, Vercel and Lambda though nobody has to prove who they are',
        fallback: 'false',
      },
    ],
  },
  {
    title: 'The HTTP server',
    reader: 'http',
    settings: [
      {
        name: 'MCP_PUBLIC_URL',
        about: 'URL by which clients reach the HTTP server, such as https://mcp.example.com/mcp',
        fallback: '',
      },
      {
        name: 'MCP_ALLOWED_HOSTS',
        about: 'Host names, besides localhost, by which clients reach it, comma-separated',
        fallback: '',
      },
      {
        name: 'MCP_ALLOWED_ORIGINS',
        about: 'Origins of web pages that may call it, comma-separated',
        fallback: '',
      },
      {
        name: 'MCP_SESSIONS',
        about: 'true to keep sessions over HTTP, for clients of protocol 2025-11-25 and earlier',
        fallback: 'false',
      },
      {
        name: 'MCP_RATE_LIMIT',
        about:
          'Requests of one client per minute over HTTP, 0 for any number (any number on loopback without authorization, else 1200)',
        fallback: '',
      },
      {
        name: 'MCP_CLIENT_CONCURRENCY',
        about:
          'Concurrent requests of one client over HTTP, 0 for any number (any number on loopback without authorization, else 64)',
        fallback: '',
      },
    ],
  },
  {
    title: 'Who may call over HTTP',
    reader: 'http',
    settings: [
      {
        name: 'MCP_AUTH_ISSUER',
        about:
          'Authorization server whose tokens clients must have over HTTP (nobody needs a token unless set)',
        fallback: '',
      },
      {
        name: 'MCP_AUTH_TOKEN',
        about:
          'Fixed bearer token, of at least 16 characters, that clients have to send, or may in place of one of the issuer; or MCP_AUTH_TOKEN_FILE',
        fallback: '',
      },
      {
        name: 'MCP_AUTH_AUDIENCE',
        about: 'Audiences of which a token must have one, comma-separated (MCP_PUBLIC_URL unless set)',
        fallback: '',
      },
      {
        name: 'MCP_AUTH_JWKS_URL',
        about: 'URL of the keys of the issuer (from its metadata unless set)',
        fallback: '',
      },
      {
        name: 'MCP_AUTH_ALGORITHMS',
        about: 'Signature algorithms of tokens, comma-separated (all with public keys unless set)',
        fallback: '',
      },
      {
        name: 'MCP_AUTH_CLOCK_SKEW',
        about: 'Seconds by which clocks may differ',
        fallback: '30',
      },
      {
        name: 'MCP_AUTH_INTROSPECTION_URL',
        about: 'URL at which tokens are looked up, if they are not signed',
        fallback: '',
      },
      {
        name: 'MCP_AUTH_CLIENT_ID',
        about: 'Client ID with which tokens are looked up',
        fallback: '',
      },
      {
        name: 'MCP_AUTH_CLIENT_SECRET',
        about: 'Client secret with which tokens are looked up; or MCP_AUTH_CLIENT_SECRET_FILE',
        fallback: '',
      },
      {
        name: 'MCP_AUTH_SCOPES',
        about: 'Scopes that every token must grant, separated by blanks',
        fallback: '',
      },
      {
        name: 'MCP_AUTH_API_SCOPES',
        about:
          'false if scopes of tokens are not those of the API: they then do not decide which tools are offered',
        fallback: 'true',
      },
      {
        name: 'MCP_AUTH_SCOPE_MAP',
        about: 'Scopes of tokens that stand for scopes of the API',
        fallback: '',
      },
    ],
  },
  {
    title: 'Credentials of each user over HTTP',
    reader: 'users',
    settings: [
      {
        name: 'MCP_FORWARD_HEADERS',
        about:
          'Headers of requests over HTTP that hold credentials of the user for the API, by security scheme, comma-separated',
        fallback: '',
      },
      {
        name: 'MCP_EXCHANGE',
        about:
          'token-exchange or on-behalf-of to exchange the token of the user over HTTP for one of the API',
        fallback: '',
      },
      {
        name: 'MCP_EXCHANGE_URL',
        about: 'Token endpoint at which it is exchanged (that of the document unless set)',
        fallback: '',
      },
      {
        name: 'MCP_EXCHANGE_CLIENT_ID',
        about: 'Client ID with which it is exchanged',
        fallback: '',
      },
      {
        name: 'MCP_EXCHANGE_CLIENT_SECRET',
        about: 'Client secret with which it is exchanged; or MCP_EXCHANGE_CLIENT_SECRET_FILE',
        fallback: '',
      },
      {
        name: 'MCP_EXCHANGE_AUDIENCE',
        about: 'Audience that is asked for',
        fallback: '',
      },
      {
        name: 'MCP_EXCHANGE_RESOURCE',
        about: 'Resource that is asked for',
        fallback: '',
      },
      {
        name: 'MCP_EXCHANGE_SCOPE',
        about: 'Scopes that are asked for, separated by blanks',
        fallback: '',
      },
    ],
  },
];

/**
 * The environment variables of an emitted server, the most needed ones first: what its API takes, then by subject what
 * the server itself does.
 *
 * @param parts - the transports that the project has, and the variables of parts that are not built in
 */
export function listSettings(
  server: Server,
  { transports, unread }: { transports: Partial<Transports>; unread: ReadonlySet<string> } = {
    transports: { http: true, worker: true },
    unread: new Set(),
  },
): Setting[] {
  const { sources } = server.api;
  const own =
    sources === undefined
      ? listOwn(server.api, server)
      : Object.entries(sources).flatMap(([source, api]) => listOwn(api, server, source));
  const { http: program = false, worker = false, lambda = false, stdio = false } = transports;
  const http = program || worker || lambda;
  const isRead = {
    http,
    program,
    platform: worker || lambda,
    users: http && listUserSchemes(server).length > 0,
    subscriptions: hasSubscriptions(server),
    files:
      (stdio || program || lambda || !worker) &&
      listCallable(server).some(({ tool }) => /^(?:binary|multipart)$/.test(tool.request.body?.codec ?? '')),
  };
  const examples = listExamples(server);
  const fixed = subjects
    .filter(({ reader }) => reader === undefined || isRead[reader])
    .flatMap(({ title, settings }) =>
      settings.map((setting): Setting => {
        const example = examples[setting.name];
        const about = example === undefined ? setting.about : `${setting.about}, such as ${example}`;
        return { ...setting, about, kind: 'server', needed: false, subject: title };
      }),
    );
  // Of several APIs, each has a certificate of its own.
  const isOfOne = (name: string) => sources !== undefined && /^MCP_CLIENT_(?:CERT_FILE|KEY_)/.test(name);
  const settings = [...own, ...fixed.filter(({ name }) => !isOfOne(name) && !unread.has(name))];
  return settings.filter(({ name }, index) => settings.findIndex((other) => other.name === name) === index);
}

/** The names of the schemes of which users over HTTP can have credentials of their own. */
function listUserSchemes({ api }: Server): string[] {
  return Object.entries(listSchemes(api))
    .filter(([, { kind }]) => kind !== 'client-certificate' && kind !== 'unsupported')
    .map(([name]) => name)
    .toSorted();
}

/** Values of settings in the words of this API, as far as it has any that are short and need no quotes. */
function listExamples(server: Server): Partial<Record<string, string>> {
  const scheme = listUserSchemes(server).find((name) => /^\w[\w-]{0,40}$/.test(name));
  const scopes = Object.values(listSchemes(server.api))
    .flatMap((one) => (one.kind === 'oauth2' ? one.scopes : []))
    .filter((scope) => /^[\w:./-]{1,30}$/.test(scope));
  const [first, second] = [...new Set(scopes)].toSorted();
  return {
    ...(scheme && { MCP_FORWARD_HEADERS: `${scheme}=X-${scheme.replaceAll('_', '-')}` }),
    ...(first && second && { MCP_AUTH_SCOPE_MAP: `staff=${first} ${second}` }),
  };
}

/** The variables of one API. */
function listOwn(api: ApiAccess, { toolsets, schemeWords = {} }: Server, source?: string): Setting[] {
  const servers = [
    // The first is called: a variable of another has no effect.
    ...api.servers.slice(0, 1),
    ...toolsets
      .filter((toolset) => toolset.source === source)
      .flatMap(({ tools }) => tools.flatMap(({ tool }) => tool.request.server ?? [])),
  ];
  const settings = [
    ...listCredentials(api, schemeWords),
    toBaseUrl(api),
    ...servers.flatMap(listServerVariables),
  ];
  return source === undefined ? settings : settings.map((setting) => Object.assign(setting, { source }));
}

function listCredentials({ auth }: ApiAccess, words: Record<string, string>): Setting[] {
  return Object.entries(auth)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, scheme]) => {
      const settings = listScheme(name, scheme).map((setting) => Object.assign(setting, { scheme: name }));
      const said = Object.hasOwn(words, name) ? words[name] : undefined;
      return said === undefined
        ? settings
        : settings.map((setting) => Object.assign(setting, { about: `${setting.about}: ${said}` }));
    });
}

function listScheme(name: string, scheme: ApiAccess['auth'][string]): Setting[] {
  switch (scheme.kind) {
    case 'api-key':
      return [
        toCredential(
          scheme.env,
          `API key${describePrefix(scheme)}, sent as the ${places[scheme.in]} ${scheme.name}`,
        ),
      ];
    case 'basic':
      return [
        toCredential(scheme.env.username, `User name for ${name}`),
        toCredential(scheme.env.password, `Password for ${name}`),
      ];
    case 'bearer':
      return [toCredential(scheme.env, `Token for ${name}`)];
    case 'oauth2':
      return listOAuth(name, scheme);
    case 'session':
      return [
        ...Object.entries(scheme.env).map(([argument, variable]) =>
          toCredential(variable, `${argument} for the login by ${spellLogin(scheme)}, which gives ${name}`),
        ),
        {
          ...toCredential(scheme.given, `What that gives for ${name}, where you have it: it is not renewed`),
          needed: false,
        },
      ];
    case 'client-certificate':
      return [
        toCredential(scheme.env.certificate, identity.certificate),
        toCredential(scheme.env.key, identity.key),
        { ...toCredential(scheme.env.passphrase, identity.passphrase), needed: false },
      ];
    case 'unsupported':
      return [];
  }
}

/** The operation that logs in for a session: `POST /login`. */
export function spellLogin({ by }: Extract<ApiAccess['auth'][string], { kind: 'session' }>): string {
  const { method, path } = by as LoginPlan;
  return `${method} ${path}`;
}

function listOAuth(
  name: string,
  { clientCredentials, login, scopes, env }: Extract<ApiAccess['auth'][string], { kind: 'oauth2' }>,
): Setting[] {
  const isOwn = clientCredentials === true && login === undefined;
  const asks = scopes.length === 0 ? '' : `, with the scopes ${scopes.join(', ')}`;
  return [
    {
      ...toCredential(
        env.clientId,
        `Client ID for ${name}${login === undefined ? '' : `${asks}; then log in`}`,
      ),
      needed: isOwn || login !== undefined,
    },
    { ...toCredential(env.clientSecret, `Client secret for ${name}`), needed: isOwn },
    {
      ...toCredential(env.refreshToken, `Refresh token for ${name}, with which tokens are got`),
      needed: false,
    },
    {
      ...toCredential(env.token, `Access token for ${name}, which is not renewed`),
      needed: !isOwn && login === undefined,
    },
  ];
}

function toCredential(name: string, about: string): Setting {
  return { name, about, fallback: '', kind: 'credential', needed: true };
}

/** What goes into the variable of a key, where a word stands before it. */
function describePrefix({
  in: location,
  name,
  prefix = '',
}: Extract<ApiAccess['auth'][string], { kind: 'api-key' }>): string {
  if (prefix !== '') return ` with or without ${prefix.trim()} before it`;
  const isBare = location === 'header' && name.toLowerCase() === 'authorization';
  return isBare ? ' with the word before it that the API asks for, if any, such as Bearer' : '';
}

const places = { header: 'header', query: 'query parameter', cookie: 'cookie', body: 'body field' };

/** Other servers that are told, of which the user may choose one. */
const mostServers = 3;

function listOthers(urls: readonly string[]): string {
  const more = urls.length > mostServers ? ` and ${urls.length - mostServers} more` : '';
  return `${urls.slice(0, mostServers).join(', ')}${more}`;
}

function toBaseUrl({ baseUrlEnv, servers }: ApiAccess): Setting {
  const url = servers[0]?.url ?? '';
  const absolute = /^(https?:|\{)/i.test(url);
  const others = [...new Set(servers.map((server) => server.url))].filter((other) => other !== url);
  return {
    name: baseUrlEnv,
    about: `Base URL of the API${others.length === 0 ? '' : `; the document also names ${listOthers(others)}${others.some((other) => other.includes('{')) ? ', with a value in place of each {…}' : ''}`}`,
    fallback: absolute ? url : '',
    kind: 'api',
    needed: !absolute,
  };
}

function listServerVariables({ url, variables = {} }: ServerUrl): Setting[] {
  return Object.entries(variables).map(([name, variable]) => ({
    name: variable.env,
    about: `{${name}} in ${url}${variable.enum === undefined ? '' : `, one of ${variable.enum.join(', ')}`}`,
    fallback: variable.default ?? '',
    kind: 'api',
    needed: variable.default === undefined,
  }));
}
