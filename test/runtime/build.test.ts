import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProject, Program } from './project.js';
import { startUpstream, type Upstream } from './upstream.js';

const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';
let folder: string;
let upstream: Upstream;
beforeAll(async () => {
  folder = buildProject('build');
  upstream = await startUpstream((_request, response) => response.end('fine'));
});
afterAll(() => upstream.close());

/** By a message that only the JSON Schema validator has. */
function holdsValidator(path: string): boolean {
  return readFileSync(path, 'utf8').includes("can't resolve reference");
}

describe('the bundle', () => {
  test('loads nothing to list the tools that only a call needs', async () => {
    const coverage = join(folder, 'coverage');
    const program = new Program(folder, ['dist/stdio.js'], { NODE_V8_COVERAGE: coverage });
    program.write(list);
    program.child.stdin?.end();
    expect(await program.rest()).toHaveLength(1);
    const [report = ''] = readdirSync(coverage);
    const { result } = JSON.parse(readFileSync(join(coverage, report), 'utf8')) as {
      result: { url: string }[];
    };
    const loaded = result
      .map(({ url }) => url)
      .filter((url) => url.includes('/dist/'))
      .map((url) => fileURLToPath(url));

    const names = loaded.map((path) => basename(path).replace(/-[A-Z0-9]{8}\.js$/, ''));
    expect(names).toEqual(expect.arrayContaining(['stdio.js', 'runStdio', 'server', 'catalog', 'custom']));
    expect(names.filter((name) => /createCaller|runHttp|describeUsage|json|form|binary/.test(name))).toEqual(
      [],
    );
    const size = loaded.reduce((sum, path) => sum + statSync(path).size, 0);
    expect(size).toBeLessThan(340_000);
    const chunks = readdirSync(join(folder, 'dist/chunks')).map((name) => join(folder, 'dist/chunks', name));
    expect(chunks.filter(holdsValidator)).toHaveLength(1);
    expect(loaded.filter(holdsValidator)).toEqual([]);
  });

  test('reads no schema to list the tools', async () => {
    const files = ['schemas/example.json', 'components.json'].map((file) => join(folder, 'dist/data', file));
    const kept = files.map((file) => readFileSync(file, 'utf8'));
    for (const file of files) writeFileSync(file, 'broken');
    const program = new Program(folder, ['dist/stdio.js'], { EXAMPLE_BASE_URL: upstream.url });
    program.write(list, '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_example"}}\n');
    program.child.stdin?.end();
    const answers = await program.rest();
    expect(answers.find(({ id }) => id === 1)?.result?.['tools']).toHaveLength(2);
    expect(answers.find(({ id }) => id === 2)?.error?.code).toBe(-32603);
    files.forEach((file, index) => writeFileSync(file, kept[index] ?? ''));
  });

  test('needs no package at run time', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'bundle-'));
    cpSync(join(folder, 'dist'), join(elsewhere, 'dist'), { recursive: true });
    writeFileSync(join(elsewhere, 'package.json'), '{"type":"module"}');
    const program = new Program(elsewhere, ['dist/stdio.js'], { EXAMPLE_BASE_URL: upstream.url });
    program.write(
      list,
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"create_example","arguments":{"name":"n"}}}\n',
      '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"get_example","arguments":{}}}\n',
    );
    program.child.stdin?.end();
    const answers = await program.rest();
    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 2, 3]);
    expect(answers.find(({ id }) => id === 2)?.result).toEqual({ content: [{ type: 'text', text: 'fine' }] });
    expect(answers.find(({ id }) => id === 3)?.result?.['isError']).toBe(true);

    const http = new Program(elsewhere, ['dist/http.js', '--port', '0']);
    await http.said(/example: 2 tools on http/);
    http.child.kill();
    expect(await http.ended).toBe(0);
    rmSync(elsewhere, { recursive: true });
  });

  test('can be started by its name, as a package starts its programs', () => {
    for (const entry of ['stdio', 'http']) {
      expect(readFileSync(join(folder, `dist/${entry}.js`), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    }
  });

  test('holds the tests when asked, and nothing of an earlier build', () => {
    writeFileSync(join(folder, 'dist/old.js'), '');
    execFileSync(process.execPath, ['build.js', '--test'], { cwd: folder });
    expect(readdirSync(join(folder, 'dist')).toSorted()).toEqual([
      'chunks',
      'data',
      'http.js',
      'stdio.js',
      'test',
    ]);
  });
});
