import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashContent } from '../../../generator/write/manifest.js';
import { runCommand } from '../../support/runCommand.js';
import { restore, snapshot, tempFolder } from '../../support/tempFolder.js';

const ok = { responses: { 200: { description: 'OK' } } };
const documentOf = (...operations: string[]) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: Object.fromEntries(
      operations.map((operationId) => [`/${operationId}`, { get: { operationId, tags: ['all'], ...ok } }]),
    ),
  });
const document = documentOf('listPets', 'getPet');
const runtime = 'src/runtime/json.ts';
const tools = 'src/generated/tools/all.ts';

/** Checks, and fails where that changes anything. */
async function check(folder: string, text = document, ...options: string[]) {
  const before = snapshot(folder);
  const outcome = await runCommand(['check', '-', '-o', folder, ...options], text);
  expect(snapshot(folder)).toEqual(before);
  return outcome;
}

describe('a project', () => {
  // Not `tempFolder()`, which lasts as long as one test.
  const folder = join(import.meta.dirname, '../../.tmp/unit-check/server');
  let made: Map<string, string>;
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(dirname(folder), { recursive: true });
    await runCommand(['generate', '-', '-o', folder, '--quiet'], document);
    made = snapshot(folder);
  }, 30_000);
  beforeEach(() => restore(folder, made));

  test('that is as it would be is up to date, with all that is the owner’s', async () => {
    for (const path of ['src/custom.ts', 'README.md', 'src/http.ts'])
      writeFileSync(join(folder, path), `${readFileSync(join(folder, path), 'utf8')}\n// mine\n`);
    rmSync(join(folder, 'src/stdio.ts'));
    await runCommand(['generate', '-', '-o', folder], document);
    await runCommand(['eject', join(folder, runtime)]);
    writeFileSync(join(folder, runtime), '// mine\n');
    const { code, stderr } = await check(folder);
    expect(stderr).toContain('server: up to date.');
    expect(code).toBe(0);
    expect(JSON.parse((await check(folder, document, '--json')).stdout)).toMatchObject({
      upToDate: true,
      behind: [],
      edited: [],
      unresolved: [],
      ejected: [],
      types: { checked: false },
    });
  });

  test('that is behind its document is said to be so, with its files', async () => {
    const { code, stderr } = await check(folder, documentOf('listPets', 'addPet'), '--quiet');
    expect(code).toBe(1);
    expect(stderr).toMatch(/is behind its document: mcpwright generate would\n/);
    expect(stderr).toContain(`  update ${tools}\n`);
    const report = await check(folder, documentOf('listPets', 'addPet'), '--json');
    expect(report.code).toBe(1);
    expect(JSON.parse(report.stdout)).toMatchObject({ upToDate: false });
    expect((JSON.parse(report.stdout) as { behind: unknown[] }).behind).toContainEqual({
      kind: 'update',
      path: tools,
    });
  });

  test('that was edited, or has conflicts left, is said to be so', async () => {
    for (const path of [runtime, tools]) writeFileSync(join(folder, path), '// mine\n');
    writeFileSync(join(folder, 'README.md'), '<<<<<<< yours\na\n=======\nb\n>>>>>>> mcpwright\n');
    const { code, stderr } = await check(folder);
    expect(code).toBe(1);
    expect(stderr).toContain(`Edited by hand, though mcpwright writes it:\n  ${tools}\n  ${runtime}\n`);
    expect(stderr).toContain('Conflicts are left, between <<<<<<< and >>>>>>>:\n  README.md\n');
  });

  test('shows what changed in ours of a file that was ejected', async () => {
    await runCommand(['eject', join(folder, runtime)]);
    const ours = readFileSync(join(folder, runtime), 'utf8');
    const older = ours.replace('\n', '\n// old\n');
    const base = `.mcpwright/base/${runtime}`;
    writeFileSync(join(folder, base), older);
    const path = '.mcpwright/manifest.json';
    const manifest = readFileSync(join(folder, path), 'utf8');
    writeFileSync(join(folder, path), manifest.replaceAll(hashContent(ours), hashContent(older)));
    const { code, stderr } = await check(folder);
    expect(stderr).toContain(`${runtime} is yours. Since you ejected it, mcpwright's has changed`);
    expect(stderr).toContain('\n  -// old\n');
    expect(code).toBe(0);
    // Seen.
    expect((await runCommand(['eject', join(folder, runtime)])).stderr).toContain('counts as seen');
    expect((await check(folder)).stderr).not.toContain('has changed');
    rmSync(join(folder, base));
    expect((await check(folder)).stderr).toContain('What it was made from is not known');
  });

  test('that a run left half-way is said to be so', async () => {
    mkdirSync(join(folder, '.mcpwright/staging-x'));
    const { code, stderr } = await check(folder);
    expect(code).toBe(1);
    expect(stderr).toContain('A run was stopped half-way: mcpwright generate finishes it.');
  });
});

test('a folder whose manifest is gone is said to be so', async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, '.mcpwright/base'), { recursive: true });
  const { code, stderr } = await runCommand(['check', '-', '-o', folder], document);
  expect(code).toBe(2);
  expect(stderr).toContain('.mcpwright/manifest.json is missing');
  expect(stderr).toContain('Restore it from version control.\n');
  writeFileSync(join(folder, 'x.ts'), '');
  const ejected = await runCommand(['eject', join(folder, 'x.ts')]);
  expect(ejected.stderr).toContain('.mcpwright/manifest.json is missing');
});

test('a folder without a project is said to be none', async () => {
  const { code, stderr } = await runCommand(['check', '-', '-o', tempFolder()], document);
  expect(code).toBe(2);
  expect(stderr).toContain('There is no project of mcpwright in');
});

test('a document with nothing to offer is no reason to be content', async () => {
  const { code, stderr } = await runCommand(['check', '-', '-o', tempFolder()], documentOf());
  expect(code).toBe(1);
  expect(stderr).toContain('nothing to offer');
});

test('eject refuses what is in no project', async () => {
  const { code, stderr } = await runCommand(['eject', join(tempFolder(), 'x.ts')]);
  expect(code).toBe(2);
  expect(stderr).toContain('is in no project of mcpwright');
});
