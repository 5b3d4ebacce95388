import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toCatalog } from '../../../../generator/toCatalog.js';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

const secret = 'a "secret" & Ω=key';

let upstream: Upstream;
beforeAll(async () => {
  // It tells what it got, in its own words and in an error.
  upstream = await startUpstream(({ url, body }, response) => {
    response.writeHead(url === '/fail' ? 422 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ got: body }));
  });
});
afterAll(() => upstream.close());

const forms = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'] as const;
type Form = (typeof forms)[number];

const members = (more: object) => ({
  type: 'object',
  properties: { session_id: { type: 'string' }, ...more },
  required: ['session_id'],
});

async function call(
  form: Form,
  path: string,
  schema: object,
  args: object,
  given = { TEST_API_KEY: secret },
) {
  const operation = { operationId: 'send', requestBody: { required: true, content: { [form]: { schema } } } };
  const { server } = shapeDocument(
    { paths: { [path]: { post: operation } } },
    { credentials: ['session_id'] },
  );
  const catalog = toCatalog(server);
  const env = { TEST_BASE_URL: upstream.url, ...given };
  const caller = await createCaller({ features, catalog, env, timeoutMs: 5_000 });
  const [offered] = (await offerTools(catalog.toolsets[0]!)).values();
  const before = upstream.got.length;
  const result = await caller(offered!, args, { signal: new AbortController().signal, trace: {} });
  return { result, text: JSON.stringify(result), got: upstream.got.slice(before) };
}

/** The members of a body, as a server reads them. */
async function read(got: Upstream['got'][number] | undefined): Promise<object> {
  const type = String(got?.headers['content-type']);
  const response = new Response(got?.body, { headers: { 'content-type': type } });
  return type.includes('json')
    ? ((await response.json()) as object)
    : Object.fromEntries([...(await response.formData())].map(([name, value]) => [name, value]));
}

describe.each(forms)('a credential in a body that is %s', (form) => {
  const open = { ...members({ text: { type: 'string' } }), additionalProperties: { type: 'string' } };

  test('is sent from the environment, and shown nowhere', async () => {
    for (const path of ['/fine', '/fail']) {
      const { got, text } = await call(form, path, members({ text: { type: 'string' } }), { text: 'hi' });
      expect(await read(got[0])).toEqual({ text: 'hi', session_id: secret });
      expect(text).toContain('[redacted]');
      for (const spelt of ['secret', '%22secret', 'Ω=key']) expect(text).not.toContain(spelt);
    }
  });

  test('makes a body of its own', async () => {
    const { got } = await call(form, '/fine', members({}), {});
    expect(await read(got[0])).toEqual({ session_id: secret });
  });

  test('cannot be given', async () => {
    const { got, text } = await call(form, '/fine', members({ text: { type: 'string' } }), {
      session_id: 'mine',
    });
    expect(got).toEqual([]);
    expect(text).toContain('session_id: unknown field');
  });

  test('has no second value where a body takes any names', async () => {
    const body = { text: 'hi', Session_ID: 'mine', 'session_id[]': 'mine' };
    const { got } = await call(form, '/fine', open, { body });
    expect(await read(got[0])).toEqual({ text: 'hi', session_id: secret });
  });

  test('that is not configured is asked for by its variable', async () => {
    const { got, text } = await call(form, '/fine', members({}), {}, { TEST_API_KEY: '' });
    expect(got).toEqual([]);
    expect(text).toContain('TEST_API_KEY');
  });
});
