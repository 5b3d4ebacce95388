import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { loadPackage, loadTemplates } from '../../../generator/load/ownFiles.js';

test('templates, by their path in the project', async () => {
  const templates = await loadTemplates();
  expect(templates.get('src/runtime/tool.ts')).toBe(
    readFileSync(new URL('../../../templates/project/src/runtime/tool.ts', import.meta.url), 'utf8'),
  );
  const paths = [...templates.keys()];
  expect(paths).toEqual(paths.toSorted());
  expect(paths.filter((path) => path.startsWith('/') || path.includes('\\'))).toEqual([]);
});

test('our package', async () => {
  const { version, dependencies, devDependencies } = await loadPackage();
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(dependencies['yargs']).toMatch(/\d/);
  expect(devDependencies['vitest']).toMatch(/\d/);
});

test('both, from where the package is installed, and under a package of another name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcpwright-package-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dist = join(folder, 'dist/generator/load');
  mkdirSync(dist, { recursive: true });
  mkdirSync(join(folder, 'templates/project/src'), { recursive: true });
  writeFileSync(join(folder, 'templates/project/src/a.ts'), 'a');
  writeFileSync(join(folder, 'dist/package.json'), '{"name": "other", "type": "module"}');
  const manifest = { name: 'mcpwright', version: '9.9.9', dependencies: {}, devDependencies: {} };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  await build({
    entryPoints: [fileURLToPath(new URL('../../../generator/load/ownFiles.ts', import.meta.url))],
    outfile: join(dist, 'ownFiles.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  const templates = (await import(join(dist, 'ownFiles.js'))) as { loadTemplates: typeof loadTemplates };
  const own = (await import(join(dist, 'ownFiles.js'))) as { loadPackage: typeof loadPackage };
  expect([...(await templates.loadTemplates())]).toEqual([['src/a.ts', 'a']]);
  expect((await own.loadPackage()).version).toBe('9.9.9');
  writeFileSync(join(folder, 'package.json'), '{"name": "renamed"}');
  await expect(own.loadPackage()).rejects.toThrow(/No package.json of mcpwright above/);
});
