import { expect, test } from 'vitest';
import { buildArguments } from '../../../generator/emit/build/buildArguments.js';
import { makeEntry } from '../../support/makeServer.js';

test('an argument that a call may give as null is typed so, whatever a model reads', () => {
  const inputSchema = {
    type: 'object' as const,
    properties: {
      note: { type: 'string' },
      kind: { type: 'string', enum: ['a', 'b'] },
      any: {},
      id: { type: 'integer' },
    },
    required: ['id'],
  };
  const entry = makeEntry({ name: 'update_pet', inputSchema }, ['note', 'kind', 'any']);
  const code = buildArguments([{ name: 'pets', title: 'Pets', description: '', tools: [entry] }]);
  expect(code).toContain('note?: string | null;');
  expect(code).toContain("kind?: 'a' | 'b' | null;");
  expect(code).toContain('any?: unknown;');
  expect(code).toContain('id: number;');
});
