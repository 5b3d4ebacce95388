import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { Json } from '../../../generator/model/document.js';
import { type Effort, ExhaustedError, compilePath } from '../../../generator/load/overlay/compilePath.js';
import { loadFrom, loadText } from '../../support/loadText.js';
import { tempFolder } from '../../support/tempFolder.js';
import { rejectionOf } from '../../support/thrownBy.js';
import { listen } from './listen.js';
import cases from './overlays.json' with { type: 'json' };

interface Case {
  name: string;
  version?: string;
  document: object;
  actions: object[];
  /** What becomes of the document. */
  becomes: object;
  /** Line and column in the overlay, and how what is said starts. */
  told?: string[];
}

/** The text of an overlay, its first action in line 4. */
const write = (actions: readonly object[], version = '1.1.0') =>
  `overlay: ${version}\ninfo: { title: t, version: "1" }\n${stringify({ actions }, { flowCollectionPadding: false })}`;

/** A new file with this text. */
function fileWith(text: string, name = 'overlay.yaml', folder = tempFolder()): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** So many steps of both kinds. */
function limitEffort(steps: number): Effort {
  let left = steps;
  return {
    spend: (taken) => {
      left -= taken;
      if (left < 0) throw new ExhaustedError();
    },
    matching: { left: steps },
  };
}

/** How often a path looks at a value before its steps are spent. */
function countLooks(path: string, root: object, steps: number): number {
  let looks = 0;
  const effort = limitEffort(steps);
  const spend = (taken: number) => {
    effort.spend(taken);
    looks += 1;
  };
  const select = compilePath(path, { ...effort, spend });
  expect(() => select(root as Json)).toThrow(ExhaustedError);
  return looks;
}

const head = { openapi: '3.1.0' };
const reads = { get: { responses: {} } };
const api = JSON.stringify({ ...head, info: {}, paths: { '/a': reads, '/b': { ...reads, post: {} } } });

/** An overlay that says which document it is for. */
const extending = (name: string) => `extends: ${name}\n${write([{ target: '$.info', update: {} }])}`;
/** An overlay of one action, in YAML. */
const action = (rest: string) => `overlay: 1.1.0\nactions:\n  - ${rest}\n`;

/** Loads a document with one overlay of this text. */
const overlaid = (text: string, document = api) => loadText(document, { overlays: [fileWith(text)] });

describe('an overlay', () => {
  test.each(cases as unknown as Case[])(
    '$name',
    async ({ version, document, actions, becomes, told = [] }) => {
      const common = { info: {}, paths: {} };
      const { root, diagnostics, locate } = await overlaid(
        write(actions, version),
        JSON.stringify({ ...head, ...common, ...document }),
      );
      expect(root).toMatchObject({ ...becomes });
      expect(Object.keys(root)).toEqual([...new Set(Object.keys({ ...head, ...common, ...becomes }))]);
      for (const key of Object.keys(becomes)) expect(root[key]).toEqual((becomes as typeof root)[key]);
      const lines = diagnostics
        .filter(({ code }) => code.startsWith('overlay-'))
        .map(({ pointer, message }) => {
          const { line, column } = locate(pointer) ?? {};
          return `${line}:${column} ${message}`;
        });
      expect(lines).toHaveLength(told.length);
      for (const [index, line] of lines.entries()) expect(line.startsWith(told[index] ?? '')).toBe(true);
    },
  );

  test('may be JSON, and is read from its folder whatever the current one', async () => {
    const overlay = JSON.stringify({
      overlay: '1.0.0',
      actions: [{ target: '$.paths', update: { '/c': {} } }],
    });
    const { root } = await loadText(api, { overlays: [fileWith(overlay, 'overlay.json')] });
    expect(Object.keys(root['paths'] ?? {})).toEqual(['/a', '/b', '/c']);
  });

  test('may be at an address, from which its `extends` starts', async () => {
    const text = `extends: ../api.json\n${write([{ target: '$.info', update: { title: 'New' } }])}`;
    const address = await listen(({ url }, response) => response.end(url === '/api.json' ? api : text));
    const told: string[] = [];
    const { root, diagnostics, locate } = await loadFrom(`${address}/api.json`, {
      overlays: [`${address}/overlays/ours.yaml`],
      onFile: (path) => told.push(path),
    });
    expect(root['info']).toEqual({ title: 'New' });
    expect(diagnostics).toEqual([]);
    expect(locate('#/info/title')).toMatchObject({ file: `${address}/overlays/ours.yaml`, line: 7 });
    expect(told).toEqual([]);
  });

  test('follows another in the order in which they are given', async () => {
    const first = fileWith(write([{ target: '$.info', update: { title: 'One', 'x-first': true } }]));
    const second = fileWith(write([{ target: "$.info[?@ == 'One']", update: 'Two' }]));
    const titles = [];
    for (const overlays of [
      [first, second],
      [second, first],
    ])
      titles.push((await loadText(api, { overlays })).root['info']);
    expect(titles).toEqual([
      { title: 'Two', 'x-first': true },
      { title: 'One', 'x-first': true },
    ]);
  });

  test('changes a document of version 2.0 as it is written, before it is upgraded', async () => {
    const old = { swagger: '2.0', info: {}, host: 'old.example.com', paths: { '/a': reads } };
    const { root } = await overlaid(
      write([
        { target: '$.host', update: 'new.example.com' },
        { target: '$', update: { schemes: ['https'] } },
      ]),
      JSON.stringify(old),
    );
    expect(root['servers']).toEqual([{ url: 'https://new.example.com' }]);
  });

  test('may bring references, and change the version', async () => {
    const folder = tempFolder();
    const file = fileWith(api, 'api.json', folder);
    fileWith('type: string', 'common/id.yaml', folder);
    const schemas = { Id: { $ref: 'common/id.yaml' } };
    const overlay = write([{ target: '$', update: { openapi: '3.0.1', components: { schemas } } }]);
    const { root, version, diagnostics } = await loadFrom(file, { overlays: [fileWith(overlay)] });
    expect(version).toBe('3.0.1');
    expect(JSON.stringify(root)).toContain('"type":"string"');
    expect(diagnostics).toEqual([]);
  });

  test('is told before it is read, as the files that a document refers to are', async () => {
    const file = fileWith(write([{ target: '$.info', update: {} }]));
    const told: string[] = [];
    await loadText(api, { overlays: [file], onFile: (path) => told.push(path) });
    expect(told).toEqual([file]);
  });
});

describe('places', () => {
  const list = `openapi: 3.1.0
info: {}
paths: {}
x-list:
  - name: first
  - name: second
  - name: third
`;
  const overlay = `overlay: 1.1.0
actions:
  - target: $.x-list[0]
    remove: true
  - target: $.x-list
    update:
      - name: fourth
        deep: { er: 1 }
  - target: $.x-list[0].name
    update: changed
  - target: $.info
    copy: $.x-list[1]
`;

  test.each([
    ['an item that moved', '#/x-list/1/name', 'document', 7],
    ['what was appended', '#/x-list/2/name', 'overlay', 7],
    ['what lies in that', '#/x-list/2/deep/er', 'overlay', 8],
    ['a value that was replaced', '#/x-list/0/name', 'overlay', 10],
    ['what stands beside it', '#/x-list/0', 'document', 6],
    ['what was copied', '#/info/name', 'overlay', 12],
    ['what nobody touched', '#/paths', 'document', 3],
    ['an action', 'overlays/0#/actions/1/target', 'overlay', 5],
  ])('%s', async (_name, pointer, where, line) => {
    const folder = tempFolder();
    const [document, file] = [fileWith(list, 'api.yaml', folder), fileWith(overlay, 'ours.yaml', folder)];
    const { locate } = await loadFrom(document, { overlays: [file] });
    expect(locate(pointer)).toMatchObject({ file: where === 'overlay' ? file : document, line });
  });

  test('what is odd about an overlay is said where it stands', async () => {
    const text = 'overlay: 1.0.0\nactions:\n  - target: $.info\n    target: $.paths\n    update: {}\n';
    const { diagnostics, locate } = await overlaid(text);
    const [odd] = diagnostics;
    expect(odd).toMatchObject({ code: 'odd-document', pointer: 'overlays/0#/actions/0/target' });
    expect(locate(odd?.pointer ?? '')?.file).toMatch(/overlay\.yaml$/);
  });
});

describe('extends', () => {
  test.each([
    ['a path from the overlay', '../api.json', []],
    ['the same, encoded', '../%61pi.json', []],
    ['another document', 'other.json', ['overlays/0#/extends']],
    ['another address', 'https://example.com/api.json', ['overlays/0#/extends']],
  ])('%s', async (_name, extended, told) => {
    const folder = tempFolder();
    const file = fileWith(api, 'api.json', folder);
    const overlay = fileWith(extending(extended), 'overlays/ours.yaml', folder);
    const { diagnostics, root } = await loadFrom(file, { overlays: [overlay] });
    expect(diagnostics.map(({ pointer }) => pointer)).toEqual(told);
    expect(root['paths']).toBeDefined();
  });

  test('says nothing of a document that has no name', async () => {
    expect((await overlaid(extending('other.json'))).diagnostics).toEqual([]);
  });
});

describe('what stops the run, with its place', () => {
  test.each([
    ['an OpenAPI document', 'openapi: 3.1.0', 'is not an OpenAPI overlay', /It is an OpenAPI document/, 1],
    ['a list', '[]', 'is not an OpenAPI overlay', /overlay: 1\.1\.0/, 1],
    ['nothing', '  \n', 'is empty', /Name an OpenAPI overlay/, undefined],
    ['a text that is neither', '{ "overlay": ', 'neither valid JSON nor valid YAML', /Mend/, 1],
    [
      'a version to come',
      'overlay: 2.0.0',
      'The version 2.0.0 of overlays is not known.',
      /1\.0 and 1\.1/,
      1,
    ],
    ['a version that is a number', 'overlay: 1.2', 'The version 1.2 of', /1\.0 and 1\.1/, 1],
    ['a version that is none', 'overlay: {}', 'The version {} of', /1\.0 and 1\.1/, 1],
    ['an empty version', 'overlay: ""', 'The version "" of', /1\.0 and 1\.1/, 1],
    ['no actions', 'overlay: 1.0.0', 'An overlay needs a list of actions', /target/, 1],
    ['an empty list of actions', 'overlay: 1.0.0\nactions: []', 'and one at least', /target/, 2],
    ['actions that are no list', 'overlay: 1.0.0\nactions: {}', 'needs a list', /target/, 2],
    ['extends that is no text', 'overlay: 1.0.0\nextends: []\nactions: [1]', '"extends" is not', /path/, 2],
    ['an action that is none', action('5'), 'An action is not an object.', /target/, 3],
    ['no target', action('remove: true'), 'An action has no target.', /JSONPath/, 3],
    ['a target that is no text', action('target: 5'), 'The target of an action is not a text', /JSON/, 3],
    ['a slip', action('targt: $'), '"targt" is no member of an action; "target" is.', /update/, 3],
    ['no deed', action('target: $'), 'An action does nothing.', /update, copy and remove/, 3],
    ['no deed in 1.0', action('target: $').replace('1.1', '1.0'), 'does nothing.', /update and remove/, 3],
    ['two deeds', action('{ target: $, update: {}, copy: $ }'), 'both update and copy', /two actions/, 3],
    [
      'a copy in 1.0',
      action('{ target: $, copy: $ }').replace('1.1', '1.0'),
      'came with version 1.1',
      /1\.1\.0/,
      3,
    ],
    ['a copy that is no text', action('{ target: $, copy: 5 }'), '"copy" is not a text', /JSONPath/, 3],
    ['remove that is no switch', action('{ target: $, remove: yes }'), 'neither true nor false', /true/, 3],
    [
      'a path of another language',
      action('{ target: /paths, remove: true }'),
      'is not a JSONPath',
      /RFC 9535/,
      3,
    ],
    ['a path that breaks off', action('{ target: "$.paths[", remove: true }'), 'is not a JSONPath', /RFC/, 3],
    [
      'a function that is none',
      action('{ target: "$[?no(@)]", remove: true }'),
      "no such function 'no'",
      /RFC/,
      3,
    ],
    ['a copy that is no path', action('{ target: $, copy: paths }'), 'The copy "paths" is not', /RFC/, 3],
    ['the removal of all', action('{ target: $, remove: true }'), 'removes the whole document', /a part/, 3],
  ])('%s', async (_name, text, message, hint, line) => {
    const error = await rejectionOf(overlaid(text));
    expect(error.message).toContain(message);
    expect(error.hint).toMatch(hint);
    expect(error.location?.line).toBe(line);
    if (line !== undefined) expect(error.location?.file).toMatch(/overlay\.yaml$/);
  });

  test.each([
    ['nowhere/overlay.yaml', 'nowhere/overlay.yaml does not exist.'],
    ['-', 'An overlay is a file or a URL, and has to be named.'],
    ['', 'An overlay is a file or a URL, and has to be named.'],
    ['ftp://example.com/a', 'ftp://example.com/a is not read: only files, http and https are.'],
    ['test', 'test is a folder.'],
  ])('the overlay %s', async (file, message) => {
    expect((await rejectionOf(loadText(api, { overlays: [file] }))).message).toBe(message);
  });

  test('that no operation is left, with the action that took the last', async () => {
    const partly = fileWith(write([{ target: '$.paths.*.get', remove: true }]), 'partly.yaml');
    const rest = fileWith(
      write([
        { target: '$.info', update: {} },
        { target: '$.paths.*', remove: true },
      ]),
    );
    const { message, location } = await rejectionOf(loadText(api, { overlays: [partly, rest] }));
    expect(message).toBe(
      `No operation is left: of all 3 operations of the document, the overlay ${rest} removes the last with the target "$.paths.*".`,
    );
    expect(location).toMatchObject({ file: rest, line: 6 });
  });

  test('but not where operations come back', async () => {
    const { root } = await overlaid(
      write([
        { target: '$.paths.*', remove: true },
        { target: '$.paths', update: { '/c': reads } },
      ]),
    );
    expect(Object.keys(root['paths'] ?? {})).toEqual(['/c']);
  });

  test('that the document is none any more', async () => {
    const { message } = await rejectionOf(
      overlaid(
        write([{ target: "$['openapi','paths']", remove: true }]),
        JSON.stringify({ ...head, paths: {} }),
      ),
    );
    expect(message).toContain('it has neither "openapi" nor "swagger" nor "paths"');
  });
});

describe('work is bounded', () => {
  const many = {
    ...head,
    info: {},
    paths: {},
    'x-many': Array.from({ length: 200 }, (_, n) => ({ n, deep: { er: { still: [n] } } })),
    'x-text': 'a'.repeat(20_000),
    'x-list': Array.from({ length: 150_000 }, (_, n) => n),
  };
  const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) });

  test.each(['$..*..*..*', '$..*..*', '$..[?@..*]', '$..a..a..a'])(
    'of %s, which counts for more the deeper it leads',
    (path) => {
      const steps = 20_000;
      const looks = countLooks(path, deep(500), steps);
      // With each value that is found, the way to it is written down, of up to 500 names.
      expect(looks).toBeLessThan(steps / 10);
      expect(looks).toBeGreaterThan(100);
    },
  );

  test('of paths into what is as deep as documents are, which counts as ever', () => {
    const spent = { steps: 0 };
    const select = compilePath('$..*', {
      spend: (steps) => void (spent.steps += steps),
      matching: { left: 0 },
    });
    expect(select(deep(30) as Json)).toHaveLength(30);
    // Each of 31 values is visited, and what it holds is listed.
    expect(spent.steps).toBe(31 + 31 + 30);
  });

  test.each([
    ['a simple path', '$.x-many[0].n', 1],
    ['a filter', '$.x-many[?@.n > 100]', 99],
    ['filters in filters', '$.x-many[?$.x-many[?$.x-many[?@.n]]]', undefined],
    ['descendants of descendants', '$.x-many..*..*..*[?@..*..*]', undefined],
    ['all numbers of a long list', '$.x-list[?@ >= 0]', undefined],
    ['comparisons of large values', '$.x-many[?$.x-many == $.x-many]', undefined],
    ['lengths of long texts', "$.x-many[?length($['x-text']) == 1]", undefined],
    ['patterns with many ways', "$.x-many[?match($['x-text'], '(a|aa|a*)*b')]", undefined],
    ['patterns with one way', "$.x-many[?search($['x-text'], 'aab')]", undefined],
    ['patterns of great size', "$.x-many[?search($['x-text'], '((a{1,99}b?){1,99}){1,99}')]", undefined],
  ])('of %s', (_name, path, count) => {
    const effort = limitEffort(10_000);
    const select = compilePath(path, effort);
    if (count === undefined) expect(() => select(many)).toThrow(ExhaustedError);
    else expect(select(many)).toHaveLength(count);
  });

  test('of all that an action does, which is named', async () => {
    const target = "$.x-list[?match($['x-text'], '(a|aa|a*)*b')]";
    const { message, hint, location } = await rejectionOf(
      overlaid(write([{ target, remove: true }]), JSON.stringify(many)),
    );
    expect(message).toContain('takes too long: an action may look at 5,000,000 values');
    expect(hint).toContain('$.paths.*.get');
    expect(location).toMatchObject({ line: 4 });
  });

  test('of copies that double what there is', async () => {
    const actions = Array.from({ length: 60 }, (_, n) => [
      { target: '$.x-a', update: { [`n${n}`]: {} } },
      { target: `$.x-a.n${n}`, copy: '$.x-a' },
    ]).flat();
    const { message } = await rejectionOf(
      overlaid(write(actions), JSON.stringify({ ...head, paths: {}, 'x-a': {} })),
    );
    expect(message).toContain('takes too long');
  });

  test('copies that nest ever deeper', async () => {
    const { diagnostics, root } = await overlaid(
      write(Array.from({ length: 3 }, () => ({ target: '$..[?length(@) == 0]', copy: '$.x-a' }))),
      JSON.stringify({ ...head, paths: { '/a': reads }, 'x-a': deep(200) }),
    );
    expect(diagnostics.map(({ message }) => message)).toEqual(
      expect.arrayContaining([expect.stringContaining('nested more than 600 levels deep')]),
    );
    expect(root['x-a']).toBeDefined();
  });

  test('long lists and deep values are no hindrance', async () => {
    const { root } = await overlaid(
      write([
        { target: '$.x-list[?@ > 1]', remove: true },
        { target: '$..b', update: 2 },
      ]),
      JSON.stringify({
        ...many,
        'x-deep': JSON.parse(`${'{"a":'.repeat(500)}{"b":1}${'}'.repeat(500)}`),
      }),
    );
    expect(root['x-list']).toEqual([0, 1]);
    expect(JSON.stringify(root['x-deep'])).toContain('{"b":2}');
  });

  test.each([
    ['a long path', `$${'.a'.repeat(2001)}`, 'longer than 4,000 characters'],
    ['a nested path', `$[?${'('.repeat(1900)}@.a${')'.repeat(1900)}]`, ''],
  ])('%s', async (_name, target, message) => {
    const result = await overlaid(write([{ target, remove: true }])).catch((error: Error) => error.message);
    if (message !== '') expect(result).toContain(message);
  });
});
