import { describe, expect, test } from 'vitest';
import { shapeDocument } from '../../../support/shapeDocument.js';

/** A document whose API gets its tokens there, and what is told of it. */
function planOAuth(flow: object, servers: object[], baseUrl = '') {
  const { server, diagnostics } = shapeDocument(
    {
      servers,
      paths: { '/pets': { get: { security: [{ login: [] }] } } },
      components: { securitySchemes: { login: { type: 'oauth2', flows: { clientCredentials: flow } } } },
    },
    { baseUrl },
  );
  return {
    login: server.api.auth['login'],
    told: diagnostics.map(({ code, message }) => ({ code, message })),
  };
}

const known = [{ url: 'https://api.example.com/v1' }];

describe('a token URL', () => {
  test.each(['/oauth/token', 'oauth/token', './token', '../token?tenant=a'])(
    '%s that is relative stays so: the operator may set another base URL',
    (tokenUrl) => {
      const { login, told } = planOAuth({ tokenUrl }, known);
      expect(login).toMatchObject({ kind: 'oauth2', tokenUrl });
      expect(told).toEqual([]);
    },
  );

  test.each([
    '//elsewhere.example/token',
    '/\\elsewhere.example/token',
    'javascript:x',
    'http://id.example/t',
  ])('%s that may lead elsewhere, or unencrypted, is not taken for a relative one', (tokenUrl) => {
    const { login, told } = planOAuth({ tokenUrl }, known);
    expect(login).toMatchObject({ kind: 'bearer' });
    expect(told.map(({ code }) => code)).toEqual(['scheme-limited']);
  });

  test('that is relative follows a server whose variables have values', () => {
    const variables = { region: { default: 'eu' }, version: { default: 'v1' } };
    const { login, told } = planOAuth({ tokenUrl: '../token' }, [
      { url: 'https://{region}.example.com/{version}', variables },
    ]);
    expect(login).toMatchObject({ kind: 'oauth2', tokenUrl: '../token' });
    expect(told).toEqual([]);
  });

  test('that is relative works without servers, and what is missing is told with its line', () => {
    for (const servers of [[], [{ url: '/v1' }]]) {
      const { login, told } = planOAuth({ tokenUrl: '/oauth/token' }, servers);
      expect(login).toMatchObject({ kind: 'oauth2', tokenUrl: '/oauth/token' });
      const path = servers.length === 0 ? '' : '/v1';
      expect(told).toEqual([
        {
          code: 'token-url-relative',
          message:
            'The security scheme "login" gets its tokens at /oauth/token, which is relative, and the base URL of the API is not known: set TEST_BASE_URL, or baseUrl in mcpwright.yaml; tokens are asked for there.',
        },
        {
          code: 'no-server',
          message: `The document names no absolute server URL; write "baseUrl: https://api.example.com${path}", with the host of the API, in mcpwright.yaml, set TEST_BASE_URL or pass --base-url.`,
        },
      ]);
    }
  });

  test('that is relative needs no word where the user says the base URL', () => {
    expect(planOAuth({ tokenUrl: '/oauth/token' }, [], 'https://test.example.com/v1').told).toEqual([]);
  });

  test('that is relative to a server without encryption says so, and a given token is sent', () => {
    const { login, told } = planOAuth({ tokenUrl: '/token' }, [{ url: 'http://api.example.com' }]);
    expect(login).toMatchObject({ kind: 'oauth2', tokenUrl: '/token', env: { token: 'TEST_TOKEN' } });
    expect(told.map(({ code }) => code)).toEqual(['scheme-limited', 'insecure-server']);
  });
});
