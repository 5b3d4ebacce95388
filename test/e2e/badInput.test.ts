import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { complete } from '../judges/wild/serveCase.js';
import { root, scratch } from './project.js';
import { runNode } from '../support/runNode.js';

const cwd = join(scratch, 'bad');
const cli = join(root, 'dist/generator/cli.js');

/** Far less than the largest of these documents would take, were it written out. */
const memory = '--max-old-space-size=400';

function mcpwright(args: string[], input = '') {
  return runNode([memory, cli, ...args], { cwd, input });
}

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function nest(levels: number): object {
  return levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: nest(levels - 1) } };
}

/** Levels of schemas, each of which refers to the next ten times. */
const levels = Array.from({ length: 30 }, (_, level) => {
  const next = refer(`Level${level + 1}`);
  const properties = Object.fromEntries(Array.from({ length: 10 }, (__, index) => [`p${index}`, next]));
  return [`Level${level}`, level === 29 ? { type: 'string' } : { type: 'object', properties }] as const;
});

/** One operation for each kind of bad input; those that cannot be offered, and what is said of the others. */
const schemas = {
  deep: nest(200),
  enum: { enum: Array.from({ length: 100_000 }, (_, index) => `value ${index}`) },
  long: { type: 'object', properties: { a: { type: 'string', description: 'words '.repeat(800_000) } } },
  pattern: { type: 'object', properties: { a: { type: 'string', pattern: `^${'[a-z]?'.repeat(9_000)}$` } } },
  cycle: refer('A'),
  itself: refer('Self'),
  missing: { $ref: 'gone.yaml' },
  growth: refer('Level0'),
};

const document = complete({
  paths: Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      `/${name}`,
      {
        post: {
          operationId: `create_${name}`,
          requestBody: { content: { 'application/json': { schema } } },
          responses: { 200: { description: 'OK' } },
        },
      },
    ]),
  ),
  components: {
    schemas: {
      A: { allOf: [refer('B')] },
      B: { allOf: [refer('A')] },
      Self: refer('Self'),
      ...Object.fromEntries(levels),
    },
  },
});

const sentences = [
  'POST /deep is left out: a schema is over 100 levels deep. The other operations are not affected.',
  'The enum lists 100,000 values; all of them are accepted and no other, but a model is shown only a few.',
  'A description has 4,800,000 characters; the first 50,000 are read.',
  'is not checked: it is over 5,000 characters long. It is kept in words.',
  'consist of each other; any value is accepted where the circle closes.',
  'The reference "#/components/schemas/Self" leads back to itself; any value is accepted.',
  'The reference "gone.yaml" cannot be read: there is no such file.',
  'POST /missing is left out: the reference "gone.yaml" could not be read.',
];

beforeEach(() => {
  if (!existsSync(cli)) throw new Error('run `npm run build` first: these tests run the built command');
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
});

describe('a document with bad input of every kind', () => {
  test('costs the operations that cannot be offered, each in a sentence', async () => {
    writeFileSync(join(cwd, 'api.json'), JSON.stringify(document));
    const { code, stdout, stderr } = await mcpwright(['tools', 'api.json', '--json']);
    expect(code, stderr).toBe(0);
    const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
    const offered = ['cycle', 'enum', 'growth', 'itself', 'long', 'pattern'].map((name) => `create_${name}`);
    expect(tools.map(({ name }) => name).toSorted()).toEqual([...offered, 'get_health']);
    for (const sentence of sentences)
      expect(stdout + stderr).toContain(JSON.stringify(sentence).slice(1, -1));
  });

  test('becomes a project, with the exit code that was asked for', async () => {
    writeFileSync(join(cwd, 'api.json'), JSON.stringify(document));
    const { code, stderr } = await mcpwright(['generate', 'api.json', '-o', 'out', '--strict']);
    expect(code, stderr).toBe(1);
    for (const sentence of sentences) expect(stderr).toContain(sentence);
    const catalog = readFileSync(join(cwd, 'out/src/generated/catalog.ts'), 'utf8');
    expect(catalog).toContain('health');
  });
});

test('aliases that stand for billions of values are refused with a sentence', async () => {
  const bomb = Array.from(
    { length: 9 },
    (_, level) => `x-${level + 1}: &a${level + 1} [${Array(10).fill(`*a${level}`).join(', ')}]`,
  );
  const lines = [
    'openapi: 3.1.0',
    'info: {title: Wild, version: "1"}',
    'paths: {}',
    'x-0: &a0 [x, x]',
    ...bomb,
  ];
  const { code, stdout, stderr } = await mcpwright(['tools', '-'], lines.join('\n'));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/cannot be read as YAML: Excessive alias count/);
  expect(stderr).not.toMatch(/\n\s+at /);
});

test.skipIf(process.platform === 'win32')('files without end, and what is no file, are told', async () => {
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'api.json'), JSON.stringify(document));
  writeFileSync(join(cwd, 'large.yaml'), '');
  truncateSync(join(cwd, 'large.yaml'), 2 ** 31);
  for (const [option, file, words] of [
    ['--config', '/dev/zero', 'The configuration /dev/zero is not a file.'],
    ['--config', 'large.yaml', 'The configuration large.yaml is larger than 64 MB'],
    ['--overlay', '/dev/zero', '/dev/zero is not a file.'],
    ['--overlay', 'large.yaml', 'large.yaml is larger than 64 MB'],
  ] as const) {
    const { code, stdout, stderr } = await mcpwright(['tools', 'api.json', option, file]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words);
  }
});

test.skipIf(process.platform === 'win32')(
  'too few files that may be open are told before any is read',
  async () => {
    mkdirSync(cwd, { recursive: true });
    for (const files of [30, 100, 170]) {
      const script = `ulimit -n ${files} && exec "$0" "$@"`;
      const child = spawn('sh', ['-c', script, process.execPath, cli, 'tools', '-'], { cwd, stdio: 'pipe' });
      const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
      expect(stderr).toMatch(
        /^mcpwright cannot start: it opens up to \d+ files at once, .*\(ulimit -n 1024\)\.\n$/,
      );
      expect(code).toBe(2);
    }
  },
);
