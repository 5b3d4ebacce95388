import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyCustomization } from '../../../../templates/project/src/runtime/customize.js';
import type { Consent, Tool } from '../../../../templates/project/src/runtime/tool.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { type Asked, type Reply, connectAsking } from '../../../support/runtime/connectAsking.js';
import { connectView, dialects } from '../../../support/runtime/connectView.js';
import { makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import { postModern } from '../../../support/runtime/postModern.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"gone":true}');
  });
});
afterAll(() => upstream.close());
beforeEach(() => {
  upstream.got.length = 0;
});

const keys = 'k'.repeat(32);
const writes = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true };

/** A tool that deletes a pet. */
function deletePet(consent: Consent, more: Tool['request']['parameters'] = []): Tool {
  return {
    ...makeTool({
      name: 'delete_pet',
      method: 'DELETE',
      path: '/pets/{petId}',
      parameters: [makeParameter({ in: 'path', name: 'petId', argument: 'petId' }), ...more],
    }),
    annotations: writes,
    consent,
  };
}

const petId = { type: 'integer' };
const reason = { type: 'string', minLength: 3, maxLength: 20 };
const confirmed: Consent = { confirm: true, otherwise: 'refuse' };

interface Setup {
  tool?: Tool;
  schema?: object;
  env?: Record<string, string>;
  custom?: AnyCustomization;
}

function makeView({ tool = deletePet(confirmed), schema = {}, env = {}, custom = {} }: Setup = {}) {
  const enforced = {
    type: 'object' as const,
    properties: { petId },
    required: ['petId'],
    additionalProperties: false,
    ...schema,
  };
  return createApp({
    catalog: makeCatalog([tool], { schemas: { delete_pet: enforced } }),
    custom,
    env: { TEST_BASE_URL: upstream.url, MCP_STATE_KEYS: keys, ...env },
  }).view();
}

const yes = (): Reply => ({ action: 'accept', content: { confirm: true } });
const sent = () => upstream.got.map(({ method, url }) => `${method} ${url}`);
const canAsk = { capabilities: { elicitation: {} } };
const call = { name: 'delete_pet', arguments: { petId: 7 } };

describe.each(dialects)('a tool that needs consent, called by %s', (dialect) => {
  test('is called once the user agrees, who sees what it would do', async () => {
    const client = await connectAsking(makeView(), dialect, (asked: Asked) => {
      expect(sent()).toEqual([]);
      expect(asked.message).toBe(
        'Allow this call? Title of delete_pet (delete_pet, DELETE /pets/{petId})\npetId: 7',
      );
      expect(asked.requestedSchema).toMatchObject({
        properties: { confirm: { type: 'boolean' } },
        required: ['confirm'],
      });
      return yes();
    });
    expect(await client.call('delete_pet', { petId: 7 })).toMatchObject({ isError: false });
    expect(client.asked).toHaveLength(1);
    expect(sent()).toEqual(['DELETE /pets/7']);
    await client.close();
  });

  test.each<[string, Reply, RegExp]>([
    [
      'declines',
      { action: 'decline' },
      /^The user declined: delete_pet was not carried out; nothing was sent/,
    ],
    ['closes the form', { action: 'cancel' }, /^The user closed the question without an answer: delete_pet/],
    ['says no', { action: 'accept', content: { confirm: false } }, /^The user declined: delete_pet/],
  ])('is not called where the user %s', async (_what, reply, words) => {
    const client = await connectAsking(makeView(), dialect, () => reply);
    const { text, isError } = await client.call('delete_pet', { petId: 7 });
    expect(text).toMatch(words);
    expect(isError).toBe(true);
    expect(sent()).toEqual([]);
    await client.close();
  });

  test('is refused before anyone is asked where the arguments are wrong', async () => {
    const client = await connectAsking(makeView(), dialect, yes);
    const { text } = await client.call('delete_pet', { petId: 'seven' });
    expect(text).toContain('Invalid arguments for delete_pet; nothing was sent');
    expect(client.asked).toEqual([]);
    await client.close();
  });

  test('is refused in words, or let through, for a client that cannot ask', async () => {
    const refused = await connectView(makeView(), dialect);
    const { text, isError } = await refused.call('delete_pet', { petId: 7 });
    expect(text).toMatch(
      /^delete_pet needs the consent of the user, and this client cannot ask them; nothing/,
    );
    expect(isError).toBe(true);
    expect(sent()).toEqual([]);
    const tool = deletePet({ confirm: true, otherwise: 'allow' });
    const allowed = await connectView(makeView({ tool }), dialect);
    expect(await allowed.call('delete_pet', { petId: 7 })).toMatchObject({ isError: false });
    expect(sent()).toEqual(['DELETE /pets/7']);
    await Promise.all([refused.close(), allowed.close()]);
  });

  test('is described to models without what only the user gives, unless calls are let through', async () => {
    const fields = { reason: { type: 'string', title: 'reason' } as const };
    const schema = { properties: { petId, reason }, required: ['petId', 'reason'] };
    const describeTo = async (otherwise: Consent['otherwise']) => {
      const tool = deletePet({ ask: fields, required: ['reason'], otherwise });
      const client = await connectView(makeView({ tool, schema, env: { MCP_MODE: 'dynamic' } }), dialect);
      const { text } = await client.call('describe_tools', { names: ['delete_pet'] });
      await client.close();
      return text;
    };
    const shown = await describeTo('refuse');
    expect(shown).toContain('petId');
    expect(shown).not.toContain('reason');
    expect(await describeTo('allow')).toContain('reason');
  });

  test('is asked about through the tools that call others, too', async () => {
    const view = makeView({ env: { MCP_MODE: 'dynamic' } });
    const client = await connectAsking(view, dialect, () => ({ action: 'decline' }));
    const args = { name: 'delete_pet', arguments: { petId: 7 } };
    expect((await client.call('call_write_tool', args)).text).toMatch(/^The user declined/);
    expect(client.asked).toHaveLength(1);
    const mute = await connectView(view, dialect);
    expect((await mute.call('call_write_tool', args)).text).toContain('cannot ask them');
    expect(sent()).toEqual([]);
    await Promise.all([client.close(), mute.close()]);
  });

  test('is asked about whatever code of custom.ts is around it', async () => {
    const custom: AnyCustomization = {
      tools: {
        delete_pet: {
          wrap: async (_args, next) => {
            try {
              return await next({ petId: 8 });
            } catch {
              return { content: [{ type: 'text', text: 'swallowed' }] };
            }
          },
        },
      },
    };
    const client = await connectAsking(makeView({ custom }), dialect, (asked) => {
      expect(asked.message).toContain('petId: 8');
      return yes();
    });
    expect((await client.call('delete_pet', { petId: 7 })).text).toContain('gone');
    expect(sent()).toEqual(['DELETE /pets/8']);
    await client.close();
  });

  test('is given the key of the request where code of custom.ts is around it, too', async () => {
    const header = makeParameter({ in: 'header', name: 'Idempotency-Key', argument: 'idempotencyKey' });
    const schema = {
      properties: { petId, idempotencyKey: { type: 'string', format: 'uuid' } },
      required: ['petId', 'idempotencyKey'],
    };
    const custom: AnyCustomization = { tools: { delete_pet: { wrap: (args, next) => next(args) } } };
    const view = makeView({ tool: deletePet(confirmed, [header]), schema, custom });
    const client = await connectAsking(view, dialect, yes);
    expect((await client.call('delete_pet', { petId: 7 })).text).toContain('gone');
    expect(upstream.got[0]?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
    await client.close();
  });

  test('has arguments asked of the user, and checks them as all others', async () => {
    const tool = deletePet(
      { ask: { reason: { type: 'string', title: 'Reason' } }, required: ['reason'], otherwise: 'refuse' },
      [makeParameter({ name: 'reason', argument: 'reason' })],
    );
    const schema = { properties: { petId, reason }, required: ['petId', 'reason'] };
    const replies: Reply[] = ['too old', 'no'].map((said) => ({
      action: 'accept',
      content: { reason: said },
    }));
    const client = await connectAsking(makeView({ tool, schema }), dialect, () => replies.shift()!);
    expect((await client.call('delete_pet', { petId: 7 })).isError).toBe(false);
    expect(client.asked[0]).toMatchObject({
      requestedSchema: { properties: { reason: { type: 'string', title: 'Reason' } }, required: ['reason'] },
    });
    expect(sent()).toEqual(['DELETE /pets/7?reason=too%20old']);
    const short = await client.call('delete_pet', { petId: 7 });
    expect(short.text).toContain('- reason:');
    const given = await client.call('delete_pet', { petId: 7, reason: 'made up' });
    expect(given.text).toMatch(/^Leave out reason; nothing was sent/);
    expect(sent()).toHaveLength(1);
    await client.close();
  });
});

/** Asks, and gives what the client is to bring back. */
async function ask(post: ReturnType<typeof postModern>, params: typeof call = call) {
  const { result = {} } = await post('tools/call', params);
  expect(result['resultType']).toBe('input_required');
  const [key = ''] = Object.keys(result['inputRequests'] as object);
  const inputResponses = { [key]: { action: 'accept', content: { confirm: true } } };
  return { ...params, requestState: String(result['requestState']), inputResponses };
}

describe('the state of a question', () => {
  test('is taken by any replica with the same key, for the same call', async () => {
    const retry = await ask(postModern(makeView(), canAsk));
    const { result } = await postModern(makeView(), canAsk)('tools/call', retry);
    expect(JSON.stringify(result)).toContain('gone');
    expect(sent()).toEqual(['DELETE /pets/7']);
  });

  test.each<[string, (retry: Awaited<ReturnType<typeof ask>>) => object, object?]>([
    ['other arguments', (retry) => ({ ...retry, arguments: { petId: 8 } })],
    [
      'a changed text',
      // Not the last character, some bits of which may stand for nothing.
      (retry) => ({
        ...retry,
        requestState: retry.requestState.replace(/.(?=.{8}$)/, (one) => (one === 'A' ? 'B' : 'A')),
      }),
    ],
    ['another user', (retry) => retry, { user: 'eve' }],
    ['another key', (retry) => retry, { env: { MCP_STATE_KEYS: 'x'.repeat(32) } }],
    [
      'another tool',
      (retry) => ({
        ...retry,
        name: 'call_write_tool',
        arguments: { name: 'delete_pet', arguments: { petId: 7 } },
      }),
      { env: { MCP_MODE: 'dynamic' } },
    ],
  ])('is refused with %s', async (_what, change, other = {}) => {
    const { user = 'ann', ...setup } = other as Setup & { user?: string };
    const retry = await ask(postModern(makeView(), { ...canAsk, user: 'ann' }));
    const { error } = await postModern(makeView(setup), { ...canAsk, user })(
      'tools/call',
      change(retry) as typeof retry,
    );
    expect(error).toMatchObject({ code: -32602, data: { reason: 'invalid_request_state' } });
    expect(sent()).toEqual([]);
  });

  test('is asked for anew where the answer comes without it, or is left out', async () => {
    const post = postModern(makeView(), canAsk);
    const { requestState, inputResponses, ...rest } = await ask(post);
    for (const params of [
      { ...rest, inputResponses },
      { ...rest, requestState },
      { ...rest, requestState, inputResponses: { other: { action: 'accept' } } },
    ]) {
      const { result } = await post('tools/call', params);
      expect(result).toMatchObject({ resultType: 'input_required' });
    }
    expect(sent()).toEqual([]);
  });

  test.each([{ action: 'agree' }, { action: 'accept', content: 'yes' }, {}])(
    'comes back with an answer that is none: %j',
    async (said) => {
      const post = postModern(makeView(), canAsk);
      const retry = await ask(post);
      const [key = ''] = Object.keys(retry.inputResponses);
      const { error } = await post('tools/call', { ...retry, inputResponses: { [key]: said } });
      expect(error).toMatchObject({ code: -32602 });
      expect(sent()).toEqual([]);
    },
  );

  test('counts once in a process', async () => {
    const post = postModern(makeView(), canAsk);
    const retry = await ask(post);
    await post('tools/call', retry);
    const { result } = await post('tools/call', retry);
    expect(JSON.stringify(result)).toContain('This confirmation of delete_pet has been used');
    expect(sent()).toHaveLength(1);
  });

  test('gives the API a key by which it knows a call that comes again, at any replica', async () => {
    const header = makeParameter({ in: 'header', name: 'Idempotency-Key', argument: 'idempotencyKey' });
    const tool = deletePet(confirmed, [header]);
    const schema = {
      properties: { petId, idempotencyKey: { type: 'string', format: 'uuid' } },
      required: ['petId', 'idempotencyKey'],
    };
    const post = postModern(makeView({ tool, schema }), canAsk);
    const retry = await ask(post);
    await post('tools/call', retry);
    await postModern(makeView({ tool, schema }), canAsk)('tools/call', retry);
    await post('tools/call', await ask(post));
    const [first, second, third] = upstream.got.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('is for clients of protocol 2026-07-28 that declare forms; others are refused in words', async () => {
    for (const capabilities of [{}, { elicitation: { url: {} } }]) {
      const { result } = await postModern(makeView(), { capabilities })('tools/call', call);
      expect(JSON.stringify(result)).toContain('this client cannot ask them');
    }
    const form = await postModern(makeView(), { capabilities: { elicitation: { form: {} } } })(
      'tools/call',
      call,
    );
    expect(form.result).toMatchObject({ resultType: 'input_required' });
  });

  test('shows arguments on a line each, with nothing hidden, and no secret', async () => {
    const tool = deletePet(confirmed, [makeParameter({ name: 'note', argument: 'note' })]);
    const schema = { properties: { petId, note: { type: 'string' } } };
    const post = postModern(makeView({ tool, schema }), canAsk);
    const note = `fine\npetId: 1\u202e${'x'.repeat(300)}`;
    const { result } = await post('tools/call', { name: 'delete_pet', arguments: { petId: 7, note } });
    const [request] = Object.values(result?.['inputRequests'] as Record<string, { params: Asked }>);
    const lines = request!.params.message.split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatch(/^note: fine\\u000apetId: 1\\u202ex+… \(\d+ more characters\)$/);
  });
});
