import { expect, test } from 'vitest';
import { tellSources } from '../../../../templates/project/src/runtime/dynamic/tellSources.js';
import type { SearchEntry } from '../../../../templates/project/src/runtime/tool.js';

const entry: SearchEntry = {
  name: 'get_visit',
  toolset: 'visits',
  readOnly: true,
  title: 'Get a visit',
  arguments: 'person_id, room_id, visit_id',
  terms: '',
  act: 'get',
  sources: { person_id: ['search_person', 'list_persons'], room_id: ['list_rooms'] },
};

test('a line for each argument names the tools that give it', () => {
  expect(tellSources(entry, () => true)).toEqual([
    'person_id: from search_person, list_persons',
    'room_id: from list_rooms',
  ]);
});

test('tools that are not offered are not told', () => {
  expect(tellSources(entry, (name) => name === 'list_persons')).toEqual(['person_id: from list_persons']);
  expect(tellSources(entry, () => false)).toEqual([]);
});

test('a tool without sources has no lines', () => {
  const { sources: _, ...plain } = entry;
  expect(tellSources(plain, () => true)).toEqual([]);
});
