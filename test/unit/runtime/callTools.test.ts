import { describe, expect, test } from 'vitest';
import { customize } from '../../../templates/project/src/runtime/customize.js';
import type { Arguments } from '../../../templates/project/src/generated/arguments.js';
import { callTools } from '../../../templates/project/test/callTools.js';

const none = { type: 'object' as const };
const custom = customize<Arguments>({
  add: {
    rename: {
      title: 'Rename',
      description: 'Asks for another name of an example.',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      call: async ({ id }, { call, ask }) => {
        const { structuredContent } = await call('get_example', { exampleId: String(id) });
        const form = await ask('Which name?', { name: { type: 'string', minLength: 2 } });
        if (form === undefined) return 'It keeps its name.';
        await call('create_example', { name: form.name });
        return `${JSON.stringify(structuredContent)} is now ${form.name}`;
      },
    },
    nag: {
      title: 'Nag',
      description: 'Never has enough.',
      inputSchema: none,
      call: async (_args, { ask }) => {
        for (let round = 0; round < 100; round += 1)
          await ask(`And now ${round}?`, { x: { type: 'string' } });
        return 'done';
      },
    },
  },
});

describe('what owners test their tools with', () => {
  test('calls generated tools, which the mock answers', async () => {
    const call = callTools();
    const { text, isError, structuredContent } = await call('get_example', { exampleId: '1' });
    expect(isError).toBe(false);
    expect(text).toContain('"First"');
    expect(structuredContent).toMatchObject({ kind: 'small' });
  });

  test('fills in what the code of a tool asks for', async () => {
    const asked: unknown[] = [];
    const fill = (message: string, fields: object) => {
      asked.push([message, Object.keys(fields)]);
      return { name: 'Second' };
    };
    const { text, isError } = await callTools({ custom, fill })('rename', { id: '1' });
    expect([text, isError]).toEqual([expect.stringMatching(/"First".* is now Second$/), false]);
    expect(asked).toEqual([['Which name?', ['name']]]);
  });

  test('declines, or cannot be asked', async () => {
    const declined = await callTools({ custom, fill: () => undefined })('rename', { id: '1' });
    expect(declined.text).toBe('It keeps its name.');
    const { isError } = await callTools({ custom })('rename', { id: '1' });
    expect(isError).toBe(true);
  });

  test('responds in place of the API', async () => {
    const sent: string[] = [];
    const respond = async (request: Request) => {
      sent.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`);
      return Response.json({ id: '7' });
    };
    const call = callTools({ custom, respond, fill: () => ({ name: 'Second' }) });
    await call('rename', { id: '7' });
    expect(sent.at(-1)).toBe('POST /v1/examples {"name":"Second"}');
  });

  test('makes up the credentials that are not given, and no others', async () => {
    const keys: (string | null)[] = [];
    const respond = (request: Request) => {
      keys.push(request.headers.get('x-api-key'));
      return Response.json({ id: '7' });
    };
    await callTools({ respond })('create_example', { name: 'Second' });
    await callTools({ respond, env: { EXAMPLE_API_KEY: 'mine' } })('create_example', { name: 'Second' });
    expect(keys).toEqual(['made-up-for-tests', 'mine']);
  });

  test('refuses what a client would be refused', async () => {
    const { isError, text } = await callTools({ custom })('rename', {});
    expect([isError, text]).toEqual([true, expect.stringContaining('id')]);
    await expect(callTools()('no_such_tool', {})).rejects.toThrow('Unknown tool');
  });

  test('ends where a tool never has enough', async () => {
    const { isError } = await callTools({ custom, fill: () => ({ x: '' }) })('nag', {}).catch(() => ({
      isError: true,
    }));
    expect(isError).toBe(true);
  });
});
