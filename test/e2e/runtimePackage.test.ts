import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { installRuntime, listCompiled, packRuntime, root, runBuilt, scratch } from './project.js';

const exec = promisify(execFile);
const base = join(scratch, 'runtime-package');
const folder = join(base, 'server');
const at = (path: string) => join(folder, path);
const run = (...args: string[]) => exec(process.execPath, args, { cwd: folder });
const generate = (...flags: string[]) => runBuilt(folder, 'generate', ...flags);

let tarball = '';
const choose = (line: string) =>
  writeFileSync(
    at('mcpwright.yaml'),
    `document: ${JSON.stringify(join(root, 'samples/petstore/openapi.yaml'))}\n${line}\n`,
  );
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const path = `../mcpwright-runtime-${version}.tgz`;
const ofPackage = `runtime: { package: ${path} }`;

describe('a project that takes its runtime from a package', () => {
  beforeAll(async () => {
    rmSync(base, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    tarball = await packRuntime(base);
    choose(ofPackage);
    expect(await generate()).toMatchObject({ code: 0 });
  });

  test('takes one that is packed as it was compiled, with its licence, and nothing else', async () => {
    const { stdout } = await exec('tar', ['-tzf', tarball]);
    const runtime = listCompiled('templates/project/src/runtime', 'package');
    const others = ['LICENSE', 'README.md', 'package.json'].map((name) => `package/${name}`);
    expect(stdout.trim().split('\n').toSorted()).toEqual([...runtime, ...others].toSorted());
  });

  test('has no runtime of its own, but what src/custom.ts imports', async () => {
    expect(existsSync(at('src/runtime/tool.ts'))).toBe(false);
    expect(readFileSync(at('src/runtime/customize.ts'), 'utf8')).toContain('#runtime/customize.js');
    const { imports, devDependencies } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as {
      imports: object;
      devDependencies: Record<string, string>;
    };
    expect(imports).toEqual({ '#runtime/*': '@mcpwright/runtime/*' });
    expect(devDependencies['@mcpwright/runtime']).toBe(`file:${path}`);
  });

  test('compiles, builds and passes its tests', async () => {
    await installRuntime(tarball, folder);
    await run(join(root, 'node_modules/typescript/bin/tsc'));
    await run('build.js', '--test');
  });

  test('is up to date, unless the package that is installed is of another version of mcpwright', async () => {
    expect(await runBuilt(folder, 'check')).toMatchObject({ code: 0 });
    const manifest = at('node_modules/@mcpwright/runtime/package.json');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace(/"mcpwright": "\w+"/, '"mcpwright": "another"'));
    const { code, said } = await runBuilt(folder, 'check');
    expect([code, said]).toEqual([1, expect.stringContaining('does not fit the generated code')]);
    writeFileSync(manifest, text);
  });

  test('gets a runtime of its own when its owner chooses that, and gives it back', async () => {
    choose('');
    expect(await generate()).toMatchObject({ code: 0 });
    expect(existsSync(at('src/runtime/tool.ts'))).toBe(true);
    expect(readFileSync(at('package.json'), 'utf8')).toContain('"./src/runtime/*"');
    await run(join(root, 'node_modules/typescript/bin/tsc'));
    const custom = readFileSync(at('src/custom.ts'), 'utf8');
    choose(ofPackage);
    expect(await generate()).toMatchObject({ code: 0 });
    expect(existsSync(at('src/runtime/tool.ts'))).toBe(false);
    expect(readFileSync(at('src/custom.ts'), 'utf8')).toBe(custom);
    await run(join(root, 'node_modules/typescript/bin/tsc'));
  });
});
