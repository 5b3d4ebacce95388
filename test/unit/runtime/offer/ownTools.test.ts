import { describe, expect, test } from 'vitest';
import type { OwnTool } from '../../../../templates/project/src/runtime/customize.js';
import type { Schema } from '../../../../templates/project/src/runtime/tool.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { connectView, dialects } from '../../../support/runtime/connectView.js';
import { makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';

type InputSchema = OwnTool['inputSchema'];

const object = (properties: Record<string, Schema>, more: object = {}) => ({
  type: 'object' as const,
  properties,
  ...more,
});
const text = { type: 'string' };
const address = object({ street: text, city: text });
const point = object({ x: { type: 'number' } });

interface Case {
  name: string;
  schema: InputSchema;
  /** Arguments that are let in. */
  fit: object[];
  /** Arguments that are refused, and what is said of each. */
  unfit: [args: object, words: string][];
}

const cases: Case[] = [
  {
    name: 'members of an object within another',
    schema: object({ owner: object({ address }) }),
    fit: [{}, { owner: {} }, { owner: { address: { city: 'Ulm' } } }],
    unfit: [
      [{ owner: { adress: {} } }, '- owner.adress: unknown field, did you mean "address"?'],
      [{ owner: { address: { cty: 'Ulm' } } }, '- owner.address.cty: unknown field, did you mean "city"?'],
    ],
  },
  {
    name: 'items of a list, and values of a map',
    schema: object({
      all: { type: 'array', items: point },
      pair: { type: 'array', prefixItems: [point, text] },
      byName: { type: 'object', additionalProperties: point },
    }),
    fit: [{ all: [{ x: 1 }], pair: [{ x: 1 }, 'a'], byName: { any: { x: 1 } } }],
    unfit: [
      [{ all: [{ x: 1 }, { y: 1 }] }, '- all.1.y: unknown field'],
      [{ pair: [{ y: 1 }] }, '- pair.0.y: unknown field'],
      [{ byName: { any: { y: 1 } } }, '- byName.any.y: unknown field'],
    ],
  },
  {
    name: 'objects that are put together',
    schema: object({ both: { allOf: [address, point, { required: ['x'] }] } }),
    fit: [{ both: { street: 'a', x: 1 } }],
    unfit: [[{ both: { street: 'a', x: 1, y: 2 } }, '- both.y: unknown field']],
  },
  {
    name: 'members of which several parts speak',
    schema: {
      type: 'object',
      allOf: [object({ to: object({ a: text }) }), object({ to: object({ b: text }) })],
    },
    fit: [{ to: { a: 'x', b: 'y' } }],
    unfit: [[{ too: {} }, '- too: unknown field, did you mean "to"?']],
  },
  {
    name: 'alternatives',
    schema: object({ place: { anyOf: [object({ city: text }, { required: ['city'] }), point, text] } }),
    fit: [{ place: { city: 'Ulm' } }, { place: 'Ulm' }],
    unfit: [[{ place: { city: 'Ulm', zip: '1' } }, 'zip']],
  },
  {
    name: 'what references lead to, in circles too',
    schema: {
      ...object({ tree: { $ref: '#/$defs/Node' } }),
      $defs: { Node: object({ name: text, below: { type: 'array', items: { $ref: '#/$defs/Node' } } }) },
    },
    fit: [{ tree: { name: 'a', below: [{ name: 'b', below: [] }] } }],
    unfit: [[{ tree: { below: [{ below: [{ nmae: 'c' }] }] } }, 'nmae']],
  },
  {
    name: 'nothing where the schema lets others in, or says nothing of members',
    schema: object({
      open: { ...point, additionalProperties: true },
      texts: { ...point, additionalProperties: text },
      later: { ...point, unevaluatedProperties: {} },
      part: { allOf: [point, { additionalProperties: true }] },
      any: { type: 'object' },
      unsaid: {},
      patterned: { ...point, patternProperties: { '^y': {} } },
    }),
    fit: [
      { open: { z: 1 }, texts: { z: 'a' }, later: { z: 1 }, part: { z: 1 }, any: { z: 1 }, unsaid: { z: 1 } },
      { patterned: { x: 1, yes: 2 } },
    ],
    unfit: [[{ patterned: { z: 1 } }, '- patterned.z: unknown field']],
  },
];

describe('a tool of custom.ts refuses members that its schema does not name', () => {
  describe.each(dialects)('for %s', (dialect) => {
    test.each(cases)('$name', async ({ schema, fit, unfit }) => {
      const seen: unknown[] = [];
      const own: OwnTool = {
        title: 'Own',
        description: 'A tool of the owner.',
        inputSchema: schema,
        call: (args) => {
          seen.push(args);
          return 'done';
        },
      };
      const app = createApp({ catalog: makeCatalog([makeTool({})]), env: {}, custom: { add: { own } } });
      const client = await connectView(app.view(), dialect);
      for (const args of fit) {
        const { text: said, isError } = await client.call('own', args as Record<string, unknown>);
        expect([said, isError]).toEqual(['done', false]);
      }
      expect(seen).toEqual(fit);
      for (const [args, words] of unfit) {
        const { text: said, isError } = await client.call('own', args as Record<string, unknown>);
        expect(isError).toBe(true);
        expect(said).toContain(words);
        expect(said).not.toContain('API');
      }
      expect(seen).toHaveLength(fit.length);
      await client.close();
    });
  });
});
