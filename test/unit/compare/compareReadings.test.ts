import { expect, test } from 'vitest';
import { compareReadings } from '../../../generator/compare/compareReadings.js';
import { takeSnapshot } from '../../../generator/compare/takeSnapshot.js';
import { emit } from '../../../generator/emit/emit.js';
import { loadPackage, loadTemplates } from '../../../generator/load/ownFiles.js';
import { readSnapshot } from '../../../generator/load/project/readSnapshot.js';
import type { Snapshot } from '../../../generator/model/comparison.js';
import type { Prompt, Resource } from '../../../generator/model/server.js';
import { makeEntry, makeServer } from '../../support/makeServer.js';

const pets: Resource = {
  uri: 'petstore://api/pets',
  name: 'list_pets',
  title: 'List pets',
  description: 'Lists all pets.',
  toolset: 'pets',
};
const greet: Prompt = {
  name: 'greet',
  title: 'Greet',
  arguments: [{ name: 'who', required: true }],
  messages: [{ role: 'user', text: 'Greet {{who}}.' }],
};

function snapshot(resources: Resource[], prompts: Prompt[]): Snapshot {
  const entries = resources.map((resource) => ({ resource, entry: makeEntry() }));
  return takeSnapshot(makeServer({ resources: entries, prompts }));
}

test('resources and prompts are compared by what they are called', () => {
  const old = snapshot([pets, { ...pets, uri: 'petstore://api/old' }], [greet, { ...greet, name: 'old' }]);
  const now = snapshot(
    [
      { ...pets, title: 'All pets' },
      { ...pets, uri: 'petstore://api/new' },
    ],
    [
      { ...greet, arguments: [] },
      { ...greet, name: 'new' },
    ],
  );
  const told = compareReadings(old, now).map(
    ({ kind, impact, subject }) => `${kind} ${impact} ${subject ?? ''}`,
  );
  expect(told).toEqual([
    'resource-removed breaking petstore://api/old',
    'resource-changed words petstore://api/pets',
    'resource-added compatible petstore://api/new',
    'prompt-removed breaking old',
    'prompt-changed possibly-breaking greet',
    'prompt-added compatible new',
  ]);
  const read = compareReadings(
    old,
    snapshot([{ ...pets, mimeType: 'text/csv' }], [{ ...greet, title: 'Hi' }]),
  );
  expect(read.map(({ kind, impact }) => `${kind} ${impact}`)).toEqual([
    'resource-removed breaking',
    'resource-changed possibly-breaking',
    'prompt-removed breaking',
    'prompt-changed words',
  ]);
  expect(compareReadings(old, old)).toEqual([]);
});

test('both are read out of a project again', async () => {
  const entry = makeEntry();
  const server = makeServer({
    resources: [{ resource: { ...pets, tool: entry.tool, schema: entry.enforced }, entry }],
    prompts: [greet],
  });
  const files = await emit(server, await loadTemplates(), await loadPackage());
  const project = {
    shown: 'it',
    read: async (path: string) => files.find((file) => file.path === path)?.content,
  };
  const { resources, prompts } = await readSnapshot(project, () => 1);
  expect(resources).toEqual([{ ...pets, tool: entry.tool, schema: entry.enforced }]);
  expect(prompts).toEqual([greet]);
});
