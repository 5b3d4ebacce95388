import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import type { Config } from '../../../../generator/model/config.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

const tokenUrl = 'https://id.example.com/token';
const authorizationUrl = 'https://id.example.com/authorize';

/** A document whose operation asks for scopes that its scheme offers, or does not. */
function plan(asked: string[], flows: object, config: Partial<Config> = {}, name = 'login') {
  const { server, diagnostics } = shapeDocument(
    {
      paths: { '/pets': { get: { security: [{ [name]: asked }] } } },
      components: { securitySchemes: { [name]: { type: 'oauth2', flows } } },
    },
    config,
  );
  return { scheme: server.api.auth[name], told: diagnostics };
}

const offering = (...names: string[]) => ({
  clientCredentials: { tokenUrl, scopes: Object.fromEntries(names.map((one) => [one, ''])) },
});

const flowOf = (...names: string[]) => ({
  authorizationCode: { ...offering(...names).clientCredentials, authorizationUrl },
});

describe('scopes that a scheme does not offer', () => {
  test('are told of, with the line that asks for the others', () => {
    const { told } = plan(['read', 'admin'], offering('read', 'write'));
    expect(told.map(({ code, pointer, message }) => ({ code, pointer, message }))).toEqual([
      {
        code: 'scopes-unoffered',
        pointer: '#/components/securitySchemes/login',
        message:
          'Operations ask for scopes that the security scheme "login" does not offer: admin. Tokens are asked for with them, and a strict authorization server refuses that. Where it does, write "credentials: [{ scheme: login, scopes: [read] }]" in mcpwright.yaml.',
      },
    ]);
  });

  const many = Array.from({ length: 80 }, (_, index) => `booking.part-${index}.read`);
  test.each<[string, string[], string[], string[]]>([
    ['some', ['read', 'admin'], ['read', 'write'], ['read']],
    ['none that are asked for', ['admin'], ['write', 'read'], ['read', 'write']],
    ['none at all', ['admin'], [], []],
    ['ones that YAML takes for something else', ['x', 'a: b', 'y, z]'], ['a: b', 'y, z]'], ['a: b', 'y, z]']],
    ['many', [...many, 'admin'], many, many.toSorted()],
  ])('are gone once the line is copied, where it offers %s', (_name, asked, offered, scopes) => {
    const name = 'OAuth 2.0: app';
    const { told } = plan(asked, offering(...offered), {}, name);
    const [, line = ''] = /"(credentials: .*)" in mcpwright\.yaml\.$/.exec(told[0]?.message ?? '') ?? [];
    const after = plan(asked, offering(...offered), parse(line) as Partial<Config>, name);
    expect(after.told).toEqual([]);
    expect(after.scheme).toMatchObject({ scopes });
  });

  test.each<[string, object]>([
    ['offers them in any flow', { ...offering('read'), implicit: { scopes: { admin: '' } } }],
    ['does not say what it offers', { clientCredentials: { tokenUrl } }],
  ])('are not found where the scheme %s', (_name, flows) => {
    expect(plan(['read', 'admin'], flows).told).toEqual([]);
  });
});

describe('a login', () => {
  test('asks for offline_access, and openid with it, where the scheme offers it', () => {
    expect(plan(['read'], flowOf('read', 'offline_access')).scheme).toMatchObject({
      scopes: ['read'],
      lasting: ['offline_access'],
    });
    expect(plan(['read'], flowOf('openid', 'read', 'offline_access')).scheme).toMatchObject({
      lasting: ['openid', 'offline_access'],
    });
  });

  test('does not where it is not offered, where mcpwright.yaml says the scopes, or nobody logs in', () => {
    expect(plan(['read'], flowOf('openid', 'read')).scheme).not.toHaveProperty('lasting');
    const config = { credentials: [{ scheme: 'login', scopes: ['read'] }] };
    expect(plan(['read'], flowOf('read', 'offline_access'), config).scheme).not.toHaveProperty('lasting');
    expect(plan(['read'], offering('read', 'offline_access')).scheme).not.toHaveProperty('lasting');
    const elsewhere = { ...flowOf('read'), implicit: { authorizationUrl, scopes: { offline_access: '' } } };
    expect(plan(['read'], elsewhere).scheme).not.toHaveProperty('lasting');
  });

  test('has no parameters where its scheme gets no tokens by OAuth', () => {
    const config = { credentials: [{ scheme: 'key', header: 'X-Key', tokenParameters: { audience: 'a' } }] };
    expect(() => plan(['read'], offering('read'), config)).toThrow(
      'The scheme "key" gets no tokens by OAuth, so that there is nowhere to send tokenParameters.',
    );
  });
});
