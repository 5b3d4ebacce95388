import { describe, expect, test } from 'vitest';
import { isTrusted, resolveBaseUrl } from '../../../../templates/project/src/runtime/request/buildRequest.js';
import { fillServer, isExposed } from '../../../../templates/project/src/runtime/request/servers.js';
import { describeMissing } from '../../../../templates/project/src/runtime/transport/describeUsage.js';
import { checkBaseUrl } from '../../../../templates/project/src/runtime/transport/runProgram.js';
import type { Environment } from '../../../../templates/project/src/runtime/settings.js';
import type { ApiInfo, ServerUrl } from '../../../../templates/project/src/runtime/tool.js';
import { makeApi, makeTool } from '../../../support/runtime/fixtures.js';
import cases from './fillServer.json' with { type: 'json' };

interface Case {
  name: string;
  in: ServerUrl & { env: Environment };
  /** The URL, or a part of what is said of its faults. */
  out: string;
}

describe('the variables of a server', () => {
  test.each(cases as unknown as Case[])('$name', ({ in: { env, ...server }, out }) => {
    const filled = fillServer(server, env);
    const found = filled instanceof URL ? filled.href : filled.map(({ what }) => what).join('; ');
    if (filled instanceof URL) expect(found).toBe(out);
    else expect(found).toContain(out);
  });

  test('are asked for by the names of their environment variables', () => {
    const api = makeApi({ servers: [{ url: 'https://{host}/v1', variables: { host: { env: 'T_HOST' } } }] });
    const { request } = makeTool({});
    expect(() => resolveBaseUrl(api, request, {})).toThrow(
      'The variable {host} of the server URL https://{host}/v1 has no value; nothing was sent to the API. Ask the user to set the environment variable T_HOST, or TEST_BASE_URL to the whole base URL of Test API.',
    );
    expect(() => resolveBaseUrl(api, request, { T_HOST: 'a/b' })).toThrow(
      'The environment variable T_HOST must be a part of a host name: letters, digits, - and ., not "a/b"; nothing was sent to the API. Ask the user to correct it.',
    );
  });

  test('are looked at in the servers of single operations, too', () => {
    const server = { url: 'https://{host}/v1', variables: { host: { env: 'T_HOST' } } };
    const { request } = makeTool({ server });
    expect(() => resolveBaseUrl(makeApi(), request, {})).toThrow('{host}');
  });
});

describe('at the start', () => {
  const servers = [{ url: 'https://{host}/v1', variables: { host: { env: 'T_HOST' } } }];
  const auth: ApiInfo['auth'] = { token: { kind: 'bearer', env: 'T_TOKEN' } };

  test('a wrong value ends it, a missing one is told', async () => {
    await expect(checkBaseUrl(makeApi({ servers }), { T_HOST: 'evil.com#' })).rejects.toThrow(
      /T_HOST must be/,
    );
    await expect(checkBaseUrl(makeApi({ servers }), {})).resolves.toBeUndefined();
    expect(describeMissing(makeApi({ servers }), {})).toBe(
      'The variable {host} of the server URL https://{host}/v1 has no value: calls will be refused. Set T_HOST, or TEST_BASE_URL.',
    );
    expect(describeMissing(makeApi({ servers: [] }), {})).toBe(
      'No TEST_BASE_URL is set: calls will be refused.',
    );
    expect(describeMissing(makeApi({ servers }), { T_HOST: 'a.example' })).toBeUndefined();
  });

  test.each(['https://{region}.example.com', 'https://example.com/{region}/v1'])(
    'a base URL with a placeholder ends it, and it is said what to do: %s',
    async (url) => {
      await expect(checkBaseUrl(makeApi({}), { TEST_BASE_URL: url })).rejects.toThrow(
        'TEST_BASE_URL must be an absolute http or https URL such as https://api.example.com: it holds {…}, where a value belongs.',
      );
    },
  );

  test.each([
    'https:///v1',
    'https://',
    'https://$HOST/v1',
    'https://<host>/v1',
    'https://.example.com',
    'https:\\\\evil.com',
    'https://a.example\\evil.com',
    'https://a..example',
    'https://%48OST/v1',
    'https://[your-domain]/v1',
    'https://:8080/',
    'https://a.example:x/',
    'file:///etc/passwd',
    'https:a.example',
  ])('the base URL %s is refused', async (url) => {
    await expect(checkBaseUrl(makeApi(), { TEST_BASE_URL: url })).rejects.toThrow(
      'TEST_BASE_URL must be an absolute http or https URL such as https://api.example.com, not "',
    );
  });

  test('a base URL with a password is refused without showing it', async () => {
    const env = { TEST_BASE_URL: 'https://me:hunter2@api.example.com' };
    await expect(checkBaseUrl(makeApi(), env)).rejects.toThrow(
      /^(?!.*hunter2).*: it holds a user name or a password/,
    );
  });

  test('a base URL that holds a credential is refused without showing it', async () => {
    for (const url of ['hunter2-token', 'api.example.com/?key=hunter2-token'])
      await expect(
        checkBaseUrl(makeApi({ auth }), { TEST_BASE_URL: url, T_TOKEN: ' hunter2-token' }),
      ).rejects.toThrow(/^TEST_BASE_URL must be (?!.*hunter2)/);
  });

  test.each([
    ['http://api.example.com', true],
    ['http://localhost.evil.com', true],
    ['http://127.0.evil.com', true],
    ['http://127.0.0.1:80', false],
    ['http://localhost', false],
    ['https://api.example.com', false],
  ])('%s being open to all: %s', (url, isOpen) => {
    expect(isExposed(url)).toBe(isOpen);
    const told = describeMissing(makeApi({ auth }), { TEST_BASE_URL: url, T_TOKEN: 't' });
    expect(told?.startsWith('Credentials travel unencrypted') ?? false).toBe(isOpen);
  });
});

function trusts(server: string | undefined, api: Partial<ApiInfo> = {}, env: Environment = {}): boolean {
  return isTrusted(
    makeApi(api),
    makeTool(server === undefined ? {} : { server: { url: server } }).request,
    env,
  );
}

describe('credentials go to', () => {
  test.each<[string, boolean, string | undefined, Partial<ApiInfo>?, Environment?]>([
    ['the server of the document', true, undefined],
    ['another path of it', true, 'https://api.example.com/files'],
    [
      'any server of the document',
      true,
      'https://b.example',
      { servers: [{ url: 'https://a.example' }, { url: 'https://b.example/v2' }] },
    ],
    ['its usual port', true, 'https://api.example.com:443/files'],
    ['no other host', false, 'https://uploads.example.com'],
    ['no other port', false, 'https://api.example.com:8443'],
    ['no other scheme', false, 'http://api.example.com'],
    ['no host that begins alike', false, 'https://api.example.com.evil.com'],
    [
      'what the user allows',
      true,
      'https://uploads.example.com/x',
      { credentialOrigins: ['https://uploads.example.com'] },
    ],
    [
      'what the user allows, in its scheme',
      false,
      'http://uploads.example.com/x',
      { credentialOrigins: ['https://uploads.example.com'] },
    ],
    [
      'the base URL of the operator',
      true,
      'https://uploads.example.com',
      {},
      { TEST_BASE_URL: 'https://test.example' },
    ],
    [
      'a server whose variables have the same values',
      true,
      'https://eu.example.com/files',
      { servers: [{ url: 'https://{r}.example.com', variables: { r: { default: 'us', env: 'T_R' } } }] },
      { T_R: 'eu' },
    ],
    [
      'the server that operations share, whatever values its variables have',
      true,
      'https://eu.example.com/files',
      {
        servers: [],
        credentialServers: [
          { url: 'https://{r}.example.com', variables: { r: { default: 'us', env: 'T_R' } } },
        ],
      },
      { T_R: 'eu' },
    ],
    [
      'no server whose variables have other values',
      false,
      'https://eu.example.com/files',
      { servers: [{ url: 'https://{r}.example.com', variables: { r: { default: 'us', env: 'T_R' } } }] },
    ],
  ])('%s', (_name, expected, server, api, env) => {
    expect(trusts(server, api, env)).toBe(expected);
  });
});
