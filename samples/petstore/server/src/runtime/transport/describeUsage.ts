import { basename } from 'node:path';
import { listVariables } from '../auth/listVariables.js';
import type { ApiInfo } from '../tool.js';

/** The text of `--help`. */
export function describeUsage(
  api: ApiInfo,
  script: string,
  flags: readonly string[],
  own: readonly (readonly [name: string, words: string])[],
): string {
  const variables = api.servers
    .flatMap((server) => Object.values(server.variables ?? {}))
    .map(({ env }) => env);
  const environment = [
    [
      api.baseUrlEnv,
      `base URL of the API${api.servers[0] === undefined ? ' (needed)' : ` (default ${api.servers[0].url})`}`,
    ],
    ...variables.map((name) => [name, 'part of the base URL']),
    ...listVariables(api.auth).map((name) => [
      name,
      `credential for the API; or ${name}_FILE, the file that holds it`,
    ]),
    ['MCP_TIMEOUT_MS', 'how long one request to the API may take (default 30000)'],
    ['MCP_RETRIES', 'how often a request that failed for the moment is sent again (default 2)'],
    ['MCP_ANSWER_TOKENS', 'tokens of an answer that are shown (default 20000)'],
    ['MCP_DOWNLOAD_DIR', 'folder that files of the API are saved in (default: part of the result)'],
    ['MCP_CONCURRENCY', 'requests to the API that are under way at once (default 16)'],
    ['MCP_QUEUE', 'requests that wait for their turn (default 1000)'],
    ['MCP_FILE_ROOTS', 'folders that files to be sent may be read from, separated by commas (default: none)'],
    ['MCP_UPLOAD_MB', 'megabytes that one request may send (default 100)'],
    ['HTTP_PROXY, HTTPS_PROXY', 'proxies for requests to the API; NO_PROXY names hosts without one'],
    ['MCP_CA_FILE', 'certificates of authorities that are trusted besides those that Node knows'],
    ['MCP_CLIENT_CERT_FILE', 'client certificate; MCP_CLIENT_KEY_FILE is its key'],
    ['MCP_PAGE_SIZE', 'tools on one page of the list (default: all)'],
    ['MCP_TOOLSETS', 'toolsets that are offered, separated by commas (default: all)'],
    ['MCP_READ_ONLY', 'true to offer only tools that read'],
    ['MCP_EXCLUDE', 'tools and toolsets that are not offered, separated by commas'],
    ['MCP_MODE', 'auto (list few tools, search many), list or dynamic: search for them (default auto)'],
    ['MCP_MOCK', 'true to answer from the examples and schemas of the document, and to send nothing'],
    ...own,
  ];
  return [
    `Usage: node ${basename(script)} [flags]`,
    '',
    `${api.title} as an MCP server.`,
    '',
    'Flags:',
    ...[
      ...flags,
      `${'--version, -v'.padEnd(25)} show the version of the API`,
      `${'--help, -h'.padEnd(25)} show this text`,
    ].map((flag) => `  ${flag}`),
    '',
    'Environment:',
    ...environment.map(([name = '', words = '']) => `  ${name.padEnd(24)}  ${words}`),
    '',
  ].join('\n');
}
