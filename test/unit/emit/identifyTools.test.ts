import { expect, test } from 'vitest';
import { identifyTools } from '../../../generator/emit/build/buildTools.js';
import { makeTool } from '../../support/makeServer.js';

test.each([
  [['list_pets'], ['listPets']],
  [['listPets'], ['listPets']],
  [['get_v2_pet_3'], ['getV2Pet3']],
  [
    ['delete', 'new', 'tools', 'schemas', 'await'],
    ['delete_', 'new_', 'tools_', 'schemas_', 'await_'],
  ],
  [
    ['list_pets', 'list__pets', 'listpets'],
    ['list_pets', 'list__pets', 'listpets'],
  ],
  [
    ['a', 'a_'],
    ['a', 'a_'],
  ],
  [
    ['delete', 'delete_'],
    ['delete_', 'delete__'],
  ],
])('%j become %j', (names, identifiers) => {
  const identified = identifyTools(names.map((name) => makeTool({ name })));
  expect(identified.map(({ identifier }) => identifier)).toEqual(identifiers);
  expect(identified.map(({ tool }) => tool.name)).toEqual(names);
});
