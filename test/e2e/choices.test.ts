import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { snapshot, tempFolder } from '../support/tempFolder.js';
import { runHere } from './project.js';

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: { '/pets': { get: { operationId: 'listPets', responses: { 200: { description: 'Fine' } } } } },
});

describe('what an owner chooses', () => {
  let folder = '';
  const file = (path: string) => join(folder, 'server', path);
  const generate = (...args: string[]) => runHere(folder, 'generate', 'api.json', '-o', 'server', ...args);
  const choose = (features: string) => appendFileSync(file('mcpwright.yaml'), `\nfeatures: ${features}\n`);
  beforeEach(async () => {
    folder = tempFolder();
    writeFileSync(join(folder, 'api.json'), document);
    expect((await generate()).code).toBe(0);
  });

  test('an entry that was edited is not left without what it imports', async () => {
    appendFileSync(file('src/http.ts'), '// Ours.\n');
    choose('{ transports: [stdio] }');
    const before = snapshot(folder);
    const { code, said } = await generate();
    expect(code).toBe(1);
    expect(said).toContain(
      'src/http.ts\n    It would be deleted, since mcpwright.yaml does not choose it: delete it, or add its transport under "features:".',
    );
    expect(snapshot(folder)).toEqual(before);
    expect((await generate('--overwrite', 'src/http.ts')).code).toBe(0);
    expect(existsSync(file('src/http.ts'))).toBe(false);
  });

  test('a part that serves another transport is named, with the line that chooses it', async () => {
    choose('{ transports: [stdio], auth: true }');
    const { code, said } = await generate();
    expect(code).toBe(0);
    expect(said).toMatch(/mcpwright\.yaml:\d+:\d+ +auth under features serves clients over HTTP/);
  });

  test('no transport at all is refused', async () => {
    choose('{ transports: [] }');
    const { code, said } = await generate();
    expect(code).toBe(2);
    expect(said).toMatch(
      /mcpwright\.yaml:\d+:\d+: "features\.transports" is an empty list\.\nName at least one\./,
    );
  });

  test('an ejected file that is needed no longer lacks nothing for a text that looks like an import', async () => {
    choose('{ mock: true }');
    await generate();
    await runHere(file(''), 'eject', 'src/runtime/mock/createMock.ts');
    writeFileSync(
      file('mcpwright.yaml'),
      readFileSync(file('mcpwright.yaml'), 'utf8').replace('\nfeatures: { mock: true }\n', ''),
    );
    const { code, said } = await generate();
    expect({ code, said }).toMatchObject({ code: 0 });
    expect(said).toContain('src/runtime/mock/createMock.ts is yours, since you ejected it.');
  });
});
