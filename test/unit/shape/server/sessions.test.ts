import { describe, expect, test } from 'vitest';
import { type SessionChoice, defaults } from '../../../../generator/model/config.js';
import { noNames } from '../../../../generator/model/names.js';
import { uniteServers } from '../../../../generator/shape/uniteServers.js';
import { shapeDocument } from '../../../support/shapeDocument.js';
import { thrownBy } from '../../../support/thrownBy.js';

const fine = { responses: { 200: { description: 'Fine', content: { 'application/json': {} } } } };
const text = { type: 'string' };
const body = (schema: object, mediaType = 'application/json') => ({
  requestBody: { required: true, content: { [mediaType]: { schema } } },
});
const pair = { type: 'object', required: ['user', 'password'], properties: { user: text, password: text } };

/** A document with an operation that logs in, and one that asks for the scheme. */
function documentOf(
  login: object = body(pair),
  scheme: object = { type: 'apiKey', in: 'cookie', name: 'sid' },
) {
  return {
    components: { securitySchemes: { own: scheme, key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    paths: {
      '/login': { post: { operationId: 'logIn', ...fine, ...login } },
      '/orders': { get: { operationId: 'listOrders', ...fine, security: [{ own: [] }] } },
    },
  };
}

const variables = { user: 'SHOP_USER', password: 'SHOP_PASSWORD' };

function plan(document: object, session: Partial<SessionChoice> = {}, more: object = {}) {
  const choice = { scheme: 'own', session: { login: 'logIn', arguments: variables, ...session } };
  const shaped = shapeDocument(document, { name: 'shop', credentials: [choice], ...more });
  return {
    ...shaped,
    scheme: shaped.server.api.auth['own'] as { env: object; by: Record<string, unknown> },
  };
}

describe('a login', () => {
  test('sends what it is given where the document has it, and what has one value', () => {
    const { scheme } = plan(
      documentOf({
        parameters: [
          { name: 'X-Tenant', in: 'header', required: true, schema: text },
          { name: 'X-Version', in: 'header', required: true, schema: { ...text, enum: ['2'] } },
        ],
        ...body(
          {
            type: 'object',
            required: ['user', 'grant_type', 'pin'],
            properties: {
              user: { type: 'object', properties: { name: text } },
              grant_type: { const: 'password' },
              pin: { type: 'integer' },
              remember: { type: 'boolean' },
            },
          },
          'application/json',
        ),
      }),
      { arguments: { 'X-Tenant': 'SHOP_TENANT', 'user.name': 'SHOP_USER', pin: 'SHOP_PIN' } },
      { arguments: { remember: [{ value: true }] } },
    );
    expect(scheme).toEqual({
      kind: 'session',
      env: { 'X-Tenant': 'SHOP_TENANT', 'user.name': 'SHOP_USER', pin: 'SHOP_PIN' },
      given: 'SHOP_API_KEY',
      by: {
        method: 'POST',
        path: '/login',
        accept: ['application/json'],
        mediaType: 'application/json',
        fields: [
          { in: 'header', name: 'X-Tenant', argument: 'X-Tenant' },
          { in: 'body', name: ['user', 'name'], argument: 'user.name' },
          { in: 'body', name: ['pin'], argument: 'pin', isNumber: true },
          { in: 'header', name: 'X-Version', value: '2' },
          { in: 'body', name: ['grant_type'], value: 'password' },
          { in: 'body', name: ['remember'], value: true },
        ],
        put: { in: 'cookie', name: 'sid' },
        cookie: 'sid',
      },
    });
  });

  test.each<[string, object, object]>([
    [
      'bearer',
      { type: 'http', scheme: 'bearer' },
      { in: 'header', name: 'Authorization', prefix: 'Bearer ' },
    ],
    ['a key', { type: 'apiKey', in: 'header', name: 'X-Session' }, { in: 'header', name: 'X-Session' }],
    ['a cookie', { type: 'apiKey', in: 'cookie', name: 'sid' }, { in: 'cookie', name: 'sid' }],
    [
      'OAuth',
      { type: 'oauth2', flows: { password: { tokenUrl: '/login', scopes: {} } } },
      { in: 'header', name: 'Authorization', prefix: 'Bearer ' },
    ],
  ])('gives a token that is sent as %s', (_name, own, put) => {
    const { scheme } = plan(documentOf(body(pair), own), { token: 'data.token' });
    expect(scheme.by).toMatchObject({ token: ['data', 'token'], put });
  });

  test('asks for the credentials that its operation asks for', () => {
    const { scheme, server } = plan(documentOf({ ...body(pair), security: [{ own: [], key: [] }] }));
    expect(scheme.by['needs']).toEqual(['key']);
    expect(Object.keys(server.api.auth)).toContain('key');
  });

  test('of one document of several asks for these by the names that they have there', () => {
    const { server } = plan(documentOf({ ...body(pair), security: [{ key: [] }] }));
    const source = { name: 'shop', document: 'a.yaml' };
    const { sources = {} } = uniteServers([{ source, server }], { ...defaults, name: 'all' }, noNames).api;
    expect(sources['shop']?.auth['shop.own']).toMatchObject({ kind: 'session', by: { needs: ['shop.key'] } });
    const twice = [source, { ...source, name: 'other' }].map((one) => ({ source: one, server }));
    const error = thrownBy(() => uniteServers(twice, { ...defaults, name: 'all' }, noNames));
    expect(error.message).toContain('both');
  });

  test('that asks for what it gives asks for nothing', () => {
    const { scheme } = plan(documentOf({ ...body(pair), security: [{ own: [] }] }));
    expect(scheme.by).not.toHaveProperty('needs');
  });

  test('is a tool, too, where the user wants one', () => {
    const choice = { scheme: 'own', session: { login: 'POST /login', arguments: variables } };
    const document = documentOf({ ...body(pair), 'x-mcp': true });
    const { tools, diagnostics } = shapeDocument(document, {
      credentials: [choice],
      tools: { logIn: { enabled: true } },
    });
    expect(tools.map(({ tool }) => tool.name)).toContain('log_in');
    expect(diagnostics.map(({ code }) => code)).not.toContain('login-not-offered');
  });

  test('of a new scheme is for all operations that ask for none, but not for itself', () => {
    const document = documentOf();
    const { server, tool } = shapeDocument(
      { paths: { ...document.paths, '/orders': { get: { operationId: 'listOrders', ...fine } } } },
      { credentials: [{ cookie: 'sid', session: { login: 'logIn', arguments: variables } }] },
    );
    expect(tool('GET /orders').tool.request.security).toEqual([{ sid: [] }]);
    expect(server.api.auth['sid']).toMatchObject({ kind: 'session' });
  });

  test('leaves the scheme the variable that it has without one', () => {
    const { server } = plan(documentOf());
    expect(server.names.kept?.variables).toEqual({ own: 'SHOP_API_KEY' });
  });

  test.each<[string, object, Partial<SessionChoice>, string, string, string]>([
    [
      'an operation that there is not',
      documentOf(),
      { login: 'logOn' },
      'The document has no operation "logOn" that could log in; did you mean "logIn"?',
      'POST /login',
      'config#/credentials/0/session/login',
    ],
    [
      'a path that there is not',
      documentOf(),
      { login: 'POST /logins' },
      'The document has no operation "POST /logins" that could log in; did you mean "POST /login"?',
      'POST /login',
      'config#/credentials/0/session/login',
    ],
    [
      'a token that no answer has',
      documentOf({
        ...body(pair),
        responses: {
          200: {
            description: 'In',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { data: { type: 'object', properties: { access_token: text } } },
                },
              },
            },
          },
        },
      }),
      { token: 'data.acess_token' },
      'No answer of POST /login has "data.acess_token"; did you mean "data.access_token"?',
      'Its answers have data, data.access_token.',
      'config#/credentials/0/session/token',
    ],
    [
      'an argument that it does not take',
      documentOf(),
      { arguments: { user: 'A', pasword: 'B' } },
      'POST /login takes no "pasword"; did you mean "password"?',
      'It takes user, password.',
      'config#/credentials/0/session/arguments/pasword',
    ],
    [
      'an argument, and the document no body',
      documentOf({}),
      {},
      'POST /login takes no "user".',
      'an overlay can add them',
      'config#/credentials/0/session/arguments/user',
    ],
    [
      'too few arguments',
      documentOf(),
      { arguments: { user: 'SHOP_USER' } },
      'POST /login needs password to log in',
      '"password": SHOP_PASSWORD',
      'config#/credentials/0/session/arguments',
    ],
    [
      'a variable that is that of the scheme',
      documentOf(),
      { arguments: { user: 'SHOP_USER', password: 'SHOP_API_KEY' } },
      'The environment variable SHOP_API_KEY is that of what the login gives',
      'another one',
      'config#/credentials/0/session/arguments/password',
    ],
    [
      'a body that is no JSON and no form',
      documentOf(body(pair, 'multipart/form-data')),
      {},
      'The body of POST /login is sent as multipart/form-data',
      'An overlay',
      'config#/credentials/0/session/login',
    ],
    [
      'no token, of a scheme that is no cookie',
      documentOf(body(pair), { type: 'http', scheme: 'bearer' }),
      {},
      'The scheme "own" cannot have a session: what it sends is no cookie, and "token" does not say',
      'data.access_token',
      'config#/credentials/0/session',
    ],
    [
      'a token of a scheme that sends none',
      documentOf(body(pair), { type: 'http', scheme: 'digest' }),
      { token: 'token' },
      'The scheme "own" cannot have a session: it is sent in a way in which no token is.',
      'type: bearer',
      'config#/credentials/0/session',
    ],
  ])('with %s stops the run', (_name, document, session, message, hint, pointer) => {
    const error = thrownBy(() => plan(document, session)) as Error & { hint: string; pointer: string };
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
    expect(error.pointer).toBe(pointer);
  });
});
