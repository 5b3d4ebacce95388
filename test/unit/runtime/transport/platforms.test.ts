import { describe, expect, test } from 'vitest';
import { serveLambda } from '../../../../templates/project/src/runtime/transport/lambda/serveLambda.js';
import { refuseUnfit } from '../../../../templates/project/src/runtime/transport/web/refuseUnfit.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';

const apiWith = (scheme: object) =>
  makeCatalog([makeTool({})], { api: { auth: { login: scheme as never } } }).api;
const oauth = {
  kind: 'oauth2',
  tokenUrl: 'https://id.example.com/token',
  scopes: [],
  env: { clientId: 'ID', clientSecret: 'SECRET', refreshToken: 'REFRESH', token: 'TOKEN' },
};

describe('what a platform without a disk cannot have', () => {
  test.each<[string, object, Record<string, string>, string | undefined]>([
    ['a refresh token', oauth, { REFRESH: 'r-1' }, 'REFRESH'],
    ['a login of users', { ...oauth, login: {} }, { ID: 'i' }, 'ID'],
    ['a login of users, with a token', { ...oauth, login: {} }, { ID: 'i', TOKEN: 't' }, undefined],
    ['client credentials', { ...oauth, clientCredentials: true }, { ID: 'i', SECRET: 's' }, undefined],
    ['a secret in a file', oauth, { SECRET_FILE: '/s' }, 'SECRET_FILE'],
    ['a file of somebody else', oauth, { SSL_CERT_FILE: '/s' }, undefined],
    [
      'a client certificate',
      { kind: 'client-certificate', env: { certificate: 'CERT', key: 'KEY' } },
      { CERT: '/c' },
      'CERT',
    ],
    ['nothing of it', oauth, {}, undefined],
  ])('%s', (_name, scheme, env, named) => {
    const refuse = (hasDisk: boolean) => () => refuseUnfit(apiWith(scheme), env, hasDisk);
    if (named === undefined) expect(refuse(false)).not.toThrow();
    else expect(refuse(false)).toThrow(new RegExp(`^${named} is set, but this server cannot have it here: `));
    expect(refuse(true)).not.toThrow();
  });
});

describe('an event of Lambda', () => {
  const catalog = makeCatalog([makeTool({})]);
  const env = { MCP_ALLOW_UNAUTHENTICATED: 'true', MCP_ALLOWED_HOSTS: 'mcp.example.com' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const event = (more: object = {}, stage = '$default') => ({
    rawPath: '/mcp',
    headers: { 'content-type': 'application/json' },
    body,
    requestContext: { domainName: 'mcp.example.com', stage, http: { method: 'POST' } },
    ...more,
  });

  test.each<[string, ReturnType<typeof event>, number]>([
    ['as it usually is', event(), 200],
    [
      'with a body in base64',
      event({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true }),
      200,
    ],
    ['behind a stage with a name', event({ rawPath: '/prod/mcp' }, 'prod'), 200],
    ['of another stage', event({ rawPath: '/prod/mcp' }, 'test'), 404],
    ['with a query and cookies', event({ rawQueryString: 'a=1&a=2', cookies: ['a=b', 'c=d'] }), 200],
    [
      'by another host',
      event({ requestContext: { domainName: 'evil.example', http: { method: 'POST' } } }),
      403,
    ],
  ])('%s', async (_name, given, status) => {
    const { handler } = await serveLambda(catalog.api, env, (own) => createApp({ catalog, env: own }));
    const found = await handler(given);
    expect(found).toMatchObject({ statusCode: status, isBase64Encoded: false });
    expect(found.headers['content-type']).toBe('application/json');
    if (status === 200) expect(found.body).toContain('the_tool');
  });
});
