import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonFault } from '../../../generator/text/json/findJsonFault.js';
import { markers, mergeLines } from '../../../generator/write/merge/mergeLines.js';
import { mergePackage } from '../../../generator/write/merge/mergePackage.js';
import { arbitraryEdits, textOf } from '../../support/arbitraryEdits.js';

const line = fc.constantFrom('a', 'b', 'c', 'd', '', '}', 'constructor', '__proto__');
const anyText = fc.oneof(
  fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n')),
  fc.array(line, { maxLength: 8 }).map((lines) => lines.map((one) => `${one}\r\n`).join('')),
  fc.string({ maxLength: 12 }),
);

/** How often each line is in a text. */
function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of text.split(/\r?\n/)) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

const entry = (version: string) => ({ registryType: 'mcpb', identifier: `a-${version}.mcpb`, version });
const file = (...packages: object[]) => json({ packages });

describe('merging lines', () => {
  test('gives the one side that changed, whatever the texts', () => {
    fc.assert(
      fc.property(anyText, anyText, (base, other) => {
        expect(mergeLines(base, base, other)).toEqual({ text: other, conflicts: [] });
        expect(mergeLines(base, other, base)).toEqual({ text: other, conflicts: [] });
        expect(mergeLines(base, other, other)).toEqual({ text: other, conflicts: [] });
      }),
      { numRuns: 500 },
    );
  });

  test('loses no line that one side has more often than the base', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (base, yours, ours) => {
        const merged = countLines(mergeLines(base, yours, ours).text);
        const before = countLines(base);
        for (const side of [yours, ours])
          for (const [text, count] of countLines(side))
            if (count > (before.get(text) ?? 0))
              expect(merged.get(text) ?? 0, text).toBeGreaterThanOrEqual(count - (before.get(text) ?? 0));
      }),
      { numRuns: 1000 },
    );
  });

  test('in a conflict, both sides can be had back from what is between the markers', () => {
    let conflicts = 0;
    fc.assert(
      fc.property(arbitraryEdits, ({ base, yours, ours }) => {
        const merged = mergeLines(base, yours, ours);
        conflicts += merged.conflicts.length;
        const lines = merged.text.split('\n');
        for (const conflict of merged.conflicts)
          expect(lines['line' in conflict ? conflict.line - 1 : -1]).toBe(markers.yours);
        expect(lines.filter((one) => one === markers.yours)).toHaveLength(merged.conflicts.length);
        expect(lines.filter((one) => one === markers.ours)).toHaveLength(merged.conflicts.length);
        const added = (side: string) => side.split('\n').filter((one) => !base.split('\n').includes(one));
        for (const one of [...added(yours), ...added(ours)]) expect(lines).toContain(one);
      }),
      { numRuns: 500 },
    );
    expect(conflicts).toBeGreaterThan(50);
  });

  test('keeps the line ends of the user', () => {
    const merged = mergeLines('a\nb\nc\n', 'a\r\nb\r\nc\r\nmine\r\n', 'A\nb\nc\n');
    expect(merged).toEqual({ text: 'A\r\nb\r\nc\r\nmine\r\n', conflicts: [] });
  });

  test('puts between markers only what differs', () => {
    expect(mergeLines('a\nb\nc\n', 'a\nx\ny\nc\n', 'a\nx\nz\nc\n')).toEqual({
      text: 'a\nx\n<<<<<<< yours\ny\n=======\nz\n>>>>>>> mcpwright\nc\n',
      conflicts: [{ line: 3 }],
    });
  });

  test('takes long texts', () => {
    const lines = Array.from({ length: 6000 }, (_, index) => (index % 3 === 0 ? '' : `| row ${index} |`));
    const base = textOf(lines);
    const merged = mergeLines(base, `mine\n${base}`, `${base}ours\n`);
    expect(merged).toEqual({ text: `mine\n${base}ours\n`, conflicts: [] });
  });
});

/** A member as JSON. */
const at = (side: Record<string, unknown>, name: string) =>
  Object.hasOwn(side, name) ? JSON.stringify(side[name]) : undefined;
const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;
const key = fc.constantFrom('name', 'version', 'scripts', '__proto__', 'a', 'b');
const members = fc.dictionary(
  key,
  fc.oneof(
    fc.constantFrom('1', '2', 3, null, true),
    fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
    fc.dictionary(key, fc.constantFrom('1', '2'), { maxKeys: 3 }),
  ),
  { maxKeys: 5 },
);

describe('merging package.json', () => {
  const base = {
    name: 'shop',
    version: '1.0.0',
    files: ['dist'],
    scripts: { build: 'tsc', test: 'node --test' },
    devDependencies: { ajv: '^8.0.0', esbuild: '^0.28.0', undici: '^7.0.0' },
  };

  test('keeps license, dependency, script and version of the owner, and takes ours elsewhere', () => {
    const yours = {
      name: 'shop',
      version: '3.0.0',
      license: 'MIT',
      files: ['dist'],
      scripts: { build: 'tsc', test: 'node --test', deploy: 'fly deploy' },
      dependencies: { pino: '^9.0.0' },
      devDependencies: { ajv: '^8.0.0', esbuild: '^0.30.0', undici: '^7.0.0' },
    };
    const ours = {
      ...base,
      type: 'module',
      scripts: { build: 'tsc && node build.js', start: 'node dist', test: 'node --test' },
      devDependencies: { ajv: '^8.20.0', esbuild: '^0.28.0', 'fast-xml-builder': '^1.0.0' },
    };
    const merged = mergePackage(json(base), json(yours), json(ours));
    expect(merged).toEqual({
      conflicts: [],
      text: json({
        name: 'shop',
        version: '3.0.0',
        license: 'MIT',
        files: ['dist'],
        scripts: {
          build: 'tsc && node build.js',
          start: 'node dist',
          test: 'node --test',
          deploy: 'fly deploy',
        },
        dependencies: { pino: '^9.0.0' },
        devDependencies: { ajv: '^8.20.0', esbuild: '^0.30.0', 'fast-xml-builder': '^1.0.0' },
        type: 'module',
      }),
    });
  });

  test('reports the keys that both changed, and leaves them as they are', () => {
    const yours = { ...base, version: '3.0.0', devDependencies: { ajv: '^8.0.0', esbuild: '^0.28.0' } };
    const ours = {
      ...base,
      version: '1.1.0',
      devDependencies: { ...base.devDependencies, undici: '^8.0.0' },
    };
    expect(mergePackage(json(base), json(yours), json(ours))).toEqual({
      text: json(yours),
      conflicts: [
        { key: 'version', yours: '"3.0.0"', ours: '"1.1.0"' },
        { key: 'devDependencies.undici', ours: '"^8.0.0"' },
      ],
    });
  });

  test('lets go of the hash of a bundle where its entry changes, and of the entry with nothing else of its own', () => {
    const packed = file({ ...entry('1.0.0'), fileSha256: 'f0' });
    const merge = (next: string) => mergePackage(file(entry('1.0.0')), packed, next);
    expect(merge(file(entry('1.0.0')))).toEqual({ text: packed, conflicts: [] });
    expect(merge(file(entry('1.1.0')))).toEqual({ text: file(entry('1.1.0')), conflicts: [] });
    expect(merge(file())).toEqual({ text: file(), conflicts: [] });
  });

  test('keeps indentation and line ends', () => {
    const yours = `${JSON.stringify({ ...base, license: 'MIT' }, undefined, '\t')}\n`.replaceAll(
      '\n',
      '\r\n',
    );
    const { text = '' } = mergePackage(json(base), yours, json({ ...base, version: '1.1.0' })) ?? {};
    expect(text).toBe(yours.replace('1.0.0', '1.1.0'));
  });

  test.each([
    ['is not JSON', '{'],
    ['is a list', '[]'],
    ['has a key twice', '{"a":1,"a":2}'],
    ['has a number that is too long', '{"a":12345678901234567890}'],
  ])('leaves to lines what %s', (_, yours) => {
    expect(mergePackage('{"a":1}', yours, '{"a":3}')).toBeUndefined();
  });

  test('has the laws of merging, and loses no key that one side alone added or changed', () => {
    fc.assert(
      fc.property(members, members, members, (b, y, o) => {
        const [old, mine, next] = [json(b), json(y), json(o)];
        expect(mergePackage(old, old, next)).toEqual({ text: next, conflicts: [] });
        expect(mergePackage(old, mine, old)).toEqual({ text: mine, conflicts: [] });
        expect(mergePackage(old, mine, mine)).toEqual({ text: mine, conflicts: [] });
        const merged = mergePackage(old, mine, next);
        const result = JSON.parse(merged?.text ?? '') as Record<string, unknown>;
        for (const name of new Set([b, y, o].flatMap((side) => Object.keys(side)))) {
          const isTold = merged?.conflicts.some(
            (one) => 'key' in one && `${one.key}.`.startsWith(`${name}.`),
          );
          if (at(b, name) === at(o, name)) expect(at(result, name)).toBe(at(y, name));
          else if (at(b, name) === at(y, name) && typeof y[name] !== 'object')
            expect(at(result, name)).toBe(at(o, name));
          else if (at(y, name) !== at(o, name) && typeof y[name] !== 'object') expect(isTold).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('where a text stops being JSON', () => {
  test.each([
    ['{"a": 1}', undefined],
    ['\uFEFF{"a": 1}', undefined],
    ['', '1:1'],
    ['{\n  "a": 1,\n}', '3:1'],
    ['{\n  "a": 1\n  "b": 2\n}', '3:3'],
    ['{\n  "a": [1, 2,, 3]\n}', '2:14'],
    ['{"a": 1} x', '1:10'],
    ['{"a": 1', '1:8'],
    ["{'a': 1}", '1:2'],
    ['{"a": tru}', '1:7'],
    ['{"a": 01}', '1:8'],
    ['{"a": "b\nc"}', '1:7'],
    ['{\n  "a": 1,\n<<<<<<< HEAD\n  "b": 2\n}', '3:1'],
    ['{"a": 1, // note\n"b": 2}', '1:10'],
    ['[{"a": [}]', '1:9'],
    ['{"a": {"b": 1]}', '1:14'],
  ])('%j is found', (text, place) => {
    const found = findJsonFault(text);
    expect(found && `${found.line}:${found.column}`).toBe(place);
  });

  test('agrees with JSON.parse on any text, and every text before it can become JSON', () => {
    const pieces = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', 'null', ' ', '\n', '"', 'x');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(findJsonFault(text) === undefined).toBe(isJson);
      }),
      { numRuns: 2000 },
    );
  });
});
