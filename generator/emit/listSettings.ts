import type { ServerUrl } from '../../templates/project/src/runtime/tool.js';
import type { ApiInfo, Server } from '../model/server.js';

/** An environment variable that the emitted server reads. Its texts may be the document's: they are plain. */
export interface Setting {
  name: string;
  about: string;
  /** What holds when it is not set; empty where nothing does. */
  fallback: string;
  kind: 'credential' | 'api' | 'server';
  /** Little works without it: every client has to hand it over. */
  needed: boolean;
}

/** What connections prove with who calls; needed where the API has a security scheme that says so. */
const identity = [
  { name: 'MCP_CLIENT_CERT_FILE', about: 'File of the client certificate, in PEM form', fallback: '' },
  {
    name: 'MCP_CLIENT_KEY_FILE',
    about: 'File of its private key, in PEM form (that of the certificate unless set)',
    fallback: '',
  },
];

/** What the runtime reads whatever the API is. */
const fixed: readonly Setting[] = [
  { name: 'MCP_TIMEOUT_MS', about: 'Milliseconds that one request to the API may take', fallback: '30000' },
  {
    name: 'MCP_RETRIES',
    about: 'How often a request that failed for the moment is sent again, where repeating it does no harm',
    fallback: '2',
  },
  { name: 'MCP_ANSWER_TOKENS', about: 'Tokens of an answer that are shown, at most', fallback: '20000' },
  {
    name: 'MCP_DOWNLOAD_DIR',
    about: 'Folder that files of the API are saved in (part of the result unless set)',
    fallback: '',
  },
  {
    name: 'HTTP_PROXY',
    about: 'Proxy for http URLs, such as http://name:password@proxy.example.com:8080',
    fallback: '',
  },
  { name: 'HTTPS_PROXY', about: 'Proxy for https URLs', fallback: '' },
  {
    name: 'NO_PROXY',
    about: 'Hosts that are reached without a proxy, separated by commas (this machine always is)',
    fallback: '',
  },
  {
    name: 'MCP_CA_FILE',
    about: 'File of certificates, in PEM form, of further authorities that are trusted',
    fallback: '',
  },
  ...identity,
  {
    name: 'MCP_CLIENT_KEY_PASSPHRASE',
    about: 'Passphrase of the private key, where it is encrypted',
    fallback: '',
  },
  {
    name: 'MCP_CONCURRENCY',
    about: 'Requests to the API that are under way at once, at most',
    fallback: '16',
  },
  {
    name: 'MCP_QUEUE',
    about: 'Requests that wait for their turn; what comes beyond fails at once',
    fallback: '1000',
  },
  {
    name: 'MCP_FILE_ROOTS',
    about: 'Folders that files to be sent may be read from, separated by commas (none unless set)',
    fallback: '',
  },
  { name: 'MCP_UPLOAD_MB', about: 'Megabytes that one request may send', fallback: '100' },
  {
    name: 'MCP_MOCK',
    about: 'true to answer from the examples and schemas of the document, and to send nothing',
    fallback: 'false',
  },
  {
    name: 'MCP_PAGE_SIZE',
    about: 'Tools on a page of the list (all unless set: many clients read only one page)',
    fallback: '',
  },
  {
    name: 'MCP_TOOLSETS',
    about: 'Toolsets that are offered, separated by commas (all unless set)',
    fallback: '',
  },
  { name: 'MCP_READ_ONLY', about: 'true to offer only tools that read', fallback: 'false' },
  {
    name: 'MCP_EXCLUDE',
    about: 'Tools and toolsets that are not offered, separated by commas',
    fallback: '',
  },
  {
    name: 'MCP_MODE',
    about: 'list to list all tools, dynamic to have them searched for, auto to list few and search many',
    fallback: 'auto',
  },
  {
    name: 'MCP_SESSIONS',
    about: 'true to keep sessions over HTTP, for clients of protocol 2025-11-25 and before',
    fallback: 'false',
  },
  { name: 'HOST', about: 'Address that the HTTP server listens on', fallback: '127.0.0.1' },
  { name: 'PORT', about: 'Port that the HTTP server listens on', fallback: '3000' },
  {
    name: 'MCP_ALLOWED_HOSTS',
    about: 'Host names, besides localhost, under which clients reach it',
    fallback: '',
  },
  { name: 'MCP_ALLOWED_ORIGINS', about: 'Origins of web pages that may call it', fallback: '' },
].map((setting) => Object.assign(setting, { kind: 'server' as const, needed: false }));

/** The environment variables of an emitted server, the most needed ones first. */
export function listSettings({ api, toolsets, schemeWords = {} }: Server): Setting[] {
  const servers = [
    ...api.servers,
    ...toolsets.flatMap(({ tools }) => tools.flatMap(({ tool }) => tool.request.server ?? [])),
  ];
  const settings = [
    ...listCredentials(api, schemeWords),
    toBaseUrl(api),
    ...servers.flatMap(listServerVariables),
    ...fixed,
  ];
  return settings.filter(({ name }, index) => settings.findIndex((other) => other.name === name) === index);
}

function listCredentials({ auth }: ApiInfo, words: Record<string, string>): Setting[] {
  return Object.entries(auth)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, scheme]) => {
      const settings = listScheme(name, scheme);
      const said = Object.hasOwn(words, name) ? words[name] : undefined;
      return said === undefined
        ? settings
        : settings.map((setting) => Object.assign(setting, { about: `${setting.about}: ${said}` }));
    });
}

function listScheme(name: string, scheme: ApiInfo['auth'][string]): Setting[] {
  switch (scheme.kind) {
    case 'api-key':
      return [
        toCredential(
          scheme.env,
          `API key, sent as the ${places[scheme.in]} ${scheme.name}${scheme.prefix === undefined ? '' : `, after ${scheme.prefix.trim()}`}`,
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
    case 'client-certificate':
      return identity.map(({ name: variable, about }) => toCredential(variable, about));
    case 'unsupported':
      return [];
  }
}

function listOAuth(
  name: string,
  { clientCredentials, env }: Extract<ApiInfo['auth'][string], { kind: 'oauth2' }>,
): Setting[] {
  const isOwn = clientCredentials === true;
  return [
    { ...toCredential(env.clientId, `Client ID for ${name}`), needed: isOwn },
    { ...toCredential(env.clientSecret, `Client secret for ${name}`), needed: isOwn },
    {
      ...toCredential(env.refreshToken, `Refresh token for ${name}, with which tokens are got`),
      needed: false,
    },
    { ...toCredential(env.token, `Access token for ${name}, which is not renewed`), needed: !isOwn },
  ];
}

function toCredential(name: string, about: string): Setting {
  return { name, about, fallback: '', kind: 'credential', needed: true };
}

const places = { header: 'header', query: 'query parameter', cookie: 'cookie', body: 'body field' };

function toBaseUrl({ baseUrlEnv, servers }: ApiInfo): Setting {
  const url = servers[0]?.url ?? '';
  const absolute = /^(https?:|\{)/i.test(url);
  return {
    name: baseUrlEnv,
    about: 'Base URL of the API',
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
