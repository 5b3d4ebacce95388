import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkTypes, listRenamed } from '../../../generator/commands/types/checkTypes.js';
import { tempFolder } from '../../support/tempFolder.js';

/** A project in which a compiler is installed. */
function project(): string {
  const folder = tempFolder();
  for (const path of ['src/custom.ts', 'tsconfig.json', 'package.json', 'node_modules/typescript/bin/tsc']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
  return folder;
}

test.each([
  [
    'the thing counts more than what is done to it',
    'list_pets',
    ['list_orders', 'find_all_pets'],
    'find_all_pets',
  ],
  ['a verb alone is no reason', 'list_pets', ['list_orders', 'list_shops'], undefined],
  ['nor are two words of many', 'get_user_by_name', ['get_order_by_id'], undefined],
  ['what is spelt alike comes first', 'list_pets', ['list_pet', 'sell_pets'], 'list_pet'],
  ['the most words in common', 'get_pet_owner', ['get_pet', 'find_owner_of_pet'], 'find_owner_of_pet'],
])('of the names that there are: %s', async (_what, wrong, names, meant) => {
  const said = `src/custom.ts(3,5): error TS2353: '${wrong}' does not exist in type 'Tools'.\n`;
  const [fault] =
    (await checkTypes(project(), [], { tools: new Map(names.map((name) => [name, []])) }, () =>
      Promise.resolve(said),
    )) ?? [];
  expect(fault?.nearest).toBe(meant);
});

test('packages that are not installed are named, each once, in place of what follows from that', async () => {
  const said = [
    `src/a.ts(1,20): error TS2307: Cannot find module '@modelcontextprotocol/node' or its corresponding type declarations.`,
    `src/a.ts(4,3): error TS7006: Parameter 'one' implicitly has an 'any' type.`,
    `src/b.ts(2,9): error TS2307: Cannot find module '@modelcontextprotocol/node/stream' or its corresponding type declarations.`,
    `src/b.ts(3,9): error TS2307: Cannot find module 'jose' or its corresponding type declarations.`,
    '',
  ].join('\n');
  const place = { file: 'src/a.ts', line: 1, column: 20 };
  expect(await checkTypes(project(), [], { tools: new Map() }, () => Promise.resolve(said))).toEqual([
    { ...place, message: 'The package @modelcontextprotocol/node is not installed: run "npm install".' },
    {
      file: 'src/b.ts',
      line: 3,
      column: 9,
      message: 'The package jose is not installed: run "npm install".',
    },
  ]);
});

test.each(["'./gone.js'", "'#runtime/gone.js'", "'node:gone'"])(
  'the module %s is none that could be installed',
  async (name) => {
    const said = `src/a.ts(1,20): error TS2307: Cannot find module ${name} or its type declarations.\n`;
    const [fault] =
      (await checkTypes(project(), [], { tools: new Map() }, () => Promise.resolve(said))) ?? [];
    expect(fault?.message).toContain(`Cannot find module ${name}`);
  },
);

const renamed = (kind: 'argument-renamed' | 'tool-renamed', before: string, after: string) =>
  ({ kind, impact: 'breaking', summary: '', before, after }) as const;

test('what was renamed is named by its new name; what became several is not', async () => {
  const changes = [
    renamed('argument-renamed', 'file_key', 'key_of_file'),
    renamed('argument-renamed', 'id', 'pet_id'),
    renamed('argument-renamed', 'id', 'shop_id'),
    renamed('tool-renamed', 'list_pets', 'all_pets'),
  ];
  const names = {
    tools: new Map([
      ['all_pets', []],
      ['get_pet', ['pet_id', 'fields']],
    ]),
    renamed: listRenamed(changes),
  };
  const hintOf = async (wrong: string) => {
    const said = `src/custom.ts(3,5): error TS2339: Property '${wrong}' does not exist on type 'Arguments'.\n`;
    const [fault] = (await checkTypes(project(), [], names, () => Promise.resolve(said))) ?? [];
    return fault?.hint;
  };
  expect(await hintOf('file_key')).toBe('file_key is now key_of_file');
  expect(await hintOf('list_pets')).toBe('list_pets is now all_pets');
  expect(await hintOf('id')).toBeUndefined();
});

test('an argument that there is none of is no tool that was misspelt: the arguments of its tool are named', async () => {
  const names = {
    tools: new Map([
      ['get_pet', ['key', 'limit']],
      ['pet_id_get', []],
    ]),
  };
  const faultOf = async (wrong: string) => {
    const message = `error TS2353: Object literal may only specify known properties, and '${wrong}' does not exist in type 'GetPetArguments'.`;
    const said = `src/custom.ts(3,5): ${message}\n`;
    const [fault] = (await checkTypes(project(), [], names, () => Promise.resolve(said))) ?? [];
    return { hint: fault?.hint, nearest: fault?.nearest };
  };
  expect(await faultOf('pet_id')).toEqual({ hint: 'get_pet takes key, limit', nearest: undefined });
  expect(await faultOf('limits')).toEqual({ hint: undefined, nearest: 'limit' });
});
