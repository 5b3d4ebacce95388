import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { snapshot } from '../support/tempFolder.js';
import { buildProject, root, runBuilt, scratch, typecheck } from './project.js';

/** Unpacks a project that an earlier mcpwright wrote, and its document beside it. */
function unpack(name: string): string {
  const folder = join(scratch, 'old', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const input = brotliDecompressSync(readFileSync(join(root, `test/projects/${name}.tar.br`)));
  execFileSync('tar', ['-xf', '-'], { cwd: folder, input });
  return join(folder, name);
}

const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

/** Writes choices into mcpwright.yaml, as the owner does. */
function choose(folder: string, ...lines: string[]): void {
  const file = join(folder, 'mcpwright.yaml');
  const features = ['features:', ...lines.map((line) => `  ${line}`)].join('\n');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n${features}\n`);
}

describe('the pet shop, of an earlier mcpwright', () => {
  let folder = '';
  beforeAll(() => {
    folder = unpack('petstore');
  });

  test('is left as it is where edits would be lost, each named with where its subject went', async () => {
    const before = snapshot(folder);
    const { code, said } = await runBuilt(folder, 'generate');
    expect(code).toBe(1);
    expect(said).toContain('Nothing was written.');
    expect(said).toContain(
      'src/runtime/layers.ts\n    It would be deleted: what it was for is in src/runtime/secrets/encodings.ts now.',
    );
    expect(said).toContain(
      'src/runtime/mock/createMock.ts\n    It would be deleted, since this project does without it. To keep it, write "features: { mock: true }" into mcpwright.yaml.',
    );
    expect(snapshot(folder)).toEqual(before);
  });

  test('is generated again as the run advises, and all else of the owner stays', async () => {
    choose(folder, 'mock: true');
    const given = ['src/runtime/layers.ts', 'src/runtime/mock/createMock.ts'];
    const { code, said } = await runBuilt(folder, 'generate', '--overwrite', ...given);
    expect({ code, said }).toMatchObject({ code: 0 });
    expect(said).toMatch(/Not built in: .*auth/);
    const gone = ['layers.ts', 'door/openDoor.ts', 'dynamic/listMetaTools.ts', 'transport/http/session.ts'];
    expect(gone.filter((path) => existsSync(join(folder, 'src/runtime', path)))).toEqual([]);
    const kept = {
      'README.md': 'The server of our shop',
      'build.js': 'Ours: built on Fridays.',
      'src/custom.ts': 'Our pets',
      'src/runtime/arguments/coerce.ts': 'We coerce with care.',
      'src/runtime/text.ts': 'Read by us',
    };
    for (const [path, words] of Object.entries(kept)) expect(read(folder, path)).toContain(words);
    expect(JSON.parse(read(folder, 'package.json'))).toMatchObject({
      license: 'UNLICENSED',
      scripts: { greet: 'node dist/stdio.js --version' },
      imports: { '#runtime/*': './src/runtime/*' },
    });
  });

  test('builds, its tests pass with that of the owner, and another run changes nothing', async () => {
    expect(await typecheck(folder)).toBe('');
    await buildProject(folder, '--test');
    const before = snapshot(folder);
    expect((await runBuilt(folder, 'generate')).said).toContain('already up to date');
    expect(snapshot(folder)).toEqual(before);
  });
});

describe('a large project with OAuth, of an earlier mcpwright', () => {
  let folder = '';
  beforeAll(() => {
    folder = unpack('lending');
  });

  test('says which choice keeps an edited part', async () => {
    const { code, said } = await runBuilt(folder, 'generate');
    expect(code).toBe(1);
    expect(said).toContain(
      'src/runtime/door/claims.ts\n    It would be deleted, since this project does without it. To keep it, write "features: { auth: true }" into mcpwright.yaml.',
    );
    // Its tools are searched for, as before.
    expect(said).not.toMatch(/listMetaTools\.ts\n +It would be deleted/);
  });

  test('is generated again with what its owner chooses, builds and passes', async () => {
    choose(folder, 'auth: true', 'sessions: true');
    const given = ['src/runtime/door/claims.ts', 'src/runtime/dynamic/listMetaTools.ts'];
    const { code, said } = await runBuilt(folder, 'generate', '--overwrite', ...given);
    expect({ code, said }).toMatchObject({ code: 0 });
    expect(said).toContain('360 tools');
    expect(read(folder, 'src/custom.ts')).toContain('Lists our books');
    expect(existsSync(join(folder, 'src/stdio.ts'))).toBe(false);
    expect(existsSync(join(folder, 'src/runtime/transport/stdio/runStdio.ts'))).toBe(false);
    expect(existsSync(join(folder, 'src/runtime/door/openDoor.ts'))).toBe(true);
    expect(await typecheck(folder)).toBe('');
    await buildProject(folder, '--test');
  });
});
