import { describe, expect, test } from 'vitest';
import { lint } from '../../../generator/lint/lint.js';
import { infer } from '../../../generator/lint/infer/infer.js';
import { growthOf, mostGrowth } from '../../support/growth.js';
import { inspectAlone, lintDocument, loadMeans } from '../../support/lintDocument.js';
import cases from './prose.json' with { type: 'json' };

interface Case {
  /** Why. */
  name?: string;
  words: string;
  type: string;
  keywords?: object;
  examples?: unknown[];
  inQuery?: boolean;
  /** What is mined, one for each sentence; nothing where it is left out. */
  update?: object | object[];
}

function mineBoth(words: string): void {
  for (const type of ['string', 'integer']) infer({ words, schema: { type }, inQuery: true, examples: [] });
}

describe('constraints in prose', () => {
  test.each(cases as Case[])(
    '$type: $words',
    ({ words, type, keywords, examples = [], inQuery = false, update = [] }) => {
      const mined = infer({ words, schema: { type, ...keywords }, inQuery, examples });
      expect(mined.map((one) => one.update)).toEqual(Array.isArray(update) ? update : [update]);
      for (const { evidence } of mined) expect(words).toContain(evidence);
    },
  );

  test('are found in parameters and in the properties of bodies, each with its sentence', async () => {
    const limit = {
      name: 'limit',
      in: 'query',
      description: 'Page size. Max. 50.',
      schema: { type: 'integer' },
    };
    const pet = {
      type: 'object',
      properties: { name: { type: ['string', 'null'], description: 'Up to 20 characters' } },
    };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } };
    const found = await lintDocument({
      paths: { '/pets': { post: { parameters: [limit], requestBody: { content } } } },
      components: { schemas: { Pet: pet } },
    });
    const suggested = found.filter(({ rule }) => rule === 'constraint-in-prose');
    expect(
      suggested.map(({ pointer, suggestion }) => [pointer, suggestion?.evidence, suggestion?.update]),
    ).toEqual([
      ['#/paths/~1pets/post/parameters/0/schema', 'Max. 50.', { maximum: 50 }],
      ['#/components/schemas/Pet/properties/name', 'Up to 20 characters', { maxLength: 20 }],
    ]);
  });

  test('are not mined where the words are about a schema that is shared', async () => {
    const limit = {
      name: 'limit',
      in: 'query',
      description: 'Max. 50.',
      schema: { $ref: '#/components/schemas/Size' },
    };
    const found = await lintDocument({
      paths: { '/pets': { get: { parameters: [limit] } } },
      components: { schemas: { Size: { type: 'integer' } } },
    });
    expect(found.map(({ rule }) => rule)).not.toContain('constraint-in-prose');
  });

  test('take no longer on a hostile text than its length asks for', async () => {
    const parts = [
      'one of `a`, ',
      'max ',
      'between 1 and ',
      'default is ',
      'allowed values ',
      'a timestamp ',
    ];
    for (const part of parts) {
      expect(await growthOf((count) => mineBoth(part.repeat(count)), 2_000), part).toBeLessThan(mostGrowth);
    }
  });
});

/** What expressions go back over that are not written with care. */
const pieces = [
  '\n',
  '\r\n\t',
  ' ',
  '. ',
  '.\n',
  '; ',
  '-',
  '*',
  '`',
  '"',
  "'",
  '(',
  '[',
  '{',
  '<',
  '<!--',
  '&',
  '|',
  '/',
  'a',
  'A',
  '1',
  '1.',
  'a_',
  'a.',
  'http://',
  'X-Api-',
  'Bearer ',
  'token ',
  'ignore ',
  'any ',
  'your ',
  'you must always ',
  'do not ',
  'never tell ',
  'show ',
  'use ',
  'instead ',
  'deprecated ',
  'must be ',
  'if it ',
  'when the a ',
  'the a ',
  'maximum of is ',
  'up to ',
  'one of ',
  'or ',
  'a, ',
  '1 and ',
];

test.each(pieces)('every rule reads %j in time that grows no faster than its length', async (piece) => {
  const inspectOne = async (length: number) => {
    const description = piece.repeat(length / piece.length);
    const parameters = ['string', 'integer'].map((type) => ({
      name: type,
      in: 'query',
      description,
      schema: { type },
    }));
    const get = { operationId: 'getA', deprecated: true, summary: description, description, parameters };
    return inspectAlone({ paths: { '/a': { get } } });
  };
  const [long, short] = [50_000, 1_000];
  const inspections = new Map([
    [long, await inspectOne(long)],
    [short, await inspectOne(short)],
  ]);
  const means = await loadMeans();
  expect(await growthOf((length) => lint(inspections.get(length)!, means), long)).toBeLessThan(mostGrowth);
});
