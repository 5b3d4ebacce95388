import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../../generator/main.js';
import type { Message } from '../../support/runtime/project.js';
import { makeGraph } from './makeGraph.js';
import { isThorough } from '../../support/realDocuments.js';

/** 20,000 documents in a long run; each goes through one of the commands, in turn. */
const runs = isThorough ? 20_000 : 280;
const batch = 70;
const first = Number(process.env['MCPWRIGHT_SEED'] ?? 20) * 100_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcpwright-graphs-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a command has said, and how it ended. */
interface Outcome {
  code: number;
  out: string;
  said: string;
}

/** Runs a command as the terminal does. */
async function run(argv: string[], stdin: Readable = new PassThrough().end()): Promise<Outcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = [text(stdout), text(stderr)] as const;
  const code = await main(argv, { stdin, stdout, stderr, env: {}, stopped: () => new Promise(() => {}) });
  stdout.end();
  stderr.end();
  const [out, said] = await Promise.all(written);
  return { code, out, said };
}

/** A document of which a command is run, and its operations. */
interface Given {
  file: string;
  operations: number;
}

const json = (said: string) => JSON.parse(said) as Record<string, unknown>;

/** Runs each command, and holds it to what it is for. */
const commands: Record<string, (given: Given) => Promise<void>> = {
  tools: async ({ file, operations }) => {
    const { code, out } = await run(['tools', file, '--json']);
    expect(code).toBe(0);
    expect(json(out)['tools']).toHaveLength(operations);
    const plain = await run(['tools', file]);
    expect(plain.code).toBe(0);
    expect(plain.out).toContain('get_health');
  },
  budget: async ({ file, operations }) => {
    const { code, out } = await run(['budget', file, '--json']);
    expect(code).toBe(0);
    expect(json(out)['tools']).toHaveLength(operations);
    expect((await run(['budget', file, '--tools'])).out).toContain('get_health');
  },
  'lint for people': async ({ file }) => {
    const { code, said } = await run(['lint', file, '--fail-on', 'never']);
    expect(code).toBe(0);
    expect(said).toMatch(/\d+ errors?, \d+ warnings?, \d+ suggestions?; \d+ tools? from/);
  },
  'lint for machines': async ({ file }) => {
    const { code, out } = await run(['lint', file, '--fail-on', 'never', '--format', 'sarif']);
    expect(code).toBe(0);
    expect(json(out)['version']).toBe('2.1.0');
  },
  'lint with an overlay': async ({ file }) => {
    // Of Swagger 2.0 there is none, which the user is told.
    const outcome = await run(['lint', file, '--fail-on', 'never', '--format', 'overlay']).catch(String);
    if (typeof outcome === 'string') expect(outcome).toContain('An overlay is suggested for OpenAPI 3 only');
    else expect([0, 2]).toContain(outcome.code);
  },
  generate: async ({ file }) => {
    const out = `${file}.server`;
    const { code, said } = await run(['generate', file, '-o', out]);
    expect(code, said).toBe(0);
    expect(readdirSync(join(out, 'src/generated'))).toContain('catalog.ts');
    rmSync(out, { recursive: true });
  },
  'serve --mock': async ({ file, operations }) => {
    const stdin = new PassThrough();
    const serving = run(['serve', file, '--mock'], stdin);
    const call = (id: number, method: string, params: object) =>
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    call(1, 'tools/list', {});
    call(2, 'tools/call', { name: 'get_health' });
    call(3, 'tools/call', { name: 'post_graph0', arguments: { body: { next: { next: {} }, kind: 'x' } } });
    stdin.end();
    const { code, out } = await serving;
    expect(code).toBe(0);
    const messages = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Message);
    const answers = Object.fromEntries(messages.map(({ id, result }) => [String(id), result]));
    expect(answers['1']?.['tools']).toHaveLength(operations);
    expect(answers['2']?.['isError']).toBeUndefined();
    // Whether it is refused or answered, it is in words.
    expect(answers['3']?.['content']).toContainEqual({
      type: 'text',
      text: expect.stringMatching(/\w/) as string,
    });
  },
};

describe('schemas that refer to one another at random', () => {
  const names = Object.keys(commands);
  const batches = Array.from({ length: Math.ceil(runs / batch) }, (_, index) => first + index * batch);
  test.each(batches)(
    'from seed %i on: each command does what it is for',
    async (start) => {
      for (let seed = start; seed < start + batch; seed += 1) {
        const name = names[seed % names.length]!;
        const document = makeGraph(seed);
        const home = join(folder, String(seed));
        mkdirSync(home);
        const file = join(home, 'openapi.json');
        writeFileSync(file, JSON.stringify(document));
        const operations = Object.keys(document['paths'] as object).length;
        await commands[name]!({ file, operations }).catch((error: unknown) => {
          throw new Error(`${name} of seed ${seed}`, { cause: error });
        });
        rmSync(home, { recursive: true });
      }
    },
    240_000,
  );
});
