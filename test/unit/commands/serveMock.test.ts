import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseConfig } from '../../../generator/commands/chooseConfig.js';
import { serve } from '../../../generator/commands/serve.js';
import type { Message } from '../../support/runtime/project.js';
import { message, modern } from '../../support/runtime/wire.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';

const folder = join(process.cwd(), 'test/.tmp/serveMock');
const document = join(folder, 'openapi.json');
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream((_request, response) => response.writeHead(500).end());
  mkdirSync(folder, { recursive: true });
  const responses = {
    '200': { description: 'Ok', content: { 'application/json': { example: { name: 'Rex' } } } },
  };
  const api = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: upstream.url }],
    security: [{ key: [] }],
    paths: {
      '/pet': {
        get: { operationId: 'getPet', responses },
        patch: {
          operationId: 'patchPet',
          requestBody: {
            required: true,
            content: {
              'application/json-patch+json': { schema: { type: 'object' } },
              'application/merge-patch+json': { schema: { type: 'object' } },
            },
          },
          responses,
        },
        post: { operationId: 'washPet', responses, 'x-ms-long-running-operation': true },
      },
    },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  };
  writeFileSync(document, JSON.stringify(api));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await upstream.close();
});

/** Serves the document to a client that makes one call and goes; gives the answer and what was said. */
async function callOnce(
  settings: Record<string, string>,
  request = message('tools/call', { name: 'get_pet' }),
): Promise<{ answer: Message; said: string }> {
  let said = '';
  const [input, output] = [new PassThrough(), new PassThrough()];
  const written = text(output);
  input.end(`${request}\n`);
  const code = await serve(
    {
      choose: () => chooseConfig({ choices: {}, file: undefined, document }),
      watch: false,
      transport: 'stdio',
      port: 0,
      host: '127.0.0.1',
      allowUnauthenticated: false,
      settings,
    },
    {
      print: () => {},
      note: () => {},
      alert: (words) => void (said += words),
      progress: () => {},
      paint: (_style, words) => words,
      readStdin: async () => '',
      input,
      output,
      stopped: new Promise(() => {}),
      env: {},
    },
  );
  output.end();
  expect(code).toBe(0);
  return { answer: JSON.parse(await written) as Message, said };
}

test('mcpwright serve --mock answers from the document, without credentials and without a word on them', async () => {
  const { answer, said } = await callOnce({ MCP_MOCK: 'true' });
  expect(answer.result).toMatchObject({
    structuredContent: { name: 'Rex' },
    _meta: { 'mcpwright/mock': 'example' },
  });
  expect(said).toMatch(/^pets: protocol .*; 3 tools; as a mock: .*\n$/);
  expect(upstream.got).toEqual([]);
});

test('mcpwright serve without it says what is missing', async () => {
  const { answer, said } = await callOnce({});
  expect(answer.result).toMatchObject({ isError: true });
  expect(said).toMatch(/^No PETS_API_KEY is set: /);
  expect(upstream.got).toEqual([]);
});

test('mcpwright serve offers tasks where the API has work that it only accepts', async () => {
  const { answer } = await callOnce({}, modern('server/discover').body);
  expect(answer.result).toMatchObject({
    capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } },
  });
});

test.each([
  [{ name: 'Rex' }, false],
  [[{ op: 'replace', path: '/name', value: 'Rex' }], true],
])('mcpwright serve --mock refuses what the media type of a body cannot be: %j', async (body, isError) => {
  const call = message('tools/call', { name: 'patch_pet', arguments: { body } });
  const { answer } = await callOnce({ MCP_MOCK: 'true' }, call);
  expect((answer.result as { isError?: boolean }).isError ?? false).toBe(isError);
});

test.each([
  [{ MCP_STATE_KEYS: 'short' }, 'MCP_STATE_KEYS holds a key of fewer than 32 characters'],
  [{ MCP_STATE_KEYS_FILE: '/no/such/file' }, 'MCP_STATE_KEYS_FILE'],
])('keys that are none stop it, as they stop the server that is generated: %j', async (settings, words) => {
  await expect(callOnce({ MCP_MOCK: 'true', ...settings })).rejects.toThrow(words);
  await expect(callOnce(settings)).rejects.toThrow(words);
});
