import { describe, expect, test } from 'vitest';
import type { Config } from '../../../generator/model/config.js';
import { shapeDocument } from '../../support/shapeDocument.js';
import { thrownBy } from '../../support/thrownBy.js';
import cases from './settle.json' with { type: 'json' };

type ByOperation<T> = { listPets?: T; addPet?: T };

interface Case {
  name: string;
  schemes?: object;
  /** What `listPets` asks for, or both operations. */
  asked?: object[];
  askedByAll?: boolean;
  config: Partial<Config>;
  security?: ByOperation<object[]>;
  auth?: object;
  arguments?: ByOperation<string[]>;
  /** The defaults that are shown. */
  shown?: ByOperation<Record<string, unknown>>;
  required?: ByOperation<string[]>;
  parameters?: ByOperation<object[]>;
  body?: object;
  told?: string[];
  words?: string;
  error?: [message: string, pointer: string];
}

const operations = { listPets: 'GET /pets', addPet: 'POST /pets' } as const;

function documentWith({ schemes = {}, asked, askedByAll }: Case) {
  const schema = {
    type: 'object',
    required: ['name', 'kind'],
    properties: { name: { type: 'string' }, kind: { type: 'string', enum: ['cat', 'dog'] } },
    additionalProperties: false,
  };
  const limit = { name: 'limit', in: 'query', required: true, schema: { type: 'integer' } };
  return {
    paths: {
      '/pets': {
        get: {
          operationId: 'listPets',
          tags: ['pets'],
          parameters: [limit],
          ...(asked && { security: asked }),
        },
        post: {
          operationId: 'addPet',
          tags: ['others'],
          requestBody: { required: true, content: { 'application/json': { schema } } },
          ...(askedByAll && { security: asked }),
        },
      },
    },
    components: { securitySchemes: schemes },
  };
}

describe('what the user says of requests', () => {
  test.each(cases as unknown as Case[])('$name', (one) => {
    if (one.error !== undefined) {
      const { message, pointer } = thrownBy(() => shapeDocument(documentWith(one), one.config));
      expect(message).toContain(one.error[0]);
      expect(pointer).toBe(one.error[1]);
      return;
    }
    const { server, tool, diagnostics } = shapeDocument(documentWith(one), one.config);
    if (one.auth !== undefined) expect(server.api.auth).toEqual(one.auth);
    expect(diagnostics.map(({ code }) => code)).toEqual(one.told ?? []);
    if (one.words !== undefined) expect(diagnostics[0]?.message).toContain(one.words);
    for (const [name, key] of Object.entries(operations)) {
      const id = name as keyof typeof operations;
      const { tool: made, enforced } = tool(key);
      const { request, inputSchema } = made;
      if (one.security?.[id]) expect(request.security).toEqual(one.security[id]);
      if (one.parameters?.[id]) expect(request.parameters).toEqual(one.parameters[id]);
      if (one.arguments?.[id]) {
        expect(Object.keys(inputSchema.properties).toSorted()).toEqual(one.arguments[id]);
        expect(Object.keys(enforced.properties).toSorted()).toEqual(one.arguments[id]);
      }
      if (one.required?.[id]) {
        expect(inputSchema['required'] ?? []).toEqual(one.required[id]);
        expect(enforced['required'] ?? []).toEqual(one.required[id]);
      }
      for (const [argument, usual] of Object.entries(one.shown?.[id] ?? {}))
        expect(inputSchema.properties[argument]).toMatchObject({ default: usual });
    }
    if (one.body !== undefined) expect(tool(operations.addPet).tool.request.body).toMatchObject(one.body);
  });

  test.each([{ value: 'application/json' }, { default: 'application/json' }])(
    'is the Content-Type of requests without a body, and no other: %o',
    (choice) => {
      const schema = { type: 'object', properties: { text: { type: 'string' } } };
      const content = { 'application/json': { schema } };
      const own = { name: 'Content-Type', in: 'header', schema: { type: 'string' } };
      const paths = {
        '/none': { post: { parameters: [own] }, get: {}, delete: {} },
        '/some': { post: { requestBody: { content } } },
        '/all': { post: { requestBody: { content, required: true } } },
      };
      const { tools } = shapeDocument({ paths }, { headers: { 'Content-Type': [choice] } });
      const sent = tools.flatMap(({ tool: { request, inputSchema } }) => {
        expect(Object.keys(inputSchema.properties)).not.toContain('Content-Type');
        const { constant } = request.parameters[0] ?? {};
        return constant === undefined ? [] : [`${request.method} ${request.path} ${String(constant)}`];
      });
      expect(sent.toSorted()).toEqual(['POST /none application/json', 'POST /some application/json']);
    },
  );
});
