import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeFindings } from '../../../generator/commands/describe/describeFindings.js';
import type { Finding } from '../../../generator/lint/finding.js';
import { toOverlay } from '../../../generator/lint/toOverlay.js';
import { toSarif } from '../../../generator/lint/toSarif.js';
import type { Config } from '../../../generator/model/config.js';
import { resolve } from '../../../generator/read/resolve.js';
import { tempFolder } from '../../support/tempFolder.js';
import { inspectDocument } from '../../support/lintDocument.js';
import sarifSchema from './sarif.schema.json' with { type: 'json' };

/** An action of an overlay. */
interface Action {
  target: string;
  description: string;
  update: object;
}

const plain = (_style: string, text: string) => text;

const finding: Finding = {
  rule: 'missing-summary',
  severity: 'warning',
  message: 'GET /pets has neither.',
  cost: 'It costs.',
  fix: 'Add one.',
  pointer: '#/paths/~1pets/get',
  location: { file: 'an api/open#api.yaml', line: 7, column: 3 },
};

describe('text', () => {
  test('puts the findings of a rule below what they cost and how they are fixed', () => {
    const findings: Finding[] = [finding, { ...finding, operations: 3, message: 'Another one.' }];
    expect(describeFindings(findings, plain).split('\n')).toEqual([
      'warning missing-summary  It costs.',
      '  Fix: Add one.',
      '  an api/open#api.yaml:7:3  GET /pets has neither.',
      '  an api/open#api.yaml:7:3  Another one. (3 operations)',
      '',
    ]);
  });

  test('hands a terminal nothing to obey', () => {
    const hostile = { ...finding, message: 'The parameter "\u001b[2J\u0007" is odd.' };
    expect(describeFindings([hostile], plain)).toContain(String.raw`The parameter "\u001b[2J\u0007" is odd.`);
  });

  test('counts what it does not show', () => {
    const many = Array.from({ length: 25 }, (_, n) => ({ ...finding, message: `Finding ${n}.` }));
    const lines = describeFindings(many, plain).trimEnd().split('\n');
    expect(lines).toHaveLength(13);
    expect(lines.at(-1)).toContain('and 15 more');
  });
});

/** A document with findings of every severity. */
const bad = {
  paths: {
    '/pets': { get: { responses: {} }, post: { $ref: '#/nowhere' } },
    '/pets/{id}': { get: { parameters: [{ name: 'id', in: 'path', required: true, schema: {} }] } },
  },
};

function fingerprintOf(one: Finding): string {
  const log = toSarif([one], '1') as { runs: { results: { partialFingerprints: object }[] }[] };
  return JSON.stringify(log.runs[0]?.results[0]?.partialFingerprints);
}

describe('SARIF', () => {
  const isSarif = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(
    sarifSchema,
  );

  test('has the structure that code hosts read', async () => {
    const { findings } = await inspectDocument(bad);
    const log = toSarif(findings, '1.2.3') as { runs: { results: { level: string }[] }[] };
    isSarif(log);
    expect(isSarif.errors ?? []).toEqual([]);
    const levels = new Set(log.runs[0]?.results.map(({ level }) => level));
    expect([...levels]).toEqual(['error', 'warning', 'note']);
  });

  test('is told apart from what is none', () => {
    expect(isSarif({ version: '2.1.0', runs: [{ tool: { driver: {} }, results: [] }] })).toBe(false);
  });

  test('names each rule once, and the place of each finding', () => {
    const log = toSarif([finding, { ...finding, message: 'Another one.' }], '1.2.3');
    expect(log).toMatchObject({
      runs: [
        {
          tool: {
            driver: { rules: [{ id: 'missing-summary', defaultConfiguration: { level: 'warning' } }] },
          },
          results: [
            {
              ruleId: 'missing-summary',
              ruleIndex: 0,
              message: { text: 'GET /pets has neither. It costs. Add one.' },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'an%20api/open%23api.yaml' },
                    region: { startLine: 7, startColumn: 3 },
                  },
                },
              ],
            },
            { ruleIndex: 0 },
          ],
        },
      ],
    });
  });

  test.each([
    ['/srv/api.yaml', 'file:///srv/api.yaml'],
    [String.raw`C:\api\a b.yaml`, 'file:///C:/api/a%20b.yaml'],
    [String.raw`specs\api.yaml`, 'specs/api.yaml'],
    ['https://example.com/api.json', 'https://example.com/api.json'],
  ])('names the file %s as a URI', (file, uri) => {
    const log = toSarif([{ ...finding, location: { file, line: 1, column: 1 } }], '1');
    expect(JSON.stringify(log)).toContain(JSON.stringify({ uri }));
  });

  test('gives a finding the same fingerprint wherever its line moves, and another where it is another', () => {
    const moved = { ...finding, location: { file: 'an api/open#api.yaml', line: 70, column: 3 } };
    expect(fingerprintOf(moved)).toBe(fingerprintOf(finding));
    expect(fingerprintOf({ ...finding, pointer: '#/paths/~1pets/post' })).not.toBe(fingerprintOf(finding));
  });
});

async function suggest(parts: object, config: Partial<Config> = {}) {
  const { inspection, findings } = await inspectDocument(parts, config);
  const { document: loaded } = inspection;
  return { findings, overlay: toOverlay(findings, loaded, (pointer) => resolve(loaded.root, pointer)) };
}

describe('overlay', () => {
  const limit = {
    name: 'limit',
    in: 'query',
    description: 'Page size. Max. 50.',
    schema: { type: 'integer' },
  };
  const ids = {
    name: 'ids',
    in: 'query',
    description: 'Comma-separated list of ids',
    schema: { type: 'string' },
  };
  const document = {
    paths: {
      '/pets': { get: { parameters: [limit, ids] } },
      '/owners/{it\'s}/"pets"': { get: { parameters: [{ $ref: '#/components/parameters/Size' }, limit] } },
      '/orders': {
        parameters: [limit],
        post: {
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
          },
        },
      },
    },
    components: {
      parameters: {
        Size: { name: 'size', in: 'query', description: 'One of `s`, `l`', schema: { type: 'string' } },
      },
      schemas: {
        Order: {
          type: 'object',
          properties: {
            'a note': { type: 'string', description: 'Up to 20 characters. Defaults to "none".' },
          },
        },
      },
    },
  };

  test('holds one action for each suggestion and place, with the sentence it rests on', async () => {
    const { overlay = '' } = await suggest(document);
    const { actions, ...rest } = parse(overlay) as { actions: Action[] };
    expect(rest).toEqual({ overlay: '1.0.0', info: { title: expect.any(String) as string, version: '1' } });
    const key = (action: Action) => action.target + action.description;
    const sort = (list: Action[]) => list.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
    expect(sort(actions)).toEqual(
      sort([
        {
          target: '$.paths["/pets"].get.parameters[0].schema'.replaceAll('"', "'"),
          description: 'Max. 50.',
          update: { maximum: 50 },
        },
        {
          target: String.raw`$.paths['/owners/{it\'s}/"pets"'].get.parameters[1].schema`,
          description: 'Max. 50.',
          update: { maximum: 50 },
        },
        {
          target: "$.paths['/orders'].parameters[0].schema",
          description: 'Max. 50.',
          update: { maximum: 50 },
        },
        {
          target: "$.paths['/pets'].get.parameters[1]",
          description: 'Comma-separated list of ids',
          update: { style: 'form', explode: false, schema: { type: 'array', items: { type: 'string' } } },
        },
        {
          target: '$.components.parameters.Size.schema',
          description: 'One of `s`, `l`',
          update: { enum: ['s', 'l'] },
        },
        {
          target: "$.components.schemas.Order.properties['a note']",
          description: 'Up to 20 characters.',
          update: { maxLength: 20 },
        },
        {
          target: "$.components.schemas.Order.properties['a note']",
          description: 'Defaults to "none".',
          update: { default: 'none' },
        },
      ]),
    );
  });

  test('applied, leaves nothing to suggest and all operations callable', async () => {
    const { overlay = '' } = await suggest(document);
    const file = join(tempFolder(), 'overlay.yaml');
    writeFileSync(file, overlay);
    const { findings, overlay: further } = await suggest(document, { overlays: [file] });
    expect(further).toBeUndefined();
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('is none where nothing is suggested', async () => {
    expect((await suggest({ paths: { '/pets': { get: {} } } })).overlay).toBeUndefined();
  });

  test('leaves out what its pointer does not lead to', async () => {
    const nullable = {
      type: 'object',
      properties: {
        size: {
          nullable: true,
          oneOf: [{ type: 'integer', description: 'Max. 5.' }, { type: 'string' }],
        },
      },
    };
    const content = { 'application/json': { schema: nullable } };
    const { findings, overlay } = await suggest({
      openapi: '3.0.3',
      paths: { '/pets': { post: { requestBody: { content } } } },
    });
    expect(findings.some(({ rule }) => rule === 'constraint-in-prose')).toBe(true);
    expect(overlay).toBeUndefined();
  });
});
