import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseConfig } from '../../generator/commands/chooseConfig.js';
import { inspect } from '../../generator/inspect.js';
import { InputError } from '../../generator/model/diagnostic.js';
import { type NameLock, noNames } from '../../generator/model/names.js';
import { tempFolder } from '../support/tempFolder.js';

/** A document with a GET operation for each id, and security schemes by name. */
const documentOf = (ids: readonly string[], schemes: Record<string, object> = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  security: Object.keys(schemes).map((name) => ({ [name]: [] })),
  paths: Object.fromEntries(
    ids.map((operationId) => [
      `/${operationId}`,
      { get: { operationId, responses: { 200: { description: 'ok' } } } },
    ]),
  ),
  components: { securitySchemes: schemes },
});

const key = (name: string) => ({ type: 'apiKey', in: 'header', name });

const readStdin = () => Promise.reject(new Error('nothing is read'));

/** Inspects the documents that a configuration lists. */
async function inspectAll(config: string, documents: Record<string, object>, names: NameLock = noNames) {
  const folder = tempFolder();
  for (const [name, document] of Object.entries(documents))
    writeFileSync(join(folder, name), JSON.stringify(document));
  const file = join(folder, 'mcpwright.yaml');
  writeFileSync(file, config);
  const { config: choices, placeOf } = await chooseConfig({ choices: {}, file, document: undefined });
  return inspect('', choices, {
    readStdin,
    readNames: async () => names,
    ...(placeOf && { placeOf }),
  });
}

const toolsOf = ({ server }: Awaited<ReturnType<typeof inspectAll>>) =>
  server.toolsets.flatMap(({ tools }) => tools.map(({ tool }) => tool.name));

const bare = `name: both
sources:
  - { name: a, document: a.json, prefix: '' }
  - { name: b, document: b.json, prefix: '' }
`;

describe('names of tools', () => {
  test('begin with the prefix, by default the name of the source', async () => {
    const config = `name: both
sources:
  - { name: a, document: a.json }
  - { name: b, document: b.json, prefix: other }
`;
    const found = await inspectAll(config, {
      'a.json': documentOf(['find']),
      'b.json': documentOf(['find']),
    });
    expect(toolsOf(found)).toEqual(['a_find', 'other_find']);
  });

  test('without prefixes differ, and stay with their operations as documents grow', async () => {
    const first = await inspectAll(bare, {
      'a.json': documentOf(['find']),
      'b.json': documentOf(['find', 'sell']),
    });
    const [mine, others] = [toolsOf(first).slice(0, 1), toolsOf(first).slice(1)];
    expect(mine).toEqual(['find']);
    expect(others).toContain('sell');
    expect(others).not.toContain('find');
    // Now the first document has an operation that would like the name of one of the second.
    const second = await inspectAll(
      bare,
      { 'a.json': documentOf(['find', 'sell']), 'b.json': documentOf(['find', 'sell']) },
      first.server.names,
    );
    expect(toolsOf(second)).toEqual(expect.arrayContaining([...mine, ...others]));
    expect(new Set(toolsOf(second)).size).toBe(4);
    expect(second.server.names.given['b GET /sell']?.name).toBe('sell');
    expect(second.server.names.given['a GET /sell']?.name).not.toBe('sell');
  });

  test('of a source that is gone are given to nobody', async () => {
    const given = { 'c GET /find': { name: 'find', operationId: 'find' } };
    const found = await inspectAll(
      bare,
      { 'a.json': documentOf(['find']), 'b.json': documentOf(['sell']) },
      { given },
    );
    expect(toolsOf(found)).not.toContain('find');
    expect(found.server.names.given).toMatchObject(given);
  });

  test('cannot be chosen for two', async () => {
    const config = `name: both
sources:
  - { name: a, document: a.json, tools: { find: { name: seek } } }
  - { name: b, document: b.json, tools: { find: { name: seek } } }
`;
    await expect(
      inspectAll(config, { 'a.json': documentOf(['find']), 'b.json': documentOf(['find']) }),
    ).rejects.toThrow('The sources a and b both have a tool with the name "seek".');
  });
});

test('a variable of one source is never that of another', async () => {
  const config = `name: both
sources:
  - { name: a, document: a.json }
  - { name: a_b, document: b.json }
`;
  // Of several schemes each has its own variable: A_B_API_KEY, which that of the other source would be, too.
  const documents = {
    'a.json': documentOf(['find'], { b: key('X-B'), c: key('X-C') }),
    'b.json': documentOf(['find'], { key: key('X-Key') }),
  };
  await expect(inspectAll(config, documents)).rejects.toThrow(
    'The sources a and a_b would both read the environment variable A_B_API_KEY.',
  );
});

test('each source is selected and grouped by its own rules, and what they do is told of them', async () => {
  const config = `name: both
exclude: [operation=hidden]
sources:
  - { name: a, document: a.json, include: [operation=find] }
  - name: b
    document: b.json
    exclude:
      - operation=sell
      - operation=nothing
`;
  const found = await inspectAll(config, {
    'a.json': documentOf(['find', 'sell', 'hidden']),
    'b.json': documentOf(['find', 'sell', 'buy', 'hidden']),
  });
  expect(toolsOf(found).toSorted()).toEqual(['a_find', 'b_buy', 'b_find']);
  expect(found.selection.rules.map(({ kind, rule }) => `${kind} ${rule}`)).toContain(
    'b exclude operation=sell',
  );
  const unmatched = found.diagnostics.find(({ code }) => code === 'nothing-matched');
  expect(unmatched).toMatchObject({ location: { line: 9 } });
});

test.each([
  ['name: x\ndocument: a.json\nsources: [{ name: a, document: a.json }]', 'One document is named'],
  ['sources: [{ name: a, document: a.json }]', 'The server has no name'],
  [
    'name: x\nbaseUrl: https://x.example.com\nsources: [{ name: a, document: a.json }]',
    '"baseUrl" is about one',
  ],
  ['name: x\ncredentials: [X-A]\nsources: [{ name: a, document: a.json }]', '"credentials" is about one'],
  ['name: x\ntools: { find: false }\nsources: [{ name: a, document: a.json }]', '"tools" is about one'],
  [
    'name: x\nsources: [{ name: a, document: a.json }, { name: a, document: a.json }]',
    'Two sources have the name "a"',
  ],
  [
    'name: x\nsources: [{ name: a, document: a.json }, { name: b, namespace: a, document: a.json }]',
    'The sources a and b have the same namespace',
  ],
  ['name: x\nsources: [{ name: A, document: a.json }]', '"sources.0.name" is "A"'],
  ['name: x\nsources: [{ document: a.json }]', '"sources.0" has no "name"'],
  ['name: x\nsources: [{ name: a }]', '"sources.0" has no "document"'],
  ['name: x\nsources: [{ name: a, document: a.json, budget: 100 }]', '"budget" is not known'],
  [
    'name: x\nsources: [{ name: a, document: a.json, headers: { Authorization: b } }]',
    'The header Authorization holds a credential',
  ],
])('%j is refused', async (config, message) => {
  const refused = inspectAll(config, { 'a.json': documentOf(['find']) });
  await expect(refused).rejects.toThrow(InputError);
  await expect(refused).rejects.toThrow(message);
});
