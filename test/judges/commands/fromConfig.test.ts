import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configName, configSchemaPath } from '../../../generator/model/config.js';
import { runCli } from '../../support/replayPage.js';
import { tempFolder } from '../../support/tempFolder.js';

const api = (paths: object) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths,
  });
const read = { get: { summary: 'Reads', responses: { 200: { description: 'ok' } } } };

/** A folder with these files. */
function folderWith(files: Record<string, string>): string {
  const folder = tempFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const toolsOf = (project: string) =>
  readdirSync(join(project, 'src/generated/tools')).map((name) => name.replace('.ts', ''));

describe('a project that is generated from its configuration', () => {
  test('is begun with init, and made again without a word of where the document is', async () => {
    const folder = folderWith({ 'api/openapi.json': api({ '/pets': read, '/orders': read }) });
    const project = join(folder, 'shop');
    const begun = await runCli(['init', 'api/openapi.json', '--include', 'path=/pets', '--strict'], folder);
    expect(begun.code, begun.output).toBe(0);
    expect(begun.output).toContain('  mcpwright generate --out shop\n');
    const config = readFileSync(join(project, configName), 'utf8');
    expect(config).toContain(`# yaml-language-server: $schema=${configSchemaPath}\n`);
    expect(config).toContain('\ndocument: ../api/openapi.json\nstrict: true\n');

    const again = await runCli(['init', 'api/openapi.json'], folder);
    expect(again).toMatchObject({ code: 2 });
    expect(again.output).toContain('shop/mcpwright.yaml is there already.');

    const made = await runCli(['generate'], project);
    expect(made.code, made.output).toBe(0);
    expect(toolsOf(project)).toEqual(['pets']);
    expect(JSON.parse(readFileSync(join(project, configSchemaPath), 'utf8'))).toMatchObject({
      additionalProperties: false,
    });
    const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
    expect(scripts.generate).toBe('node generate.js');

    // A document that is named counts for that run: the file still names the other one.
    expect(made.output).not.toContain('this run reads');
    const copy = readFileSync(join(folder, 'api/openapi.json'), 'utf8');
    writeFileSync(join(folder, 'api/other.json'), copy);
    const other = await runCli(['generate', '../api/other.json'], project);
    expect(other.output).toContain(
      'It names ../api/openapi.json, and this run reads ../api/other.json: write that into it (document) to keep to it.',
    );

    // Flags count more, for that run, and from any folder.
    const flagged = await runCli(
      ['generate', '--config', 'shop/mcpwright.yaml', '--include', 'path=/orders'],
      folder,
    );
    expect(flagged.code, flagged.output).toBe(0);
    expect(toolsOf(project)).toEqual(['orders']);
    expect(readFileSync(join(project, configName), 'utf8')).toBe(config);
    expect((await runCli(['tools'], project)).output).toContain('list_pets');
  });

  test('is begun in the folder of the document, beside what is the owner’s', async () => {
    const folder = folderWith({
      'openapi.json': api({ '/pets': read }),
      LICENSE: 'mine',
      'README.md': 'mine',
    });
    const begun = await runCli(['init', 'openapi.json', '--out', '.'], folder);
    expect(begun.code, begun.output).toBe(0);
    expect(begun.output).toContain('  mcpwright generate\n');
    const made = await runCli(['generate'], folder);
    expect(made.code, made.output).toBe(0);
    expect(made.output).toContain(`${basename(folder)}: `);
    expect(made.output).toContain('  npm install && npm run build && npm test\n');
    expect(made.output).toContain('README.md stays as it is');
    expect(made.output).not.toMatch(/^\.: |cd \./m);
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('mine');
    expect((await runCli(['generate'], folder)).output).toContain(`${basename(folder)}: already up to date.`);
    expect((await runCli(['check'], folder)).code).toBe(0);
  });

  test('keeps the name of the document from the first run on', async () => {
    const folder = folderWith({ 'openapi.json': api({ '/pets': read }), 'common/one.json': '{}' });
    const first = await runCli(
      ['generate', 'openapi.json', '-o', 'made/server', '--ref-folder', 'common'],
      folder,
    );
    expect(first.code, first.output).toBe(0);
    const config = readFileSync(join(folder, 'made/server', configName), 'utf8');
    expect(config).toContain('\ndocument: ../../openapi.json\nrefs:\n  folders:\n    - ../../common\n');
    const again = await runCli(['generate'], join(folder, 'made/server'));
    expect(again.output).toContain('already up to date');
  });

  test('may be elsewhere than the configuration', async () => {
    const folder = folderWith({ 'openapi.json': api({ '/pets': read }) });
    writeFileSync(join(folder, configName), 'document: openapi.json\nout: made\n');
    const { code, output } = await runCli(['generate'], folder);
    expect(code, output).toBe(0);
    expect(toolsOf(join(folder, 'made'))).toEqual(['pets']);
    expect(readdirSync(join(folder, 'made'))).not.toContain(configName);
  });
});

describe('what cannot be generated from', () => {
  test.each([
    ['nothing at all', {}, /Name a document: .*\n.*mcpwright init <document>/],
    [
      'a configuration without a document',
      { [configName]: 'name: shop' },
      /Name a document: .*\n.*write it into mcpwright.yaml, for example: document: openapi.yaml/,
    ],
    [
      'a configuration with a typo',
      { [configName]: 'document: openapi.json\nreadonly: true' },
      /mcpwright.yaml:2:1\S* *"readonly" is not known; did you mean "readOnly"\?/,
    ],
    [
      'two configurations',
      { [configName]: 'document: openapi.json', 'mcpwright.yml': '' },
      /There are two configurations: mcpwright.yaml and mcpwright.yml\./,
    ],
    ['a document that is gone', { [configName]: 'document: gone.json' }, /gone\.json does not exist/],
    [
      'a document that became unreadable',
      { [configName]: 'document: openapi.json', 'openapi.json': '{"openapi": "3.1.0", ' },
      /openapi\.json:1:\d+/,
    ],
  ] as [string, Record<string, string>, RegExp][])('%s', async (_name, files, said) => {
    const folder = folderWith({ 'openapi.json': api({ '/pets': read }), ...files });
    if (Object.keys(files).length === 0) rmSync(join(folder, 'openapi.json'));
    const before = readdirSync(folder);
    const { code, output } = await runCli(['generate'], folder);
    expect(output).toMatch(said);
    expect(code).toBe(2);
    expect(readdirSync(folder)).toEqual(before);
  });
});
