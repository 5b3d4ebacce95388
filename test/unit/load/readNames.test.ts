import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printNames } from '../../../generator/emit/printConfig.js';
import { readNames } from '../../../generator/load/config/readNames.js';
import { InputError } from '../../../generator/model/diagnostic.js';
import { type NameLock, namesPath } from '../../../generator/model/names.js';
import { tempFolder } from '../../support/tempFolder.js';

function projectWith(text: string): string {
  const folder = tempFolder();
  mkdirSync(dirname(join(folder, namesPath)));
  writeFileSync(join(folder, namesPath), text);
  return folder;
}

async function refusal(folder: string): Promise<InputError> {
  const error = await readNames(folder).catch((thrown: unknown) => thrown);
  if (!(error instanceof InputError)) throw new Error(`was not refused: ${String(error)}`);
  return error;
}

const lock: NameLock = {
  given: {
    'POST /pets': { name: 'add_pet', operationId: 'add "pet"' },
    'GET /pets/{petId}': { name: 'getPet' },
    'GET /pets': { name: 'list_pets', operationId: 'listPets', was: ['all_pets', 'pets'] },
    'GET /v1/{name}': { name: 'get_shelf', written: '/v1/{name=shelves/*}' },
    'PUT /pets': { name: 'put', arguments: { b: { name: 'c.d', was: ['b', 'e'] }, a: { name: 'x-y' } } },
  },
};
const text = `{
  "GET /pets": { "name": "list_pets", "operationId": "listPets", "was": ["all_pets", "pets"] },
  "GET /pets/{petId}": { "name": "getPet" },
  "GET /v1/{name}": { "name": "get_shelf", "written": "/v1/{name=shelves/*}" },
  "POST /pets": { "name": "add_pet", "operationId": "add \\"pet\\"" },
  "PUT /pets": { "name": "put", "arguments": { "a": { "name": "x-y" }, "b": { "name": "c.d", "was": ["b", "e"] } } }
}
`;

test('names are printed one a line, in a fixed order, and read back', async () => {
  expect(printNames(lock)).toBe(text);
  expect(await readNames(projectWith(text))).toEqual({ ...lock, text });
  expect(printNames({ given: {} })).toBe('{}\n');
});

test('text that hides or reorders characters is printed escaped, and read back', async () => {
  const given = { 'GET /\u202Ea\u{E0001}': { name: 'a', operationId: '\u0000\ud800\u200B' } };
  const printed = printNames({ given });
  expect(printed).toMatch(/^[\n\x20-\x7e]*$/);
  expect((await readNames(projectWith(printed))).given).toEqual(given);
});

test('a folder without the file, or none, has given no names', async () => {
  expect(await readNames(tempFolder())).toEqual({ given: {} });
  expect(await readNames(join(tempFolder(), 'not/there'))).toEqual({ given: {} });
});

const entry = (value: string) => `{\n  "GET /a": ${value}\n}`;
const pair = (first: string, second: string) => `{\n"GET /a": ${first},\n"GET /b": ${second}\n}`;
const badName =
  "but a name is a letter, then letters, digits and _: 57 at most, less those of the server's name";

describe('an entry that cannot be used is refused, by file, line and entry', () => {
  test.each<[text: string, line: number, reason: string]>([
    ['<<<<<<< ours', 1, 'it is not JSON from here on'],
    ['{\n  "GET /a": {}\n  "GET /b": {}\n}', 3, 'it is not JSON from here on'],
    ['[]', 1, 'it is not a JSON object'],
    ['null', 1, 'it is not a JSON object'],
    ['{ "__proto__": { "name": "a" } }', 1, '"__proto__" is not of the form "GET /path"'],
    ['{ "get /a": { "name": "a" } }', 1, '"get /a" is not of the form "GET /path"'],
    [entry('"list"'), 2, '"GET /a" is not an object with a "name"'],
    [entry('null'), 2, '"GET /a" is not an object with a "name"'],
    [entry('{}'), 2, `"GET /a" has the name undefined, ${badName}`],
    [entry('{ "name": "list pets" }'), 2, `"GET /a" has the name "list pets", ${badName}`],
    [entry('{ "name": "1st" }'), 2, `"GET /a" has the name "1st", ${badName}`],
    [entry('{ "name": "a\\n" }'), 2, `"GET /a" has the name "a\\n", ${badName}`],
    [entry(`{ "name": "${'x'.repeat(65)}" }`), 2, `"GET /a" has the name "${'x'.repeat(65)}", ${badName}`],
    [entry('{ "name": "a", "operationId": 1 }'), 2, '"GET /a" has an operationId that is not a text'],
    [entry('{ "name": "a", "written": 1 }'), 2, '"GET /a" has under "written" what is not a text'],
    [
      entry('{ "name": "a", "was": "b" }'),
      2,
      '"GET /a" has under "was" "b", but former names of a tool are a list of names',
    ],
    [
      entry('{ "name": "a", "was": ["b", "c d"] }'),
      2,
      '"GET /a" has under "was" "c d", but former names of a tool are a list of names',
    ],
    [
      pair('{ "name": "a" }', '{ "name": "b", "was": ["A"] }'),
      3,
      '"GET /b" has the name "A", which "GET /a" has too, regardless of case',
    ],
    [
      entry('{ "name": "a", "arguments": [] }'),
      2,
      '"GET /a" has under "arguments" what is no mapping of arguments that were renamed',
    ],
    ...['"b"', '{}', '{ "name": "b c" }', '{ "name": "b", "was": "c" }', '{ "name": "b", "is": 1 }'].map(
      (value): [string, number, string] => [
        entry(`{ "name": "a", "arguments": { "x": ${value} } }`),
        2,
        `"GET /a" has under "arguments" "x": ${JSON.stringify(JSON.parse(value))}, but an argument that was renamed has a "name", and former ones under "was"`,
      ],
    ),
    [
      entry('{ "name": "a", "arguments": { "x": { "name": "y" }, "z": { "name": "x", "was": ["y"] } } }'),
      2,
      '"GET /a" has under "arguments" the name "y" twice',
    ],
    [entry('{ "name": "a", "rename": "b" }'), 2, '"GET /a" has the unknown member "rename"'],
    [
      pair('{ "name": "list_pets" }', '{ "name": "List_Pets" }'),
      3,
      '"GET /b" has the name "List_Pets", which "GET /a" has too, regardless of case',
    ],
    [
      '{\n"GET /a": { "name": "a" },\n"GET /a": { "name": "b" }\n}',
      3,
      '"GET /a" or a member of it is given more than once',
    ],
    [entry('{ "name": "a", "name": "b" }'), 2, '"GET /a" or a member of it is given more than once'],
  ])('%s', async (content, line, reason) => {
    const folder = projectWith(content);
    const error = await refusal(folder);
    expect(error.message).toBe(`.mcpwright/names.json cannot be used: ${reason}.`);
    expect(error.location).toMatchObject({ file: join(folder, namesPath), line });
    expect(error.hint).toContain('version control');
  });

  test('so is what is not a file', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, namesPath), { recursive: true });
    expect((await refusal(folder)).message).toContain('it is not a file');
    const linked = tempFolder();
    mkdirSync(join(linked, '.mcpwright'));
    symlinkSync(join(projectWith(text), namesPath), join(linked, namesPath));
    expect((await refusal(linked)).message).toContain('it is not a file');
  });
});
