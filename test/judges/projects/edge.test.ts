import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProject, Program, type Message } from '../../support/runtime/project.js';
import { startUpstream, type Upstream } from '../../support/runtime/upstream.js';

let folder: string;
let upstream: Upstream;
beforeAll(async () => {
  folder = buildProject('edge');
  upstream = await startUpstream((_request, response) => response.end('fine'));
});
afterAll(() => upstream.close());

const calls = [
  { name: 'create_example', arguments: { name: 'n', kind: 'small' } },
  { name: 'create_example', arguments: { nmae: 'n', kind: 'smal' } },
];

/** Lets a server answer all calls. */
async function run(...flags: string[]): Promise<Message[]> {
  const program = new Program(folder, [...flags, 'dist/stdio.js'], { EXAMPLE_BASE_URL: upstream.url });
  calls.forEach((params, id) => program.write({ jsonrpc: '2.0', id, method: 'tools/call', params }));
  program.child.stdin?.end();
  return (await program.rest()).toSorted((a, b) => Number(a.id) - Number(b.id));
}

test('a server that must not make code from strings answers and refuses as any other does', async () => {
  const answers = await run('--disallow-code-generation-from-strings');
  expect(answers).toEqual(await run());
  expect(answers[0]?.result).toEqual({ content: [{ type: 'text', text: 'fine' }] });
  expect(answers[1]?.result).toEqual({
    isError: true,
    content: [
      {
        type: 'text',
        text: `Invalid arguments for create_example; nothing was sent to the API. Fix these and call again:
- name: required but missing (string)
- nmae: unknown field, did you mean "name"?
- kind: "smal" is not allowed, did you mean "small"? Use one of "small", "large"`,
      },
    ],
  });
});
