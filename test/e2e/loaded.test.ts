import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runNode } from '../support/runNode.js';
import { root, scratch } from './project.js';

const folder = join(scratch, 'loaded');
const register = join(folder, 'register.mjs');
const log = join(folder, 'loaded.txt');

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    register,
    `import { register } from 'node:module';\nregister('./hooks.mjs', import.meta.url);`,
  );
  writeFileSync(
    join(folder, 'hooks.mjs'),
    `import { appendFileSync } from 'node:fs';
    export function load(url, context, next) {
      appendFileSync(${JSON.stringify(log)}, url + '\\n');
      return next(url, context);
    }`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The paths of the modules that the built command loads, those of Node apart. */
async function listLoaded(...args: string[]): Promise<string[]> {
  rmSync(log, { force: true });
  const program = ['--import', pathToFileURL(register).href, join(root, 'dist/generator/cli.js')];
  const { code, stderr } = await runNode([...program, ...args], { cwd: folder });
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
  const urls = readFileSync(log, 'utf8').split('\n');
  return urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
}

const petstore = join(root, 'samples/petstore/openapi.yaml');
/** What the libraries hold that are bundled where they are used, and that nothing else has reason to say. */
const marks = {
  'the tokenizer': '<|endoftext|>',
  'the first generation of the SDK': 'io.modelcontextprotocol/related-task',
  'the compiler of schemas': 'strictTypes',
};

test.each([
  [['tools', petstore], Object.keys(marks)],
  [['generate', petstore, '--out', 'server', '--quiet'], Object.keys(marks)],
  // The second generation of the SDK brings that compiler along, and what it says of the first.
  [['serve', petstore], ['the tokenizer']],
])('%j loads nothing that the build has worked out before', async (args, absent) => {
  const loaded = await listLoaded(...args);
  const holders = (mark: string) => loaded.filter((path) => readFileSync(path, 'utf8').includes(mark));
  const found = Object.entries(marks).filter(([name]) => absent.includes(name));
  expect(found.flatMap(([, mark]) => holders(mark))).toEqual([]);
  const names = loaded.map((path) => path.replaceAll('\\', '/'));
  expect(
    names.filter((path) =>
      /generator\/(?:text\/bytePairs|schema)\/(?:tokenTable|metaschema)\.js$/.test(path),
    ),
  ).toHaveLength(2);
  if (args[0] === 'serve') return;
  expect(
    names.filter((path) => /node_modules\/(?:ajv|@modelcontextprotocol|gpt-tokenizer)\//.test(path)),
  ).toEqual([]);
});

test('the libraries are found by what they hold', () => {
  const modules = join(root, 'node_modules');
  const files = [
    'gpt-tokenizer/esm/specialTokens.js',
    '@modelcontextprotocol/sdk/dist/esm/types.js',
    'ajv/dist/core.js',
  ];
  for (const [index, mark] of Object.values(marks).entries()) {
    expect(readFileSync(join(modules, files[index] ?? ''), 'utf8')).toContain(mark);
  }
});
