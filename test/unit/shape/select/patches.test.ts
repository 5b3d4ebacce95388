import { expect, test } from 'vitest';
import { inspect } from '../../../../generator/inspect.js';
import { defaults } from '../../../../generator/model/config.js';
import { layOut } from '../../../support/layOut.js';
import { writeDocument } from '../../../support/lintDocument.js';
import { compileEnforced, shapeDocument } from '../../../support/shapeDocument.js';
import cases from './patches.json' with { type: 'json' };

interface Case {
  name: string;
  /** The schema of each media type, in the order of the document. */
  bodies: Record<string, object>;
  sent: string;
  /** What the description says of the kind of patch; otherwise it says nothing. */
  says?: string;
  takes?: unknown[];
  refuses?: unknown[];
  told?: string[];
}

const schemas = {
  Pet: { type: 'object', properties: { name: { type: 'string' } } },
  Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }] },
  Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { description: 'It barks.' }] },
  Tree: { oneOf: [{ $ref: '#/components/schemas/Pet' }, { $ref: '#/components/schemas/Tree' }] },
  Changes: { type: 'array', items: { $ref: '#/components/schemas/Change' } },
  Change: {
    type: 'object',
    properties: { op: { type: 'string' }, path: { type: 'string' }, value: {} },
    required: ['op', 'path'],
  },
};

test.each(cases as Case[])('the media type of a change: $name', ({ bodies, ...out }) => {
  for (const entries of [Object.entries(bodies), Object.entries(bodies).toReversed()]) {
    const content = Object.fromEntries(entries.map(([mediaType, schema]) => [mediaType, { schema }]));
    const patch = {
      summary: 'Changes a pet',
      requestBody: { required: true, content },
    };
    const shaped = shapeDocument({ paths: { '/pets': { patch } }, components: { schemas } });
    const entry = shaped.tool('PATCH /pets');
    expect(entry.tool.request.body?.mediaType).toBe(out.sent);
    expect(entry.tool.description).toBe(['Changes a pet', out.says].filter(Boolean).join('. '));
    expect(shaped.diagnostics.map(({ code }) => code)).toEqual(out.told ?? []);
    const judge = compileEnforced(shaped.server, entry);
    for (const body of out.takes ?? []) expect([body, judge(layOut(entry, { body }))]).toEqual([body, true]);
    for (const body of out.refuses ?? [])
      expect([body, judge(layOut(entry, { body }))]).toEqual([body, false]);
  }
});

test.each(['post', 'put'])('what is not a PATCH is sent whole, and not as what is changed: %s', (method) => {
  const types = ['application/merge-patch+json', 'application/json-patch+json', 'application/json'];
  for (const listed of [types, types.toReversed()]) {
    const content = listed.map((one) => [one, { schema: { $ref: '#/components/schemas/Pet' } }]);
    const operation = { requestBody: { required: true, content: Object.fromEntries(content) } };
    const shaped = shapeDocument({ paths: { '/pets': { [method]: operation } }, components: { schemas } });
    const entry = shaped.tool(`${method.toUpperCase()} /pets`);
    expect(entry.tool.request.body?.mediaType).toBe('application/json');
  }
});

test('the list of changes is sent where the owner chooses it, and it is given as one', async () => {
  const content = Object.fromEntries(
    ['json-patch', 'merge-patch'].map((name) => [`application/${name}+json`, { schema: { type: 'object' } }]),
  );
  const patch = { operationId: 'patchPet', requestBody: { required: true, content }, responses: {} };
  const text = writeDocument({ paths: { '/pets': { patch } } });
  const tools = { patchPet: { mediaType: 'application/json-patch+json' } };
  const { server, diagnostics } = await inspect('-', { ...defaults, tools }, { readStdin: async () => text });
  const entry = server.toolsets[0]!.tools[0]!;
  expect(entry.tool.request.body?.mediaType).toBe('application/json-patch+json');
  expect(entry.tool.description).toContain('The body is a JSON Patch (RFC 6902).');
  expect(diagnostics.map(({ message }) => message)).toContain(
    'The body is described as no list, but application/json-patch+json is a list of changes (RFC 6902); it is given as that list.',
  );
  const judge = compileEnforced(server, entry);
  expect(judge({ body: [{ op: 'remove', path: '/a' }] })).toBe(true);
  expect(judge({ body: { a: null } })).toBe(false);
});
