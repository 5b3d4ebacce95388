import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../../generator/load/config/readConfig.js';
import { toCatalog } from '../../../../generator/toCatalog.js';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';
import { shapeDocument } from '../../../support/shapeDocument.js';
import { tempFolder } from '../../../support/tempFolder.js';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream((_got, response) => response.end('fine'));
});
afterAll(() => upstream.close());
beforeEach(() => {
  upstream.got.length = 0;
});

const keyIn = (name: string) => ({ type: 'apiKey', in: 'header', name });

/** Calls the one tool of a document, as a file of choices has it. */
async function call(
  { schemes = {}, security = [] as object[], parameters = [] as object[] },
  yaml: string,
  env: Record<string, string>,
) {
  const file = join(tempFolder(), 'mcpwright.yaml');
  writeFileSync(file, yaml);
  const { server } = shapeDocument(
    {
      servers: [{ url: upstream.url }],
      paths: { '/x': { get: { operationId: 'x', parameters, ...(security.length > 0 && { security }) } } },
      components: { securitySchemes: schemes },
    },
    await readConfig(file),
  );
  const catalog = toCatalog(server);
  const caller = await createCaller({ features, catalog, env, timeoutMs: 5_000 });
  const offered = (await offerTools(catalog.toolsets[0]!)).get('x')!;
  const signal = new AbortController().signal;
  const { isError, content } = await caller(offered, {}, { signal, trace: {} });
  const shown = 'tool' in offered ? Object.keys(offered.tool.inputSchema.properties) : [];
  return { isError: isError === true, said: JSON.stringify(content), shown, got: upstream.got[0] };
}

const ofAuthorization = { schemes: { key: keyIn('Authorization') }, security: [{ key: [] }] };

describe('what documents leave out, three lines of mcpwright.yaml say', () => {
  test.each([
    ['Bot', 'Bot', 'Bot the-key'],
    ['ApiKey', 'ApiKey', 'ApiKey the-key'],
    ['what is not a word', "'key='", 'key=the-key'],
  ])('the prefix of a key in Authorization: %s', async (_name, prefix, sent) => {
    const yaml = `credentials:\n  - scheme: key\n    prefix: ${prefix}\n`;
    const { isError, got } = await call(ofAuthorization, yaml, { TEST_API_KEY: 'the-key' });
    expect(isError).toBe(false);
    expect(got?.headers.authorization).toBe(sent);
  });

  test('without it, the key is sent as it is', async () => {
    const { got } = await call(ofAuthorization, '', { TEST_API_KEY: 'the-key' });
    expect(got?.headers.authorization).toBe('the-key');
  });

  test.each([
    [
      'a bearer token',
      '  - type: bearer\n',
      { TEST_TOKEN: 'the-token' },
      'authorization',
      'Bearer the-token',
    ],
    ['a header', '  - header: X-Api-Key\n', { TEST_API_KEY: 'the-key' }, 'x-api-key', 'the-key'],
    ['a cookie', '  - cookie: sid\n', { TEST_API_KEY: 'the-key' }, 'cookie', 'sid=the-key'],
    [
      'a user name',
      '  - type: basic\n',
      { TEST_USERNAME: 'me', TEST_PASSWORD: 'pw' },
      'authorization',
      `Basic ${btoa('me:pw')}`,
    ],
  ])('a document without schemes: %s', async (_name, yaml, env, header, sent) => {
    const { isError, got } = await call({}, `credentials:\n${yaml}`, env);
    expect(isError).toBe(false);
    expect(got?.headers[header]).toBe(sent);
    upstream.got.length = 0;
    const without = await call({}, `credentials:\n${yaml}`, {});
    expect(without.isError).toBe(true);
    expect(without.said).toContain(Object.keys(env)[0]);
    expect(upstream.got).toEqual([]);
  });

  test('a header that only words mention is sent, and not shown', async () => {
    const yaml = "headers:\n  Notion-Version: '2022-06-28'\n";
    const { got, shown } = await call({}, yaml, {});
    expect(got?.headers['notion-version']).toBe('2022-06-28');
    expect(shown).toEqual([]);
  });

  test('a header with one allowed value is sent, and not shown, by itself', async () => {
    const version = { name: 'X-Version', in: 'header', required: true, schema: { enum: ['7'] } };
    const { got, shown } = await call({ parameters: [version] }, '', {});
    expect(got?.headers['x-version']).toBe('7');
    expect(shown).toEqual([]);
  });

  test('an argument with a default is shown, and sent unless another value is given', async () => {
    const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
    const { got, shown } = await call({ parameters: [limit] }, 'arguments:\n  limit: { default: 20 }\n', {});
    expect(got?.url).toBe('/x?limit=20');
    expect(shown).toEqual(['limit']);
    const fixed = await call({ parameters: [limit] }, 'arguments:\n  limit: 5\n', {});
    expect(upstream.got[1]?.url).toBe('/x?limit=5');
    expect(fixed.shown).toEqual([]);
  });

  test('a scheme that cannot be served is replaced, and one beside it is used', async () => {
    const schemes = { digest: { type: 'http', scheme: 'digest' }, key: keyIn('X-Key') };
    const either = { schemes, security: [{ digest: [] }, { key: [] }] };
    expect((await call(either, '', { TEST_API_KEY: 'the-key' })).got?.headers['x-key']).toBe('the-key');
    upstream.got.length = 0;
    const only = { schemes: { digest: schemes.digest }, security: [{ digest: [] }] };
    const { isError, said } = await call(only, '', {});
    expect([isError, upstream.got]).toEqual([true, []]);
    expect(said).toContain('digest');
    const yaml = 'credentials:\n  - scheme: digest\n    type: basic\n';
    const replaced = await call(only, yaml, { TEST_USERNAME: 'me', TEST_PASSWORD: 'pw' });
    expect(replaced.got?.headers.authorization).toBe(`Basic ${btoa('me:pw')}`);
  });
});
