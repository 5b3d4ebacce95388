import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { upgradeSwagger2 } from '../../../generator/load/upgrade/swagger2.js';
import { collector } from '../../../generator/model/diagnostic.js';
import type { Json, JsonObject } from '../../../generator/model/document.js';
import { read } from '../../../generator/read/read.js';
import { loadFrom, loadText } from '../../support/loadText.js';

interface Case {
  name: string;
  /** Of the URL that the document came from. */
  protocol?: string;
  in: JsonObject;
  /** What the result has; `"absent"` stands for what it has not. Lists and the parts of a path are compared exactly. */
  out: JsonObject;
}

const cases = JSON.parse(
  readFileSync(new URL('./upgradeSwagger2.cases.json', import.meta.url), 'utf8'),
) as Case[];

test.each(cases)('$name', ({ protocol, in: document, out }) => {
  const before = structuredClone(document);
  const upgraded = upgradeSwagger2(document, protocol);
  expect(document).toEqual(before);
  expect(upgraded).toMatchObject(withoutAbsent(out) as object);
  for (const path of absentIn(out)) expect(valueAt(upgraded, path), path.join('/')).toBeUndefined();
});

function withoutAbsent(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutAbsent);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, child]) => child !== 'absent');
  return Object.fromEntries(entries.map(([key, child]) => [key, withoutAbsent(child)]));
}

function absentIn(value: Json, path: string[] = []): string[][] {
  if (value === 'absent') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => absentIn(child, [...path, key]));
}

function valueAt(value: any, path: string[]): unknown {
  return path.reduce((parent, key) => parent?.[key], value);
}

describe('a document in several files', () => {
  const source = fileURLToPath(new URL('./fixtures/swagger2/swagger.yaml', import.meta.url));

  test('parameters, responses and path items are resolved before', async () => {
    const { root, diagnostics, version, dialect } = (await loadFrom(source)) as any;
    expect([version, dialect]).toEqual(['2.0', '3.0']);
    expect(diagnostics).toEqual([]);
    const list = { type: 'array', items: { $ref: '#/definitions/Owner' } };
    expect(root.paths['/pets'].get).toEqual({
      parameters: [
        {
          name: 'sort',
          in: 'query',
          style: 'form',
          explode: false,
          schema: { type: 'array', items: { type: 'string' } },
          'x-style-unsaid': true,
        },
      ],
      responses: { 200: { description: 'OK', content: { 'text/csv': { schema: list } } } },
    });
    expect(root.paths['/owners'].get).toEqual({
      parameters: [
        { name: 'limit', in: 'query', schema: { type: 'integer' } },
        { $ref: '#/parameters/Gone' },
      ],
      responses: { 200: { description: 'OK', content: { 'application/json': { schema: list } } } },
    });
    expect(root.paths['/owners'].post.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/x-files/shared.json/definitions/Pet',
    });
  });

  test('what was resolved is located where it is written', async () => {
    const { locate } = await loadFrom(source);
    const at = (pointer: string) => {
      const found = locate(pointer);
      return `${found?.file.replace(/^.*\//, '')}:${found?.line}:${found?.column}`;
    };
    expect(at('#/paths/~1pets/get/produces')).toBe('pets.yaml:2:3');
    expect(at('#/paths/~1pets/get/parameters/0/schema/items')).toBe('shared.json:3:5');
    expect(at('#/paths/~1pets/get/responses/200/content/text~1csv/schema')).toBe('swagger.yaml:27:3');
    expect(at('#/paths/~1owners/get/parameters/0')).toBe('swagger.yaml:22:3');
    expect(at('#/paths/~1owners/get/parameters/1')).toBe('swagger.yaml:13:11');
    expect(at('#/paths/~1owners/post/requestBody/content')).toBe('swagger.yaml:17:5');
  });

  test('paths in another file, beside paths in the document', async () => {
    const split = fileURLToPath(new URL('./fixtures/swagger2/paths-elsewhere.yaml', import.meta.url));
    const { root } = (await loadFrom(split)) as any;
    expect(Object.keys(root.paths).toSorted()).toEqual(['/owners', '/pets']);
    expect(root.paths['/pets'].get.parameters[0].schema.type).toBe('array');
  });
});

test('examples arrive where those of OpenAPI 3 do', async () => {
  const document = {
    swagger: '2.0',
    info: { title: 'Test', version: '1' },
    paths: {
      '/a': {
        post: {
          parameters: [
            { in: 'query', name: 'q', type: 'string', 'x-example': 'one' },
            {
              in: 'body',
              name: 'b',
              schema: { type: 'object' },
              'x-examples': { 'application/json': { n: 2 } },
            },
          ],
          responses: { 200: { description: 'OK', schema: {}, examples: { 'application/json': { n: 3 } } } },
        },
      },
    },
  };
  const { report } = collector();
  const [operation] = read(await loadText(JSON.stringify(document)), report).operations;
  expect(operation?.parameters.map(({ examples }) => examples)).toEqual([['one']]);
  expect(operation?.bodies.map(({ examples }) => examples)).toEqual([[{ n: 2 }]]);
  expect(operation?.responses[0]?.contents.map(({ examples }) => examples)).toEqual([[{ n: 3 }]]);
});
