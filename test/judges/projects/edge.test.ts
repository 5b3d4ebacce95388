import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

/** Lets a server answer all calls; tells which validators it loaded for that. */
async function run(flags: string[], coverage: string): Promise<{ answers: Message[]; loaded: string[] }> {
  const directory = join(folder, coverage);
  const env = { EXAMPLE_BASE_URL: upstream.url, NODE_V8_COVERAGE: directory };
  const program = new Program(folder, [...flags, 'dist/stdio.js'], env);
  calls.forEach((params, id) => program.write({ jsonrpc: '2.0', id, method: 'tools/call', params }));
  program.child.stdin?.end();
  const answers = (await program.rest()).toSorted((a, b) => Number(a.id) - Number(b.id));
  const [report = ''] = readdirSync(directory);
  const { result } = JSON.parse(readFileSync(join(directory, report), 'utf8')) as {
    result: { url: string }[];
  };
  const loaded = result.flatMap(({ url }) => /\/(compile|interpret)-\w+\.js$/.exec(url)?.[1] ?? []);
  return { answers, loaded };
}

describe('a server that must not make code from strings', () => {
  test('answers and refuses as any other does, with a validator that interprets', async () => {
    const compiled = await run([], 'compiled');
    const interpreted = await run(['--disallow-code-generation-from-strings'], 'interpreted');
    expect(interpreted.answers).toEqual(compiled.answers);
    expect(compiled.answers[0]?.result).toEqual({ content: [{ type: 'text', text: 'fine' }] });
    expect(compiled.answers[1]?.result).toEqual({
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
    expect(compiled.loaded).toEqual(['compile']);
    expect(interpreted.loaded).toEqual(['interpret']);
  });
});
