import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProject, Program, type Message } from '../../support/runtime/project.js';

const custom = `
import type { Arguments } from './generated/arguments.js';
import { customize } from './runtime/customize.js';

const open = { type: 'object' as const };
const circle: Record<string, unknown> = { content: [{ type: 'text', text: 'x' }] };
circle['self'] = circle;
const tool = (call: () => unknown, more: object = {}) =>
  ({ title: 'Own', description: 'Own.', inputSchema: open, call: call as never, ...more });
const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => ['field' + at, { type: 'string', description: 'x'.repeat(80) }]));

export default customize<Arguments>({
  add: {
    wordy: tool(() => 'ok', { description: 'x'.repeat(1_000_000) }),
    wide: tool(() => 'ok', { inputSchema: { type: 'object', properties: fields } }),
    large: tool(() => 'x'.repeat(100_000_000)),
    circular: tool(() => circle),
    huge_number: tool(() => ({ content: [], structuredContent: { a: 1n } })),
    nothing: tool(() => undefined),
    text_thrown: tool(() => { throw 'plain words'; }),
    bare_thrown: tool(() => { throw Object.create(null); }),
    long_thrown: tool(() => { throw new Error('x'.repeat(20_000_000)); }),
    endless: tool(() => new Promise(() => undefined)),
  },
});
`;
let program: Program;
beforeAll(() => {
  program = new Program(buildProject('oversize', { 'src/custom.ts': custom }), ['dist/stdio.js'], {
    MCP_MODE: 'list',
  });
});
afterAll(() => void program.child.kill('SIGKILL'));

let id = 0;
async function ask(method: string, params: object = {}): Promise<Message> {
  id += 1;
  program.write({ jsonrpc: '2.0', id, method, params });
  return program.read();
}
const textOf = ({ result }: Message) => JSON.stringify(result?.['content'] ?? '').slice(0, 5_000);
const sizeOf = (message: Message) => Buffer.byteLength(JSON.stringify(message));

describe('tools of custom.ts that are beyond measure', () => {
  test('are listed as far as a client takes them', async () => {
    const answer = await ask('tools/list');
    expect(sizeOf(answer)).toBeLessThan(10 * 1024 * 1024);
    const names = ((answer.result?.['tools'] ?? []) as { name: string }[]).map(({ name }) => name);
    expect(names).toContain('wordy');
    expect(names).not.toContain('wide');
    await program.said(/The tool "?wide"? is not listed/);
  });

  test.each([
    ['large', /larger than 8 MB/],
    ['circular', /circular/],
    ['huge_number', /BigInt/],
    ['nothing', /./],
    ['text_thrown', /plain words/],
    ['bare_thrown', /failed inside this server/],
    ['long_thrown', /failed inside this server: x{100}/],
  ])(
    'answer in words that a client takes: %s',
    async (name, words) => {
      const answer = await ask('tools/call', { name, arguments: {} });
      expect(answer.error).toBeUndefined();
      expect(answer.result?.['isError']).toBe(true);
      expect(textOf(answer)).toMatch(words);
      expect(sizeOf(answer)).toBeLessThan(100_000);
    },
    60_000,
  );

  test('are over when they are cancelled, and the server goes when its client does', async () => {
    program.write({ jsonrpc: '2.0', id: 'endless', method: 'tools/call', params: { name: 'endless' } });
    program.write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'endless' } });
    expect(textOf(await ask('tools/call', { name: 'text_thrown' }))).toContain('plain words');
    program.child.stdin?.end();
    expect(await program.ended).toBe(0);
  }, 30_000);
});
