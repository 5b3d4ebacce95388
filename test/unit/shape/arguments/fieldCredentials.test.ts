import { describe, expect, test } from 'vitest';
import cases from './fieldCredentials.json' with { type: 'json' };
import { shapeDocument } from '../../../support/shapeDocument.js';

interface Case {
  name: string;
  field: string;
  schema?: object;
  required?: boolean;
  /** The name of another member; there is none where it stands alone. */
  beside?: string;
  alone?: boolean;
  /** The members are those of a component that another one includes. */
  component?: boolean;
  path?: string;
  method?: string;
  mediaType?: string;
  /** The scheme that the operation asks for. */
  scheme?: object;
  credentials?: string[];
  /** How many operations have it, of how many: three of three, or one where there is no scheme. */
  among?: [having: number, all: number];
  out: { asked: boolean; told?: string[]; security?: object[]; bodiless?: boolean };
}

describe('a field of a body that proves who calls', () => {
  test.each(cases as Case[])('$name', ({ out, ...given }) => {
    const { path = '/orders', method = 'post', beside = 'text', scheme, field, credentials = [] } = given;
    const { mediaType = 'application/x-www-form-urlencoded' } = given;
    const properties = {
      [field]: given.schema ?? { type: 'string' },
      ...(given.alone ? {} : { [beside]: { type: 'string' } }),
    };
    const own = { type: 'object', properties, ...(given.required && { required: [field] }) };
    const whole = { allOf: [{ $ref: '#/components/schemas/Base' }], description: 'All of it' };
    const isText = !JSON.stringify(given.schema ?? {}).includes('object');
    const example = isText ? { example: { [field]: 'x' } } : {};
    const operation = {
      operationId: 'send',
      requestBody: {
        required: true,
        content: { [mediaType]: { schema: given.component ? whole : own, ...example } },
      },
      ...(scheme && { security: [{ one: [] }] }),
    };
    const components = { securitySchemes: { ...(scheme && { one: scheme }) }, schemas: { Base: own } };
    const [having, all] = given.among ?? (scheme === undefined ? [1, 1] : [3, 3]);
    const more = Array.from({ length: all - 1 }, (_, index) => {
      const has = { [field]: { type: 'string' }, note: { type: 'string' } };
      const schema = { type: 'object', properties: index < having - 1 ? has : { note: { type: 'string' } } };
      const requestBody = { content: { 'application/json': { schema } } };
      return [
        `/more${index}`,
        { post: { operationId: `more${index}`, security: operation.security, requestBody } },
      ];
    });
    const { tool: find, diagnostics } = shapeDocument(
      { paths: { [path]: { [method]: operation }, ...Object.fromEntries(more) }, components },
      { credentials },
    );
    const { tool, enforced } = find(`${method.toUpperCase()} ${path}`);
    const others = given.alone ? [] : [beside];
    expect(Object.keys(enforced?.properties ?? {}).toSorted()).toEqual(
      [...others, ...(out.asked ? [field] : [])].toSorted(),
    );
    expect(enforced?.['required'] ?? []).toEqual(out.asked && given.required ? [field] : []);
    expect(JSON.stringify(tool?.inputSchema).includes(`"${field}"`)).toBe(out.asked);
    const told = diagnostics.filter(({ message }) => !message.includes('POST /more'));
    expect(told.map(({ code }) => code)).toEqual(out.told ?? []);
    expect(tool?.request.body === undefined).toBe(out.bodiless ?? false);
    if (out.security !== undefined) expect(tool?.request.security).toEqual(out.security);
  });

  test('goes by its body field where its variable is told', () => {
    const schema = { type: 'object', properties: { sid: { type: 'string' } } };
    const requestBody = { content: { 'application/json': { schema } } };
    const { server } = shapeDocument(
      { paths: { '/x': { post: { requestBody } } } },
      { credentials: ['sid'] },
    );
    expect(server.api.auth).toEqual({
      sid: { kind: 'api-key', in: 'body', name: 'sid', env: 'TEST_API_KEY' },
    });
  });
});
