import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { defaults, generate, inspect, type File } from '../../../generator/index.js';
import { tempFolder } from '../../support/tempFolder.js';

const samples = join(dirname(fileURLToPath(import.meta.url)), '../../../samples');
const readStdin = () => Promise.reject(new Error('not used'));

async function filesOf(source: string): Promise<File[]> {
  const { files } = await generate(source, defaults, { readStdin });
  return files;
}

const turn = (value: object) => Object.fromEntries(Object.entries(value).toReversed());

/** The document with the members of `paths`, and of each path, in the opposite order. */
function turnAround(document: { paths: Record<string, object> }): object {
  const paths = Object.entries(document.paths).map(([path, item]) => [path, turn(item)]);
  return { ...document, paths: Object.fromEntries(paths.toReversed()) };
}

/** Other ways to hand over the text of a document, one for each sample. */
const ways = {
  petstore: async (text: string) => {
    const { files } = await generate('-', defaults, { readStdin: () => Promise.resolve(text) });
    return files;
  },
  nasty: (text: string) => {
    const elsewhere = join(tempFolder(), 'other-name.yml');
    writeFileSync(elsewhere, text);
    return filesOf(elsewhere);
  },
};

describe.each(Object.entries(ways))('the bytes made from %s', (name, filesOfText) => {
  const source = join(samples, name, 'openapi.yaml');

  let straight: File[];
  beforeAll(async () => {
    straight = await filesOf(source);
  });

  test('are the same on every run, wherever the document comes from, in any order of paths and methods, in YAML and JSON', async () => {
    const document = parse(readFileSync(source, 'utf8')) as { paths: Record<string, object> };
    const turned = turnAround(document);
    expect(Object.keys((turned as typeof document).paths)[0]).not.toBe(Object.keys(document.paths)[0]);
    expect(await filesOfText(JSON.stringify(turned))).toEqual(straight);
  });

  test('hold no time, no version of the tool and no path of this machine', () => {
    const { version } = JSON.parse(readFileSync(join(samples, '../package.json'), 'utf8')) as {
      version: string;
    };
    for (const { path, content } of straight) {
      expect(content, path).not.toContain(samples);
      expect(content, path).not.toContain(`mcpwright@${version}`);
      expect(content, path).not.toContain(new Date().toISOString().slice(0, 10));
    }
  });
});

test('findings say where, in the file that the user named', async () => {
  const document = [
    'openapi: 3.1.0',
    'info: { title: T, version: "1" }',
    'paths:',
    '  /a:',
    '    get:',
    '      parameters:',
  ];
  const text = [
    ...document,
    '        - { name: a, in: query, schema: { $ref: "#/components/schemas/Nowhere" } }',
    '  /b:',
    '    get: {}',
    '',
  ].join('\n');
  const { diagnostics, server } = await inspect('-', defaults, { readStdin: () => Promise.resolve(text) });
  const lost = diagnostics.find(({ message }) => message.includes('Nowhere'));
  expect(lost).toMatchObject({ code: 'schema-relaxed', location: { file: 'standard input', line: 7 } });
  expect(lost?.message).toContain('#/components/schemas/Nowhere');
  expect(server.toolsets.flatMap(({ tools }) => tools.map(({ tool }) => tool.name))).toEqual([
    'get_a',
    'get_b',
  ]);
});
