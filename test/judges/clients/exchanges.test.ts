import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Message, type Said, judgeAll } from '../../support/judgeMessages.js';
import { type Kennel, startKennel } from './startKennel.js';

const dialects = ['SDK v1', 'SDK v2, legacy', 'SDK v2, modern'] as const;
type Dialect = (typeof dialects)[number];
const transports = ['stdio', 'HTTP'] as const;

let kennel: Kennel;
beforeAll(async () => {
  kennel = await startKennel();
});
afterAll(() => kennel.close());

/** What the user answers where they are asked. */
type Reply = () => { action: 'accept'; content: { confirm: boolean } } | { action: 'decline' };

/** Has a transport write down what goes over it. */
function record<T extends object>(transport: T, said: Said[]): T {
  const { send } = transport as { send?: unknown };
  let hear: ((...args: unknown[]) => void) | undefined;
  return Object.defineProperties(transport, {
    send: {
      value: (message: Message, ...rest: unknown[]) => {
        said.push(['client', message]);
        return (send as (...args: unknown[]) => unknown).call(transport, message, ...rest);
      },
    },
    onmessage: {
      get: () => hear,
      set: (next?: typeof hear) => {
        hear =
          next &&
          ((message, ...rest) => {
            said.push(['server', message as Message]);
            next(message, ...rest);
          });
      },
    },
  });
}

async function connect(dialect: Dialect, over: (typeof transports)[number], reply: Reply) {
  const said: Said[] = [];
  const program = { ...kennel.stdio, stderr: 'ignore' as const };
  const identity = { name: 'test', version: '1.0.0' };
  const capabilities = { elicitation: {} };
  if (dialect === 'SDK v1') {
    const client = new ClientV1(identity, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, () => reply());
    const transport = over === 'stdio' ? new StdioV1(program) : new HttpV1(new URL(kennel.url));
    await client.connect(record(transport, said) as Parameters<ClientV1['connect']>[0]);
    return { client, said };
  }
  const mode = dialect === 'SDK v2, modern' ? ({ pin: '2026-07-28' } as const) : 'legacy';
  const client = new ClientV2(identity, { capabilities, versionNegotiation: { mode } });
  client.setRequestHandler('elicitation/create', () => reply());
  const transport = over === 'stdio' ? new StdioV2(program) : new HttpV2(new URL(kennel.url));
  await client.connect(record(transport, said) as Parameters<ClientV2['connect']>[0]);
  return { client, said };
}

const textOf = (result: object) => JSON.stringify(result);

describe.each(transports)('over %s', (over) => {
  describe.each(dialects)('%s', (dialect) => {
    // Without a session nobody can be asked over HTTP before 2026-07-28.
    const canAsk = over === 'stdio' || dialect === 'SDK v2, modern';

    test('has its user asked before a call that needs consent', async () => {
      let answer: ReturnType<Reply> = { action: 'accept', content: { confirm: true } };
      const { client } = await connect(dialect, over, () => answer);
      const drop = async () => textOf(await client.callTool({ name: 'drop_pet', arguments: { id: 7 } }));
      kennel.seen.length = 0;
      const first = await drop();
      expect(kennel.seen).toEqual(canAsk ? ['DELETE /pets/7'] : []);
      expect(first.includes('"isError":true')).toBe(!canAsk);
      kennel.seen.length = 0;
      answer = { action: 'decline' };
      expect(await drop()).toContain('"isError":true');
      answer = { action: 'accept', content: { confirm: false } };
      expect(await drop()).toContain('"isError":true');
      expect(kennel.seen).toEqual([]);
      await client.close();
    });

    test('gets messages that fit the schema of the protocol', async () => {
      const { client, said } = await connect(dialect, over, () => ({ action: 'decline' }));
      const { tools } = await client.listTools();
      expect(tools.length).toBeGreaterThan(5);
      const calls: [name: string, args: Record<string, unknown>][] = [
        ['get_pet', { id: 7 }],
        ['get_pet', { id: 404 }],
        ['add_pet', { name: 'Bo' }],
        ['add_pet', { name: 'x' }],
        ['read_log', {}],
        ['get_report', { id: 7 }],
        ['drop_pet', { id: 7 }],
      ];
      for (const [name, args] of calls) await client.callTool({ name, arguments: args });
      await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow();
      await client.listResources();
      await client.listResourceTemplates();
      await client.readResource({ uri: 'kennel://api/pets/7' });
      await expect(client.readResource({ uri: 'kennel://api/pets/404' })).rejects.toThrow();
      await client.listPrompts();
      await client.getPrompt({ name: 'greet', arguments: { pet: '7' } });
      await expect(client.getPrompt({ name: 'greet', arguments: {} })).rejects.toThrow();
      await client.complete({
        ref: { type: 'ref/prompt', name: 'greet' },
        argument: { name: 'mood', value: 'g' },
      });
      if (dialect !== 'SDK v2, modern') await client.ping();
      await client.close();
      const version = dialect === 'SDK v2, modern' ? '2026-07-28' : '2025-11-25';
      const { judged, problems } = judgeAll(said, version);
      expect(problems).toEqual([]);
      expect(judged).toEqual(
        expect.arrayContaining(['tools/list', 'tools/call', 'resources/read', 'prompts/get']),
      );
      expect(judged).toContain('completion/complete');
      expect(judged.some((one) => one.startsWith('error'))).toBe(true);
      if (canAsk) expect(judged.some((one) => /elicitation|asks/.test(one))).toBe(true);
    });
  });
});
