import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { connectTo } from '../../../generator/commands/connectTo.js';
import { toPage } from '../../../generator/commands/toPage.js';
import { loadReport } from '../../../generator/load/ownFiles.js';
import { defaults } from '../../../generator/model/config.js';
import { measure } from '../../../generator/report/measure.js';
import { packValues } from '../../../generator/report/packValues.js';
import { joinModules, renderPage } from '../../../generator/report/renderPage.js';
import type { PageData } from '../../../templates/report/data.js';
import { unpack } from '../../../templates/report/unpack.js';
import { type ToolCase, makeInspection } from '../../support/makeInspection.js';

let sources: ReadonlyMap<string, string>;
beforeAll(async () => {
  sources = await loadReport();
});

async function pageOf(cases: ToolCase[], source = 'api.yaml'): Promise<PageData> {
  const inspection = { ...makeInspection(cases), source };
  const { server, document } = inspection;
  const budget = measure(
    inspection,
    server,
    defaults,
    await connectTo(server, 'auto'),
    (text) => text.length,
  );
  return toPage(budget, await connectTo(server, 'list'), document);
}

const embedded = (page: string) =>
  JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? '') as unknown;

const hash = (text = '') => createHash('sha256').update(text).digest('base64');

describe('the page', () => {
  test('holds its data, whatever the document says', async () => {
    const hostile = '</script><script>alert(1)</script><!-- $& $1 \u2028 ]]> <img src=x onerror=alert(1)>';
    const data = await pageOf([{ name: 'list_pets', title: hostile, description: hostile, lost: [hostile] }]);
    const page = renderPage(data, sources);
    expect(embedded(page)).toEqual(JSON.parse(JSON.stringify(data)));
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img');
  });

  test('allows only its own script and style, and nothing from elsewhere', async () => {
    const page = renderPage(await pageOf([{ name: 'list_pets' }]), sources);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${hash(/<script type="module">(.*?)<\/script>/s.exec(page)?.[1])}'`,
      `style-src 'sha256-${hash(/<style>(.*?)<\/style>/s.exec(page)?.[1])}'`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<style>'));
    expect(page).not.toMatch(/ (?:src|href)="(?!data:|#)/);
  });

  test('is the same for the same input', async () => {
    const cases = [{ name: 'list_pets' }, { name: 'add_pet', toolset: 'other' }];
    expect(renderPage(await pageOf(cases), sources)).toBe(renderPage(await pageOf(cases), sources));
  });

  test.each([
    ['folder/api.yaml', 'api.yaml'],
    ['C:\\secret\\api.yaml', 'api.yaml'],
    ['https://user:key@api.example.com/v1/openapi.json?token=secret', 'openapi.json'],
    ['-', 'standard input'],
  ])('names the document %s as %s', async (source, name) => {
    expect((await pageOf([{ name: 'list_pets' }], source)).source).toBe(name);
  });

  test('holds each tool as it is listed and as the document says it', async () => {
    const { tools, values } = await pageOf([{ name: 'list_pets', description: 'Lists them.' }]);
    expect(unpack(values, tools[0]?.listed ?? -1)).toMatchObject({
      name: 'list_pets',
      description: 'Lists them.',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
    });
    expect(unpack(values, tools[0]?.operation ?? -1)).toEqual({
      operationId: 'list_pets',
      description: 'Lists them.',
    });
  });

  test('says so where its sources have no place for a part', async () => {
    const without = new Map([...sources, ['page.html', '<!doctype html>']]);
    const data = await pageOf([{ name: 'list_pets' }]);
    expect(() => renderPage(data, without)).toThrow('no place for its policy');
  });
});

describe('packValues', () => {
  test('keeps every value of JSON as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 4 })), (values) => {
        const { table, add } = packValues();
        const places = values.map((value) => add(value));
        const read = JSON.parse(JSON.stringify(table)) as unknown[];
        expect(places.map((place) => unpack(read, place))).toEqual(
          values.map((value) => JSON.parse(JSON.stringify(value)) as unknown),
        );
      }),
    );
  });

  test('keeps keys that objects have of their own', () => {
    const { table, add } = packValues();
    const value = JSON.parse('{"__proto__":{"a":[]},"constructor":[[1],{"0":1}]}') as unknown;
    expect(JSON.stringify(unpack(table, add(value)))).toBe(JSON.stringify(value));
  });

  test('writes what is there twice only once', () => {
    const { table, add } = packValues();
    add({ a: { type: 'string' }, b: { type: 'string' } });
    const { length } = table;
    expect(add({ type: 'string' })).toBeLessThan(length);
    expect(table).toHaveLength(length);
  });
});

describe('joinModules', () => {
  test('puts each module once, after what it imports', () => {
    const modules = new Map([
      ['main.js', "import { a } from './a.js';\nimport {\n  b,\n} from './b.js';\na(b);\n"],
      ['a.js', "import { b } from './b.js';\nexport function a() {}\n"],
      ['b.js', 'export const b = 1;\n'],
      ['other.js', 'never();\n'],
    ]);
    expect(joinModules(modules, 'main.js')).toBe('const b = 1;\n\nfunction a() {}\n\na(b);\n');
  });

  test('says which module is missing', () => {
    expect(() => joinModules(new Map([['main.js', "import { a } from './a.js';\n"]]), 'main.js')).toThrow(
      'a.js',
    );
  });

  test('makes one script of the page, in which no name is there twice', () => {
    const script = joinModules(sources, 'main.js');
    expect(script).not.toMatch(/^(?:import|export)\b/m);
    expect(() => new Script(`'use strict';${script}`)).not.toThrow();
    const used = [...sources.keys()].filter((name) => name.endsWith('.js'));
    for (const name of used) expect(script).toContain(sources.get(name)?.trimEnd().slice(-40));
  });
});
