import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { configName } from '../../../generator/model/config.js';
import { runCli } from '../../support/replayPage.js';
import { tempFolder } from '../../support/tempFolder.js';

const limit = {
  name: 'limit',
  in: 'query',
  description: 'How many to return. Maximum 100.',
  schema: { type: 'integer' },
};
const read = { summary: 'Reads', responses: { 200: { description: 'ok' } } };
const api = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: { '/pets': { get: { ...read, parameters: [limit] } }, '/admin': { get: read } },
};

/** A folder with a document, and with an overlay of these actions. */
function folderWith(actions: readonly object[], document: object = api): string {
  const folder = tempFolder();
  writeFileSync(join(folder, 'api.json'), JSON.stringify(document));
  writeFileSync(join(folder, 'ours.yaml'), overlayOf(actions));
  return folder;
}

const overlayOf = (actions: readonly object[]) =>
  JSON.stringify({ overlay: '1.1.0', info: { title: 'Ours', version: '1' }, actions }, undefined, 1);
const withoutAdmin = [{ target: "$.paths['/admin']", remove: true }];

describe('--overlay', () => {
  test('is kept by generate, and heeded by the runs that follow', async () => {
    const folder = folderWith([...withoutAdmin, { target: '$.info', update: { title: 'Our shop' } }]);
    const first = await runCli(['generate', 'api.json', '--overlay', 'ours.yaml'], folder);
    expect(first.code, first.output).toBe(0);
    // The title that the overlay gives names the folder.
    const project = join(folder, 'our-shop');
    expect(readFileSync(join(project, configName), 'utf8')).toContain(
      '\ndocument: ../api.json\noverlays:\n  - ../ours.yaml\n',
    );
    const checked = await runCli(['check'], project);
    expect(checked.code, checked.output).toBe(0);
    writeFileSync(
      join(folder, 'ours.yaml'),
      overlayOf([{ target: '$.info', update: { title: 'Our shop' } }]),
    );
    const behind = await runCli(['check'], project);
    expect(behind.code).toBe(1);
    expect(behind.output).toContain('src/generated/');
  });

  test.each([
    ['tools', 'api.json'],
    ['budget', 'api.json', '--tools'],
    ['lint', 'api.json', '--json'],
    ['diff', 'api.json', 'api.json', '--json'],
  ])('is applied by %s', async (...args) => {
    const folder = folderWith([...withoutAdmin, { target: '$.nowhere', update: {} }]);
    const plain = await runCli(args, folder);
    const { code, output } = await runCli([...args, '--overlay', 'ours.yaml'], folder);
    expect(code, output).toBe(0);
    if (args[0] !== 'diff') {
      expect(plain.output).toContain('admin');
      expect(output).not.toContain('list_admin');
      expect(output).toMatch(/overlay-unmatched|\$\.nowhere/);
    }
  });

  test('may be given several times, and takes the place of those of the file', async () => {
    const folder = folderWith(withoutAdmin);
    writeFileSync(join(folder, configName), 'document: api.json\noverlays: [gone.yaml]\n');
    writeFileSync(
      join(folder, 'more.yaml'),
      overlayOf([{ target: '$.paths.*.get', update: { tags: ['x'] } }]),
    );
    const kept = await runCli(['tools'], folder);
    expect(kept).toMatchObject({ code: 2 });
    expect(kept.output).toContain('gone.yaml does not exist.');
    const { code, output } = await runCli(
      ['tools', '--overlay', 'ours.yaml', '--overlay', 'more.yaml'],
      folder,
    );
    expect(code, output).toBe(0);
    expect(output).toContain('1 tool in 1 toolset');
    expect(output).toMatch(/GET \/pets +x /);
  });

  test('that leaves no operation is named', async () => {
    const folder = folderWith([{ target: '$.paths.*', remove: true }]);
    const { code, output } = await runCli(['generate', 'api.json', '--overlay', 'ours.yaml'], folder);
    expect(code).toBe(2);
    expect(output).toContain('error ours.yaml:9:4: No operation is left: of all 2 operations');
  });
});

describe('lint --fix-overlay', () => {
  test('writes what applies without a word, and leaves nothing to suggest', async () => {
    const folder = folderWith(withoutAdmin);
    const { code, output } = await runCli(['lint', 'api.json', '--fix-overlay', 'fixes/lint.yaml'], folder);
    expect(code, output).toBe(0);
    expect(output).toContain('fixes/lint.yaml has what is suggested');
    expect(output).toContain('pass --overlay fixes/lint.yaml');
    expect(parse(readFileSync(join(folder, 'fixes/lint.yaml'), 'utf8'))).toMatchObject({
      overlay: '1.0.0',
      extends: '../api.json',
      actions: [{ target: "$.paths['/pets'].get.parameters[0].schema", update: { maximum: 100 } }],
    });
    const fixed = await runCli(['lint', 'api.json', '--overlay', 'fixes/lint.yaml'], folder);
    expect(output).toContain('constraint-in-prose');
    expect(fixed.output).not.toMatch(/constraint-in-prose|overlay-/);
    const further = await runCli(
      ['lint', 'api.json', '--overlay', 'fixes/lint.yaml', '--fix-overlay', 'more.yaml'],
      folder,
    );
    expect(further.output).toContain('There is nothing to suggest');
  });

  test.each([
    [['ours.yaml'], 'Nothing was written: ours.yaml is there already.'],
    [['fixes.json'], '--fix-overlay needs a file whose name ends in .yaml, not "fixes.json".'],
    [['api.json/fixes.yaml'], 'api.json'],
  ])('to %s is refused', async (file, message) => {
    const folder = folderWith(withoutAdmin);
    const before = readFileSync(join(folder, 'ours.yaml'), 'utf8');
    const { code, output } = await runCli(['lint', 'api.json', '--fix-overlay', ...file], folder);
    expect(code).toBe(2);
    expect(output).toContain(message);
    expect(readFileSync(join(folder, 'ours.yaml'), 'utf8')).toBe(before);
  });

  test('for Swagger 2.0 says that there is none', async () => {
    const folder = folderWith(withoutAdmin, { swagger: '2.0', info: {}, paths: { '/a': { get: read } } });
    const { code, output } = await runCli(['lint', 'api.json', '--fix-overlay', 'fixes.yaml'], folder);
    expect(code).toBe(2);
    expect(output).toContain('for OpenAPI 3 only');
  });
});
