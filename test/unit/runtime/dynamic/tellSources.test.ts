import { expect, test } from 'vitest';
import { tellSources } from '../../../../templates/project/src/runtime/dynamic/tellSources.js';

const offer = (...names: string[]) => new Map(names.map((name) => [name, {}]));
const sources = { person_id: ['search_person', 'list_persons'], room_id: ['list_rooms'] };

test('a line for each argument names the tools that give it', () => {
  expect(tellSources(sources, offer('list_rooms', 'list_persons', 'search_person'))).toEqual([
    'person_id: from search_person, list_persons',
    'room_id: from list_rooms',
  ]);
});

test('tools that are not offered are not told', () => {
  expect(tellSources(sources, offer('list_persons'))).toEqual(['person_id: from list_persons']);
  expect(tellSources(sources, offer())).toEqual([]);
});

test('a tool without sources has no lines', () => {
  expect(tellSources(undefined, offer('list_rooms'))).toEqual([]);
});
