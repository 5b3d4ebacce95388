import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../../generator/model/api.js';
import { defaults } from '../../../../generator/model/config.js';
import { joinPointer } from '../../../../generator/model/document.js';
import { adoptCredentials } from '../../../../generator/shape/arguments/credentials.js';
import { lintDocument } from '../../../support/lintDocument.js';
import cases from './credentials.json' with { type: 'json' };
import { shapeDocument } from '../../../support/shapeDocument.js';

interface Case {
  name: string;
  in: {
    parameter: object;
    path?: string;
    /** The scheme that the operation asks for, and one that it does not. */
    scheme?: object;
    unasked?: object;
    /** All schemes, and what operations ask for, where that is more than one. */
    schemes?: object;
    security?: object[];
    /** What the operation asks for, where others ask for something else. */
    ownSecurity?: object[];
    credentials?: string[];
    /** How many operations have it, of how many: three of three, or one where there is no scheme. */
    among?: [having: number, all: number];
    method?: string;
    operationId?: string;
    /** Other parameters of its operation. */
    beside?: object[];
  };
  /** Whether a model is asked for it, and whether lint says so. */
  out: { asked: boolean; found: boolean; security?: object[]; told?: string[] };
}

/** How often bodies are looked at where so many operations have a parameter of the name of a scheme of its own. */
function countLooks(size: number): number {
  const numbers = Array.from({ length: size }, (_, index) => index);
  const names = ['access', 'auth', 'bearer', 'private', 'api'];
  const properties = Object.fromEntries(names.map((name) => [`${name}_token`, { type: 'string' }]));
  const requestBody = { content: { 'application/json': { schema: { type: 'object', properties } } } };
  const keys = numbers.map((index) => [`s${index}`, { type: 'apiKey', in: 'query', name: `token${index}` }]);
  const securitySchemes = { bearer: { type: 'http', scheme: 'bearer' }, ...Object.fromEntries(keys) };
  const paths = Object.fromEntries(
    numbers.map((index) => {
      const own = { name: `token${index}`, in: 'query', required: true, schema: { type: 'string' } };
      return [`/p${index}`, { post: { parameters: [own], requestBody, security: [{ bearer: [] }] } }];
    }),
  );
  const { api } = shapeDocument({ paths, components: { securitySchemes } });
  let looks = 0;
  const operations = api.operations.map((operation): Operation => {
    const { bodies } = operation;
    return Object.defineProperty({ ...operation }, 'bodies', {
      enumerable: true,
      get: () => {
        looks += 1;
        return bodies;
      },
    });
  });
  adoptCredentials({ ...api, operations }, defaults, () => {});
  return looks;
}

describe('a parameter that proves who calls', () => {
  test.each(cases as Case[])(
    'is the credential of the API, or stays an argument: $name',
    async ({ in: given, out }) => {
      const { parameter, path = '/users', scheme, unasked, credentials = [] } = given;
      const { method = 'get', operationId = 'listUsers', beside = [] } = given;
      const isOpen = scheme === undefined && given.schemes === undefined;
      const [having, all] = given.among ?? (isOpen ? [1, 1] : [3, 3]);
      const securitySchemes = {
        ...(scheme && { one: scheme }),
        ...(unasked && { unasked }),
        ...given.schemes,
      };
      const security = given.security ?? (scheme && [{ one: [] }]);
      const whole = { schema: { type: 'string' }, ...parameter };
      const others = Array.from({ length: all - 1 }, (_, index) => {
        const has = index < having - 1;
        const operation = { operationId: `listMore${index}`, summary: 'Lists more', security };
        return [`/more${index}`, { get: { ...operation, parameters: has ? [whole] : [] } }];
      });
      const operation = {
        operationId,
        summary: 'Lists all users of a team',
        parameters: [whole, ...beside.map((one) => ({ schema: { type: 'string' }, ...one }))],
        security: given.ownSecurity ?? security,
      };
      const paths = { [path]: { [method]: operation }, ...Object.fromEntries(others) };
      const document = { paths, components: { securitySchemes } };
      const own = joinPointer('#/paths', path);
      const { tools, diagnostics, server } = shapeDocument(document, { credentials });
      const { tool, enforced } = tools.find((one) => one.pointer.startsWith(own)) ?? {};
      const names = tool?.request.parameters.map(({ name }) => name) ?? [];
      expect(Object.keys(enforced?.properties ?? {}).length).toBe(beside.length + (out.asked ? 1 : 0));
      expect(names.includes((parameter as { name: string }).name)).toBe(out.asked);
      const told = diagnostics.filter(({ message }) => !message.includes('GET /more'));
      expect(told.map(({ code }) => code)).toEqual(out.told ?? []);
      if (out.security !== undefined) {
        expect(tool?.request.security).toEqual(out.security);
        for (const name of out.security.flatMap((one) => Object.keys(one)))
          expect(server.api.auth).toHaveProperty(name);
      }
      if (credentials.length > 0) return;
      const findings = await lintDocument(document);
      const found = findings.filter(({ rule }) => rule === 'secret-parameter');
      expect(found.length).toBe(out.found ? 1 : 0);
      if (out.found) expect(found[0]?.message).toMatch(/"credentials: \[[\w-]+\]" in mcpwright.yaml/);
    },
  );

  test('is found in bodies, but neither of what logs in nor where it is a password of users', async () => {
    const schema = {
      type: 'object',
      properties: Object.fromEntries(
        ['api_key', 'client_secret', 'token', 'password'].map((name) => [name, { type: 'string' }]),
      ),
    };
    const requestBody = { content: { 'application/json': { schema } } };
    const paths = {
      '/orders': { post: { requestBody } },
      '/oauth/token': { post: { requestBody } },
      '/login': { post: { requestBody } },
    };
    const found = (await lintDocument({ paths })).filter(({ rule }) => rule === 'secret-parameter');
    expect(found.map(({ message, pointer }) => [message, pointer])).toEqual([
      [
        'The field "api_key" of a body looks like a credential; "credentials: [api_key]" in mcpwright.yaml takes it from the environment.',
        '#/paths/~1orders/post/requestBody',
      ],
      [
        'The field "client_secret" of a body looks like a credential; "credentials: [client_secret]" in mcpwright.yaml takes it from the environment.',
        '#/paths/~1orders/post/requestBody',
      ],
      [
        'The field "token" of a body looks like a credential; "credentials: [token]" in mcpwright.yaml takes it from the environment.',
        '#/paths/~1orders/post/requestBody',
      ],
    ]);
  });

  test('is sent from the environment variable of its scheme', () => {
    const parameters = [{ name: 'X-API-Key', in: 'header', required: true, schema: { type: 'string' } }];
    const { server } = shapeDocument(
      { paths: { '/x': { get: { parameters } } } },
      { credentials: ['X-API-Key'] },
    );
    expect(server.api.auth).toEqual({
      'X-API-Key': { kind: 'api-key', in: 'header', name: 'X-API-Key', env: 'TEST_API_KEY' },
    });
  });

  test('is told from others by looking at each operation a few times, however many schemes there are', () => {
    const [few, many] = [countLooks(10), countLooks(40)];
    expect(few).toBeGreaterThan(10);
    expect(many).toBeLessThanOrEqual(few * 4);
  });
});
