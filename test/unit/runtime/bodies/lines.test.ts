import { describe, expect, test } from 'vitest';
import { type MediaBody, sendAs } from './sendAs.js';

const line = { type: 'object', properties: { a: { type: 'integer' } } };
const list = { type: 'array', items: line };
const pair = [{ a: 1 }, { a: 2 }];
const lines = '{"a":1}\n{"a":2}\n';
const sequence = '\x1e{"a":1}\n\x1e{"a":2}\n';

describe('lines of JSON', () => {
  test.each<[name: string, body: MediaBody, value: unknown, sent: string]>([
    ['a list', { mediaType: 'application/x-ndjson', media: { schema: list } }, pair, lines],
    ['one line', { mediaType: 'application/x-ndjson', media: { schema: line } }, pair, lines],
    ['itemSchema', { mediaType: 'application/jsonl', media: { itemSchema: line } }, pair, lines],
    ['none', { mediaType: 'application/jsonl', media: { itemSchema: line } }, [], ''],
    ['a sequence', { mediaType: 'application/json-seq', media: { itemSchema: line } }, pair, sequence],
    ['GeoJSON', { mediaType: 'application/geo+json-seq', media: { schema: list } }, pair, sequence],
    [
      'both schemas',
      { mediaType: 'application/jsonl', media: { schema: { type: 'array', minItems: 1 }, itemSchema: line } },
      pair,
      lines,
    ],
    [
      'a component, or null',
      {
        mediaType: 'APPLICATION/NDJSON; charset=utf-8',
        media: { schema: { anyOf: [{ $ref: '#/components/schemas/Line' }, { type: 'null' }] } },
        schemas: { Line: line },
      },
      pair,
      lines,
    ],
    [
      'other values, which stay on their lines',
      { mediaType: 'application/jsonlines', media: { itemSchema: {} } },
      ['a\nb', null, [1, [2]], 5, true, '\u2028'],
      '"a\\nb"\nnull\n[1,[2]]\n5\ntrue\n"\u2028"\n',
    ],
    [
      'integers beyond 2^53',
      { mediaType: 'application/jsonl', media: { itemSchema: { type: 'integer', format: 'int64' } } },
      ['9007199254740993'],
      '9007199254740993\n',
    ],
    [
      'a text',
      { mediaType: 'application/x-ndjson', media: { schema: { type: 'string' } } },
      '{"index":{}}\n{"a":1}\n',
      '{"index":{}}\n{"a":1}\n',
    ],
    ['anything', { mediaType: 'application/x-ndjson', media: {} }, '{"a":1}\n', '{"a":1}\n'],
    [
      'lines or text',
      { mediaType: 'application/x-ndjson', media: { schema: { anyOf: [list, { type: 'string' }] } } },
      '{}\n',
      '{}\n',
    ],
  ])('of a schema that says %s', async (_name, body, value, sent) => {
    expect(await sendAs(body)(value)).toBe(sent);
  });

  test('are held to the schema of a line', async () => {
    for (const media of [{ itemSchema: line }, { schema: line }, { schema: list }]) {
      const send = sendAs({ mediaType: 'application/jsonl', media });
      expect(await send([{ a: 1 }, { a: 'x' }])).toContain('body.1.a: expected integer, got string "x"');
      expect(await send([{ b: 1 }])).toContain('body.0.b: unknown field');
    }
    const both = { schema: { type: 'array', minItems: 1 }, itemSchema: line };
    const send = sendAs({ mediaType: 'application/jsonl', media: both });
    expect(await send([])).toContain('body');
    expect(await send([{ a: 'x' }])).toContain('body.0.a: expected integer');
  });
});
