import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AnyContext, AnyCustomization } from '../../../../templates/project/src/runtime/customize.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';
import { postModern } from '../../../support/runtime/postModern.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream((_request, response) => response.writeHead(204).end());
});
afterAll(() => upstream.close());
beforeEach(() => {
  upstream.got.length = 0;
});

const requests = {
  name: {
    method: 'elicitation/create',
    params: { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
  },
  roots: { method: 'roots/list', params: {} },
};
const capabilities = { elicitation: {}, roots: {} };
const accepted = { action: 'accept', content: { name: 'Ann' } };
const listed = { roots: [] };

/** Posts to a server whose own tool and prompt are this code. */
function connect(
  code: (context: Pick<AnyContext, 'request' | 'call' | 'capabilities'>) => Promise<unknown>,
  declared = capabilities,
) {
  const words = { title: 'Steps', description: 'Steps.' };
  const custom = {
    add: {
      steps: {
        ...words,
        inputSchema: { type: 'object' },
        call: async (_args, context) => JSON.stringify(await code(context)),
      },
    },
    prompts: {
      start: { ...words, get: async (_args, context) => JSON.stringify(await code(context as AnyContext)) },
    },
  } satisfies AnyCustomization;
  const writes = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true };
  const tool = { ...makeTool({ name: 'clear', method: 'DELETE', path: '/things' }), annotations: writes };
  const env = { TEST_BASE_URL: upstream.url, MCP_STATE_KEYS: 'k'.repeat(32) };
  return postModern(createApp({ catalog: makeCatalog([tool]), custom, env }).view(), {
    capabilities: declared,
  });
}

const ask = ({ request }: Pick<AnyContext, 'request'>) => request(requests);

test.each([
  ['tools/call', { name: 'steps', arguments: {} }],
  ['prompts/get', { name: 'start' }],
])('%s asks a client several things at once, and again for what is missing', async (method, params) => {
  const post = connect(ask);
  const { result: first } = await post(method, params);
  expect(first).toMatchObject({ resultType: 'input_required', inputRequests: requests });
  const { result: second } = await post(method, {
    ...params,
    inputResponses: { name: accepted, unknown: 7 },
    requestState: first?.['requestState'],
  });
  expect(second).toMatchObject({ resultType: 'input_required', inputRequests: { roots: requests.roots } });
  const { result } = await post(method, {
    ...params,
    inputResponses: { roots: listed },
    requestState: second?.['requestState'],
  });
  expect(result).toMatchObject({ resultType: 'complete' });
  expect(JSON.stringify(result)).toContain(
    JSON.stringify(JSON.stringify({ name: accepted, roots: listed })).slice(1, -1),
  );
});

test('an answer that nobody asked for is none, nor is one with the state of a tool for a prompt', async () => {
  const post = connect(ask);
  const call = { name: 'steps', arguments: {} };
  const unasked = await post('tools/call', { ...call, inputResponses: { name: accepted, roots: listed } });
  expect(unasked.result).toMatchObject({ resultType: 'input_required' });
  const requestState = unasked.result?.['requestState'];
  const inputResponses = { name: accepted, roots: listed };
  expect((await post('prompts/get', { name: 'start', inputResponses, requestState })).error).toMatchObject({
    code: -32602,
  });
  const odd = await post('tools/call', {
    ...call,
    inputResponses: { name: [], roots: listed },
    requestState,
  });
  expect(odd.result).toMatchObject({ resultType: 'input_required', inputRequests: { name: requests.name } });
});

test('a client that has not declared it is told what it lacks', async () => {
  const { status, error } = await connect(ask, {} as typeof capabilities)('tools/call', {
    name: 'steps',
    arguments: {},
  });
  expect(status).toBe(400);
  expect(error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: {} } } });
});

test('the code sees what the client declares, and asks nobody once something was sent', async () => {
  const post = connect(async ({ capabilities: declared, call, request }) => {
    if (!('roots' in declared)) return 'nothing';
    await call('clear', {});
    return request(requests);
  });
  const { result } = await post('tools/call', { name: 'steps', arguments: {} });
  expect(JSON.stringify(result)).toContain('cannot be asked any more');
  expect(upstream.got).toHaveLength(1);
});
