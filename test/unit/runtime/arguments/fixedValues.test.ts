import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toCatalog } from '../../../../generator/toCatalog.js';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';
import { shapeDocument } from '../../../support/shapeDocument.js';
import cases from './fixedValues.json' with { type: 'json' };

interface Case {
  name: string;
  args: unknown;
  /** The address that is called, and the body that is sent. */
  sent?: string;
  body?: object;
  /** Why nothing is sent. */
  refused?: string;
}

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream((_request, response) => response.writeHead(204).end());
});
afterAll(() => upstream.close());

const fixed = (name: string, place: string, value: unknown) => ({
  name,
  in: place,
  required: true,
  schema: { enum: [value] },
});

const document = {
  paths: {
    '/{version}/things/{id}': {
      post: {
        operationId: 'change',
        parameters: [
          fixed('version', 'path', 'v1'),
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          fixed('page', 'query', 2),
          fixed('draft', 'query', false),
          fixed('X-Api-Version', 'header', '2024-05-01'),
          fixed('kind', 'header', 'dog'),
        ],
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object', properties: { kind: { type: 'string' } } } },
          },
        },
      },
    },
  },
};

describe('an argument that the API takes one value of', () => {
  test.each(cases as Case[])('$name', async ({ args, sent, body, refused }) => {
    const catalog = toCatalog(shapeDocument(document).server);
    const caller = await createCaller({
      features,
      catalog,
      env: { TEST_BASE_URL: upstream.url },
      timeoutMs: 5_000,
    });
    const [offered] = (await offerTools(catalog.toolsets[0]!)).values();
    const before = upstream.got.length;
    const result = await caller(offered!, args, { signal: new AbortController().signal, trace: {} });
    const text = JSON.stringify(result.content);
    expect(upstream.got.length - before, text).toBe(refused === undefined ? 1 : 0);
    if (refused !== undefined) {
      expect((result.content[0] as { text: string }).text.split('\n').slice(1)).toEqual([`- ${refused}`]);
      return;
    }
    const got = upstream.got.at(-1)!;
    expect(got.url).toBe(sent);
    expect(got.headers).toMatchObject({ 'x-api-version': '2024-05-01', kind: 'dog' });
    expect(got.body).toBe(body === undefined ? '' : JSON.stringify(body));
  });
});
