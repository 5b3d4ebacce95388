import { basename } from 'node:path';
import { variablesOf } from '../credentials.js';
import type { ApiInfo } from '../tool.js';

/** The text of `--help`. */
export function describeUsage(api: ApiInfo, script: string, flags: readonly string[]): string {
  const schemes = Object.keys(api.auth).map((name) => ({ [name]: [] }));
  const variables = api.servers
    .flatMap((server) => Object.values(server.variables ?? {}))
    .map(({ env }) => env);
  const environment = [
    [
      api.baseUrlEnv,
      `base URL of the API${api.servers[0] === undefined ? ' (needed)' : ` (default ${api.servers[0].url})`}`,
    ],
    ...variables.map((name) => [name, 'part of the base URL']),
    ...variablesOf(schemes, api.auth).map((name) => [
      name,
      `credential for the API; or ${name}_FILE, the file that holds it`,
    ]),
    ['MCP_TIMEOUT_MS', 'how long one request to the API may take (default 30000)'],
    ['MCP_PAGE_SIZE', 'tools on one page of the list (default: all)'],
    ['MCP_ALLOWED_ORIGINS', 'web pages that may call the HTTP server, separated by commas'],
    ['MCP_ALLOWED_HOSTS', 'further names under which the HTTP server is reached, separated by commas'],
  ];
  return [
    `Usage: node ${basename(script)} [flags]`,
    '',
    `${api.title} as an MCP server.`,
    '',
    'Flags:',
    ...[...flags, '--help'].map((flag) => `  ${flag}`),
    '',
    'Environment:',
    ...environment.map(([name = '', words = '']) => `  ${name.padEnd(24)}  ${words}`),
    '',
  ].join('\n');
}
