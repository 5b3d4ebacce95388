import { describe, expect, test } from 'vitest';
import { listSettings } from '../../../generator/emit/listSettings.js';
import { toolFlags } from '../../../templates/project/src/runtime/settings.js';
import { describeUsage } from '../../../templates/project/src/runtime/transport/describeUsage.js';
import { makeServer } from '../../support/makeServer.js';

const server = makeServer();
const settings = listSettings(server);
const parts = { flags: [], variables: [], commands: undefined };
const usage = describeUsage(server.api, 'dist/stdio.js', parts);

/** What the list and `--help` say of a setting. */
const said: [name: string, about: string, help: string][] = [
  [
    'MCP_RETRIES',
    'Retries for transient failures of idempotent requests',
    'retries for transient failures of idempotent requests (default 2)',
  ],
  [
    'MCP_ANSWER_TOKENS',
    'Maximum tokens of a result that are shown',
    'maximum tokens of a result that are shown (default 20000)',
  ],
  [
    'MCP_PAGE_SIZE',
    'Tools on a page of the list (unless set, as many as fit into 8 MB; many clients read only the first page)',
    'tools on a page of the list (default: as many as fit into 8 MB)',
  ],
];

describe('settings are described in the words of the trade', () => {
  test.each(said)('%s', (name, about, help) => {
    expect(settings.find((one) => one.name === name)?.about).toBe(about);
    expect(usage).toContain(`  ${name.padEnd(24)}  ${help}\n`);
  });

  test('what comes back is a response or a result', () => {
    const texts = [...settings, ...toolFlags].map(({ about }) => about);
    expect([...texts, ...usage.split('\n')].filter((text) => /\banswer/.test(text))).toEqual([]);
  });
});

const namesOf = (listed: readonly { name: string }[]) => listed.map(({ name }) => name);
const isOfHttp = (name: string) =>
  /^(?:HOST$|PORT$|MCP_(?:AUTH|EXCHANGE|FORWARD|ALLOWED|PUBLIC|SESSIONS|RATE|CLIENT_CON))/.test(name);

describe('the settings of a project', () => {
  test('without its entry for HTTP are none that only that reads', () => {
    const left = namesOf(listSettings(server, { transports: { http: false }, unread: new Set() }));
    expect(namesOf(settings).filter(isOfHttp).length).toBeGreaterThan(20);
    expect(left.filter(isOfHttp)).toEqual([]);
    expect(left).toContain('MCP_TIMEOUT_MS');
  });

  test('without credentials are none that users have of their own', () => {
    const left = namesOf(listSettings({ ...server, api: { ...server.api, auth: {} } }));
    expect(left.filter((name) => /^MCP_(?:EXCHANGE|FORWARD)/.test(name))).toEqual([]);
    expect(left).toContain('MCP_AUTH_ISSUER');
  });

  test('have examples of its own API, or none', () => {
    const aboutOf = (auth: typeof server.api.auth, name: string) =>
      listSettings({ ...server, api: { ...server.api, auth } }).find((one) => one.name === name)?.about;
    const oauth = {
      kind: 'oauth2' as const,
      scopes: ['cargo:write', 'cargo:read'],
      tokenUrl: 'https://auth.example.com/token',
      clientCredentials: true as const,
      env: { clientId: 'ID', clientSecret: 'SECRET', token: 'TOKEN', refreshToken: 'REFRESH' },
    };
    expect(aboutOf({ cargo_key: server.api.auth['key']! }, 'MCP_FORWARD_HEADERS')).toMatch(
      /, such as cargo_key=X-cargo-key$/,
    );
    expect(aboutOf({ oauth }, 'MCP_AUTH_SCOPE_MAP')).toMatch(/, such as staff=cargo:read cargo:write$/);
    expect(aboutOf(server.api.auth, 'MCP_AUTH_SCOPE_MAP')).not.toContain('such as');
  });
});

describe('what is offered has an effect', () => {
  const region = {
    url: 'https://{region}.example.com',
    variables: { region: { env: 'PETSTORE_SERVER_REGION', default: 'eu' } },
  };
  const first = { url: 'https://api.example.com' };
  const listFor = (servers: (typeof first)[]) => {
    const api = { ...server.api, servers };
    const all = listSettings({ ...server, api });
    const about = all.find(({ name }) => name === api.baseUrlEnv)?.about;
    return { about, names: all.map(({ name }) => name) };
  };

  test('a variable of the server that is called', () => {
    const { about, names } = listFor([region, first]);
    expect(names).toContain('PETSTORE_SERVER_REGION');
    expect(about).toBe('Base URL of the API; the document also names https://api.example.com');
  });

  test('in --help as well', () => {
    const helpFor = (servers: (typeof first)[]) =>
      describeUsage({ ...server.api, servers }, 'dist/stdio.js', parts);
    expect(helpFor([region, first])).toContain('PETSTORE_SERVER_REGION');
    expect(helpFor([first, region])).not.toContain('PETSTORE_SERVER_REGION');
  });

  test('and not of another, which is named to be chosen', () => {
    const { about, names } = listFor([first, region]);
    expect(names).not.toContain('PETSTORE_SERVER_REGION');
    expect(about).toBe(
      'Base URL of the API; the document also names https://{region}.example.com, with a value in place of each {…}',
    );
    const many = [first, region, ...['a', 'b', 'c'].map((name) => ({ url: `https://${name}.example.com` }))];
    expect(listFor(many).about).toMatch(
      /names https:\/\/\{region\}.*, https:\/\/b\.example\.com and 1 more, with/,
    );
  });

  test.each([
    ['X-Key', undefined, 'API key, sent as the header X-Key'],
    [
      'Authorization',
      undefined,
      'API key with the word before it that the API asks for, if any, such as Bearer, sent as the header Authorization',
    ],
    ['Authorization', 'Bot ', 'API key with or without Bot before it, sent as the header Authorization'],
  ])('a key for %s after %j', (name, prefix, about) => {
    const key = {
      kind: 'api-key' as const,
      in: 'header' as const,
      name,
      env: 'KEY',
      ...(prefix && { prefix }),
    };
    const found = listSettings({ ...server, api: { ...server.api, auth: { key } } });
    expect(found[0]?.about).toBe(about);
  });
});
