import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AnyCustomization, customize } from '../../../../templates/project/src/runtime/customize.js';
import type { Tool } from '../../../../templates/project/src/runtime/tool.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { connectAsking } from '../../../support/runtime/connectAsking.js';
import { connectView, dialects } from '../../../support/runtime/connectView.js';
import { makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import { postModern } from '../../../support/runtime/postModern.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream(({ url }, response) => {
    const status = url.endsWith('/99') ? 404 : 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"name":"Tom"}');
  });
});
afterAll(() => upstream.close());
beforeEach(() => {
  upstream.got.length = 0;
});

const byId = { parameters: [makeParameter({ in: 'path', name: 'id', argument: 'id' })] };
const getPet = makeTool({ name: 'get_pet', path: '/pets/{id}', ...byId });
const deletePet: Tool = {
  ...makeTool({ name: 'delete_pet', method: 'DELETE', path: '/pets/{id}', ...byId }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
};

interface Tools {
  get_pet: { id: string };
  delete_pet: { id: string };
}
type Adding = NonNullable<Parameters<typeof customize<Tools>>[0]['add']>;
type Code = NonNullable<Adding[string]['call']>;

/** A view of a server with one tool of custom.ts, which is this code. */
function viewOf(
  call: Code,
  more: { env?: object; tools?: AnyCustomization['tools']; deletePet?: Tool } = {},
) {
  const inputSchema = { type: 'object' as const, properties: { id: { type: 'string' } } };
  const own = { title: 'Steps', description: 'Several steps.', inputSchema, call };
  const custom = { ...customize<Tools>({ add: { steps: own } }), ...(more.tools && { tools: more.tools }) };
  const catalog = makeCatalog([getPet, more.deletePet ?? deletePet]);
  const env = { TEST_BASE_URL: upstream.url, MCP_STATE_KEYS: 'k'.repeat(32), ...more.env };
  return createApp({ catalog, custom, env }).view();
}

const sent = () => upstream.got.map(({ method, url }) => `${method} ${url}`);

const deleteThird: Code = async (_args, { call }) => call('delete_pet', { id: '3' });

/** Looks a pet up, asks the user, and deletes it. */
const readAskDelete: Code = async ({ id }, { call, ask }) => {
  const { structuredContent: pet } = await call('get_pet', { id: String(id) });
  const { name } = pet as { name: string };
  const form = await ask(`Delete ${name}?`, { reason: { type: 'string', minLength: 2 } });
  if (form === undefined) return `${name} stays.`;
  await call('delete_pet', { id: String(id) });
  return `${name} is gone: ${form.reason}`;
};

describe.each(dialects)('a tool of custom.ts with several steps, called by %s', (dialect) => {
  test('calls the tools of the API and asks the user', async () => {
    const client = await connectAsking(viewOf(readAskDelete), dialect, ({ message }) => {
      expect(message).toBe('Delete Tom?');
      return { action: 'accept', content: { reason: 'old' } };
    });
    expect(await client.call('steps', { id: '7' })).toEqual({ text: 'Tom is gone: old', isError: false });
    expect(sent().filter((one) => one.startsWith('DELETE'))).toEqual(['DELETE /pets/7']);
    await client.close();
  });

  test('goes on without an answer where the user declines, and checks one that they give', async () => {
    const declined = await connectAsking(viewOf(readAskDelete), dialect, () => ({ action: 'decline' }));
    expect((await declined.call('steps', { id: '7' })).text).toBe('Tom stays.');
    const short = await connectAsking(viewOf(readAskDelete), dialect, () => ({
      action: 'accept',
      content: { reason: 'x' },
    }));
    const { text, isError } = await short.call('steps', { id: '7' });
    expect(text).toContain('Invalid arguments for the form of the user');
    expect(isError).toBe(true);
    expect(sent()).not.toContain('DELETE /pets/7');
    await Promise.all([declined.close(), short.close()]);
  });

  test('fails in words where a step fails, or nobody can be asked', async () => {
    const view = viewOf(readAskDelete);
    const client = await connectView(view, dialect);
    expect((await client.call('steps', { id: '99' })).text).toContain('404');
    const { text, isError } = await client.call('steps', { id: '7' });
    expect(text).toMatch(/^This client cannot ask the user/);
    expect(isError).toBe(true);
    await client.close();
  });
});

test.each(dialects)('the code of custom.ts learns that %s has cancelled', async (dialect) => {
  const cancel = new AbortController();
  const heard = new EventEmitter();
  const learns = once(heard, 'abort');
  const view = viewOf(async (_args, { signal }) => {
    signal.addEventListener('abort', () => heard.emit('abort'));
    cancel.abort();
    await learns;
    return 'too late';
  });
  const client = await connectView(view, dialect);
  await expect(client.call('steps', {}, { signal: cancel.signal })).rejects.toThrow();
  await learns;
  await client.close();
});

describe('the context of custom.ts', () => {
  const canAsk = { capabilities: { elicitation: {} } };

  test('says how much of a very long question is left out', async () => {
    const view = viewOf(async (_args, { ask }) => {
      await ask(`Fine?\n${'x'.repeat(4_000)} everything`, {});
      return 'asked';
    });
    const { result } = await postModern(view, canAsk)('tools/call', { name: 'steps', arguments: {} });
    const [request] = Object.values(
      result?.['inputRequests'] as Record<string, { params: { message: string } }>,
    );
    expect(request?.params.message).toBe(`Fine?\n${'x'.repeat(3_994)}… (17 more characters)`);
  });

  test('asks nobody once something was sent that is no read: it would be sent again', async () => {
    const view = viewOf(async (_args, { call, ask }) => {
      await call('delete_pet', { id: '1' });
      return String(await ask('And now?', { text: { type: 'string' } }));
    });
    const { result } = await postModern(view, canAsk)('tools/call', { name: 'steps', arguments: {} });
    expect(JSON.stringify(result)).toContain('The user cannot be asked any more');
    expect(sent()).toEqual(['DELETE /pets/1']);
  });

  test('asks several questions, one after the other, and keeps what was answered', async () => {
    const view = viewOf(async (_args, { ask }) => {
      const first = await ask('First?', { a: { type: 'integer' } });
      const second = await ask('Second?', { b: { type: 'boolean' } });
      return JSON.stringify([first, second]);
    });
    const client = await connectAsking(view, 'SDK v2, modern', ({ message }) => ({
      action: 'accept',
      content: message === 'First?' ? { a: 5 } : { b: true },
    }));
    expect((await client.call('steps')).text).toBe('[{"a":5},{"b":true}]');
    expect(client.asked.map(({ message }) => message)).toEqual(['First?', 'Second?']);
    await client.close();
  });

  test('calls hidden tools, without the code around them, and asks for consent all the same', async () => {
    const consent = { confirm: true, otherwise: 'refuse' } as const;
    const tools = { delete_pet: { hidden: true, wrap: () => ({ content: [] }) } };
    const more = { tools, deletePet: { ...deletePet, consent } };
    const client = await connectAsking(viewOf(deleteThird, more), 'SDK v2, modern', () => ({
      action: 'accept',
      content: { confirm: true },
    }));
    expect((await client.call('steps')).text).toContain('Tom');
    expect(client.asked[0]?.message).toContain('delete_pet');
    const mute = await connectView(viewOf(deleteThird, more));
    expect((await mute.call('steps')).text).toContain('delete_pet needs the consent of the user');
    expect(sent()).toEqual(['DELETE /pets/3']);
    await Promise.all([client.close(), mute.close()]);
  });

  test.each([{ MCP_READ_ONLY: 'true' }, { MCP_EXCLUDE: 'delete_pet' }])(
    'calls nothing that the operator does not want: %j',
    async (env) => {
      const custom = customize<Tools>({
        add: {
          steps: {
            title: 'Steps',
            description: 'Steps.',
            annotations: { readOnlyHint: true },
            inputSchema: { type: 'object' },
            call: async (_args, { call }) => call('delete_pet', { id: '3' }),
          },
        },
      });
      const catalog = makeCatalog([getPet, deletePet]);
      const app = createApp({ catalog, custom, env: { TEST_BASE_URL: upstream.url, ...env } });
      const client = await connectView(app.view());
      expect((await client.call('steps')).text).toBe(
        'The operator of this server does not offer delete_pet.',
      );
      expect(sent()).toEqual([]);
      await client.close();
    },
  );

  test('tells of progress that grows, and writes to the log where the client asks for it', async () => {
    const view = viewOf(async (_args, { progress, log }) => {
      for (const done of [0, 50, 50, 20, 100]) await progress(done, 100, `${done} of 100`);
      await log('info', { step: 1 });
      await log('debug', 'unseen');
      return 'done';
    });
    const server = await view.createServer();
    expect(server.getCapabilities()).toHaveProperty('logging');
    const meta = { progressToken: 7, 'io.modelcontextprotocol/logLevel': 'info' };
    const messages = await postModern(view).messages('tools/call', {
      name: 'steps',
      arguments: {},
      _meta: meta,
    });
    expect(
      messages.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params),
    ).toEqual(
      [0, 50, 100].map((progress) => ({
        progressToken: 7,
        progress,
        total: 100,
        message: `${progress} of 100`,
      })),
    );
    const logged = messages.filter(({ method }) => method === 'notifications/message');
    expect(logged.map(({ params }) => params)).toEqual([
      { level: 'info', data: { step: 1 }, logger: 'steps' },
    ]);
    expect(messages.at(-1)).toMatchObject({ result: { content: [{ text: 'done' }] } });
  });

  test('is told of by the capability of logs only where there is code', async () => {
    const server = await createApp({ catalog: makeCatalog([getPet]), env: {} })
      .view()
      .createServer();
    expect(server.getCapabilities()).toEqual({ tools: {} });
  });
});
