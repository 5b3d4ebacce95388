import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../generator/model/document.js';
import { reorder } from '../support/reorder.js';
import { runCommand } from '../support/runCommand.js';
import { root } from '../support/sources.js';
import { snapshotFiles, tempFolder } from '../support/tempFolder.js';

const json = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });
const fine = { 200: { description: 'Fine' } };
const pet = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
};
const bearer = { type: 'http', scheme: 'bearer' };
const schemesOf = (schemes: Record<string, object>) => ({
  security: Object.keys(schemes).map((name) => ({ [name]: [] })),
  components: { securitySchemes: schemes },
});

const base = {
  openapi: '3.1.0',
  info: { title: 'Shop API', version: '1' },
  servers: [{ url: 'https://shop.example' }],
  ...schemesOf({ token: bearer }),
  paths: { '/pets': { post: { operationId: 'createPet', requestBody: json(pet), responses: fine } } },
};
const withBody = (schema: object) => ({
  ...base,
  paths: { '/pets': { post: { operationId: 'createPet', requestBody: json(schema), responses: fine } } },
});

const named = (operationId: string) => ({ operationId, responses: fine });

/** A project that is generated from one document after the other. */
function makeProject() {
  const folder = tempFolder();
  const [document, out] = [join(folder, 'openapi.json'), join(folder, 'server')];
  const pathOf = (path: string) => join(out, path);
  return {
    document,
    pathOf,
    read: (path: string) => readFileSync(pathOf(path), 'utf8'),
    kept: () => JSON.parse(readFileSync(pathOf('.mcpwright/kept.json'), 'utf8')) as object,
    generate: (content: object, ...more: string[]) => {
      writeFileSync(document, JSON.stringify(content));
      return runCommand(['generate', document, '--out', out, ...more]);
    },
    diff: (content: object) => {
      writeFileSync(document, JSON.stringify(content));
      return runCommand(['diff', out, document, '--json']);
    },
  };
}

/** The variables of credentials that the server reads. */
function listVariables(text: string): string[] {
  return [...text.matchAll(/^(?:# )?(SHOP_[A-Z_]+|ACME_[A-Z_]+)(?<=TOKEN|API_KEY)=/gm)].map(
    ([, name = '']) => name,
  );
}

const manyFields = Object.fromEntries(
  Array.from({ length: 25 }, (_, index) => [`field${index}`, { type: 'string' }]),
);
/** Bodies that would be nested in a new project; the arguments of a project stay flat where calls reach the API so. */
const bodies: [what: string, schema: object, form: 'flat' | 'nested'][] = [
  ['takes members that it does not list', { ...pet, additionalProperties: true }, 'flat'],
  ['has more than 20 members', { ...pet, properties: { ...pet.properties, ...manyFields } }, 'flat'],
  ['has an example with a member that it does not list', { ...pet, examples: [{ name: 'a', x: 1 }] }, 'flat'],
  ['asks for one member at least', { ...pet, required: [], minProperties: 1 }, 'flat'],
  [
    'asks for one of two members',
    { ...pet, required: [], anyOf: [{ required: ['name'] }, { required: ['age'] }] },
    'flat',
  ],
  [
    'asks for exactly one of two members',
    { ...pet, required: [], oneOf: [{ required: ['name'] }, { required: ['age'] }] },
    'flat',
  ],
  ['is a list', { type: 'array', items: pet }, 'nested'],
  ['is one of several', { oneOf: [pet, { ...pet, required: ['age'] }] }, 'nested'],
];

describe('what stays as it was given', () => {
  test('a title that changes renames no server and no variable; a name that is chosen does', async () => {
    const project = makeProject();
    await project.generate(base);
    const renamed = { ...base, info: { title: 'Acme Storefront', version: '1' } };
    const { stdout, stderr, code } = await project.generate(renamed);
    expect(code).toBe(0);
    expect(listVariables(project.read('.env.example'))).toEqual(['SHOP_TOKEN']);
    expect(project.kept()).toMatchObject({ name: 'shop' });
    expect(`${stdout}${stderr}`).not.toContain('breaking');
    await project.generate(renamed, '--name', 'acme');
    expect(listVariables(project.read('.env.example'))).toEqual(['ACME_TOKEN']);
    expect(project.kept()).toMatchObject({ name: 'acme', variables: { token: 'ACME_TOKEN' } });
  });

  test('the first run takes a shorter name where names of tools would be cut, says so, and keeps it', async () => {
    const project = makeProject();
    const long = {
      ...base,
      info: { title: "Acme's Warehouses", version: '1' },
      paths: { '/a': { get: named(`list${'Very'.repeat(6)}LongThingsOfAll`) } },
    };
    const first = await project.generate(long);
    expect(first.stderr).toContain(
      'The server is called "acme", since names of tools (1) would be cut beside',
    );
    expect(listVariables(project.read('.env.example'))).toEqual(['ACME_TOKEN']);
    // Where the names are short again, the name has been given.
    const later = await project.generate({ ...long, paths: { '/a': { get: named('listThings') } } });
    expect(later.stderr).not.toContain('The server is called');
    expect(project.kept()).toMatchObject({ name: 'acme' });
    const other = makeProject();
    await other.generate(long, '--name', 'acme-warehouses');
    expect(other.kept()).toMatchObject({ name: 'acme-warehouses' });
  });

  test('schemes come and go, and the variables of the others stay', async () => {
    const project = makeProject();
    const key = { type: 'apiKey', in: 'header', name: 'X-K' };
    await project.generate(base);
    await project.generate({ ...base, ...schemesOf({ k: key, token: bearer }) });
    expect(listVariables(project.read('.env.example')).toSorted()).toEqual(['SHOP_K_API_KEY', 'SHOP_TOKEN']);
    await project.generate({ ...base, ...schemesOf({ k: key }) });
    expect(listVariables(project.read('.env.example'))).toEqual(['SHOP_K_API_KEY']);
    await project.generate({ ...base, ...schemesOf({ other: bearer, k: key, token: bearer }) });
    expect(listVariables(project.read('.env.example')).toSorted()).toEqual([
      'SHOP_K_API_KEY',
      'SHOP_OTHER_TOKEN',
      'SHOP_TOKEN',
    ]);
  });

  test('a variable that could be another part of another credential is not taken for one', async () => {
    const project = makeProject();
    const schemes = { refresh: bearer, client: bearer, b: bearer };
    await project.generate({ ...base, ...schemesOf(schemes) });
    const before = project.kept();
    expect(before).toMatchObject({ variables: { refresh: 'SHOP_REFRESH_TOKEN' } });
    await project.generate({ ...base, info: { title: 'Shop API', version: '2' }, ...schemesOf(schemes) });
    expect(project.kept()).toEqual(before);
  });

  test('a new scheme does not get the variable of one that is there', async () => {
    const project = makeProject();
    await project.generate({ ...base, ...schemesOf({ a: bearer, 'k.x': bearer }) });
    await project.generate({ ...base, ...schemesOf({ 'k-x': bearer, a: bearer, 'k.x': bearer }) });
    const { variables } = project.kept() as { variables: Record<string, string> };
    expect(variables).toMatchObject({ a: 'SHOP_A_TOKEN', 'k.x': 'SHOP_K_X_TOKEN' });
    expect(new Set(Object.values(variables)).size).toBe(3);
  });

  test.each(bodies)('a body that %s now', async (_, schema, form) => {
    const [project, fresh] = [makeProject(), makeProject()];
    await project.generate(base);
    const compared = await project.diff(withBody(schema));
    const { stdout, stderr } = await project.generate(withBody(schema));
    expect(project.kept()).toMatchObject({ arguments: { create_pet: form } });
    expect(project.read('src/generated/tools/pets.ts').includes("argument: 'body'")).toBe(true);
    expect(project.read('src/generated/tools/pets.ts').includes('fields: {')).toBe(form === 'flat');
    // That the other form is taken is told, by the run as by a comparison.
    expect(`${stdout}${stderr}`.includes('  breaking')).toBe(form === 'nested');
    expect(compared.stdout.includes('"impact": "breaking"')).toBe(form === 'nested');
    await fresh.generate(withBody(schema));
    const other = schema === bodies[3]?.[1] ? 'flat' : 'nested';
    expect(fresh.kept()).toMatchObject({ arguments: { create_pet: other } });
  });

  test('arguments that were nested stay nested', async () => {
    const project = makeProject();
    await project.generate(withBody({ ...pet, additionalProperties: true }));
    const before = project.read('src/generated/tools/pets.ts');
    await project.generate(base);
    expect(before).not.toContain('fields: {');
    expect(project.read('src/generated/tools/pets.ts')).not.toContain('fields: {');
  });

  test('a file of ours that was deleted and is written again leaves no trace in the records', async () => {
    const project = makeProject();
    await project.generate(base);
    const before = project.read('.mcpwright/manifest.json');
    for (const path of ['.env.example', 'src/generated/api.ts', 'src/runtime/tool.ts']) {
      rmSync(project.pathOf(path));
      expect((await project.generate(base)).code).toBe(0);
      expect(existsSync(project.pathOf(path))).toBe(true);
      expect(project.read('.mcpwright/manifest.json')).toBe(before);
    }
  });

  test('a project without the file keeps what its generated files say', async () => {
    const project = makeProject();
    await project.generate(base);
    rmSync(project.pathOf('.mcpwright/kept.json'));
    await project.generate({
      ...withBody({ ...pet, additionalProperties: true }),
      info: { title: 'Acme', version: '1' },
      ...schemesOf({ token: bearer, more: bearer }),
    });
    expect(project.kept()).toEqual({
      name: 'shop',
      variables: { more: 'SHOP_MORE_TOKEN', token: 'SHOP_TOKEN' },
      arguments: { create_pet: 'flat' },
    });
  });

  test.each([
    [
      'SHOP_TOKEN',
      'AWS_SECRET_ACCESS_KEY',
      'is no name that mcpwright gives to a variable of the security scheme',
    ],
    ['SHOP_TOKEN', 'NPM_TOKEN', 'is no name that mcpwright gives to a variable of the security scheme'],
    ['SHOP_TOKEN', 'PATH=x', 'is no name that mcpwright gives to a variable of the security scheme'],
    ['"shop"', '"Shop of mine"', 'is no name that mcpwright gives to a server'],
    ['flat', 'sideways', 'the arguments of a tool are "flat" or "nested"'],
    ['"arguments"', '"forms"', 'the member "forms" is not known'],
    ['"token"', '"token": "SHOP_TOKEN", "token"', 'is given more than once'],
    ['}', '', 'it is not JSON from here on'],
  ])('%s that is %s stops the run, and nothing is written', async (old, now, reason) => {
    const project = makeProject();
    await project.generate(base);
    const path = project.pathOf('.mcpwright/kept.json');
    const text = readFileSync(path, 'utf8').replace(old, now);
    writeFileSync(path, text);
    const env = project.read('.env.example');
    const { code, stderr } = await project.generate({ ...base, info: { title: 'Acme', version: '2' } });
    expect(code).toBe(2);
    expect(stderr).toContain(`.mcpwright/kept.json cannot be used: `);
    expect(stderr).toContain(reason);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(project.read('.env.example')).toBe(env);
    expect(existsSync(path)).toBe(true);
  });
});

/** A project as another mcpwright would have written it: with other words, from the same document. */
async function writeByAnother(more: (manifest: Record<string, unknown>) => void) {
  const project = makeProject();
  await project.generate(base);
  const path = 'src/generated/tools/pets.ts';
  const text = project.read(path).replace(/title: '[^']*'/, "title: 'Another title'");
  expect(text).not.toBe(project.read(path));
  writeFileSync(project.pathOf(path), text);
  const manifest = JSON.parse(project.read('.mcpwright/manifest.json')) as Record<string, unknown>;
  const files = manifest['files'] as Record<string, object>;
  const sha256 = createHash('sha256').update(text).digest('hex');
  files[path] = { owner: 'generated', sha256 };
  manifest['unordered'] = '0'.repeat(64);
  (manifest['made'] as Record<string, string>)['program'] = '0'.repeat(64);
  more(manifest);
  writeFileSync(project.pathOf('.mcpwright/manifest.json'), JSON.stringify(manifest));
  return project;
}

describe('what changed because mcpwright did', () => {
  test('is said to be its doing where the API, the choices and the names are as they were', async () => {
    const project = await writeByAnother((manifest) => (manifest['version'] = '0.0.9'));
    const { stderr } = await project.generate(base);
    expect(stderr).toMatch(
      /What mcpwright itself changed: 1 in words only; .*\nmcpwright \d+\.\d+\.\d+ in place of 0\.0\.9 made all of these changes: the API, /,
    );
    // The next run finds nothing.
    expect((await project.generate(base)).stderr).not.toContain('made all of these changes');
  });

  test('may be so where the API changed too, or where the older one did not say what it was made from', async () => {
    const other = await writeByAnother((manifest) => (manifest['version'] = '0.0.9'));
    const { stderr } = await other.generate(withBody({ ...pet, required: [] }));
    expect(stderr).toContain('in place of 0.0.9 made this side, and may be why some of it changed');
    const old = await writeByAnother((manifest) => delete manifest['made']);
    expect((await old.generate(base)).stderr).toContain(
      'Another build of mcpwright made this side, and may be why some of it changed',
    );
  });

  test('is not what the owner gives up, or writes into the files that stay', async () => {
    const project = makeProject();
    await project.generate(base);
    const path = 'src/generated/tools/pets.ts';
    writeFileSync(project.pathOf(path), project.read(path).replace(/title: '[^']*'/, "title: 'Ours'"));
    const { stderr } = await project.generate(base, '--overwrite', project.pathOf(path));
    expect(stderr).toContain('Since the last run: 1 in words only');
    const kept = project.read('.mcpwright/kept.json');
    writeFileSync(project.pathOf('.mcpwright/kept.json'), kept.replace('"flat"', '"nested"'));
    const nested = await project.generate(base);
    expect(nested.stderr).toMatch(
      /Since the last run: 1 breaking.*\n {2}breaking +create_pet: argument body: the body is one argument now/,
    );
  });

  test('is not where the same one reads another document', async () => {
    const project = makeProject();
    await project.generate(base);
    const { stderr } = await project.generate(withBody({ ...pet, required: [] }));
    expect(stderr).toContain('Since the last run');
    expect(stderr).not.toContain('made');
  });
});

const withWords = (summary: string, more: string) => ({
  ...base,
  paths: {
    '/pets': { get: { ...named('listPets'), tags: ['pets'], summary } },
    '/toys': { get: { ...named('listToys'), tags: ['toys'], summary: more } },
  },
});

test('an edit that stays in a generated file is no change that a run made, and check says where a run would stop', async () => {
  const project = makeProject();
  const file = 'src/generated/tools/pets.ts';
  await project.generate(withWords('List pets', 'List toys'));
  writeFileSync(project.pathOf(file), project.read(file).replace("'List pets'", "'Pets of ours'"));
  const { stderr } = await project.generate(withWords('List pets', 'List all toys'));
  expect(stderr).toContain(`${file} keeps what you changed by hand`);
  expect(stderr).toMatch(/list_toys: title changed/);
  expect(stderr).not.toMatch(/list_pets: /);
  const check = () => runCommand(['check', project.document, '--out', project.pathOf('')]);
  const before = await check();
  expect(`${before.stdout}${before.stderr}`).toContain(`  ${file}\n`);
  writeFileSync(project.document, JSON.stringify(withWords('List all pets', 'List all toys')));
  const after = await check();
  expect(`${after.stdout}${after.stderr}`).toMatch(/pets\.ts \(.*mcpwright generate stops there\)/);
});

test('a change beside a document in another order rewrites only what changed', async () => {
  const project = makeProject();
  const document = parse(readFileSync(join(root, 'samples/petstore/openapi.yaml'), 'utf8')) as JsonObject & {
    paths: Record<string, { get: { summary: string } }>;
  };
  await project.generate(document);
  const before = snapshotFiles(project.pathOf(''));
  const other = structuredClone(reorder(document)['all of it reversed']) as typeof document;
  const shelters = other.paths['/shelters'];
  if (shelters !== undefined) shelters.get.summary = 'All the shelters there are';
  const { stderr } = await project.generate(other);
  const after = snapshotFiles(project.pathOf(''));
  const changed = [...after.keys()].filter((path) => after.get(path) !== before.get(path));
  expect(changed.filter((path) => path.startsWith('src/')).toSorted()).toEqual([
    'src/generated/arguments.ts',
    'src/generated/catalog.ts',
    'src/generated/tools/shelters.ts',
  ]);
  expect(stderr).toMatch(
    /Since the last run: 2 in words only;.*\n {2}words only +list_shelters: title changed\n {2}words only +list_shelters: description changed\n/,
  );
});

const servedAt = (url: string, summary: string) => ({
  ...base,
  servers: [{ url }],
  paths: { '/pets': { get: { ...named('listPets'), summary } } },
});

test('what changed beside a conflict in the README is merged once its markers are gone', async () => {
  const project = makeProject();
  await project.generate(servedAt('https://shop.example', 'Lists pets'));
  const readme = project.pathOf('README.md');
  writeFileSync(readme, project.read('README.md').replace('| Base URL', '| Ours: base URL'));
  const { code } = await project.generate(servedAt('https://two.example', 'Lists pets'));
  expect([code, project.read('README.md').includes('<<<<<<<')]).toEqual([1, true]);
  await project.generate(servedAt('https://two.example', 'Reads pets'));
  const resolved = project
    .read('README.md')
    .replace(/<<<<<<< yours\n([^]*?)=======\n[^]*?>>>>>>> mcpwright\n/g, '$1');
  writeFileSync(readme, resolved);
  expect((await project.generate(servedAt('https://two.example', 'Reads pets'))).code).toBe(0);
  expect(project.read('README.md')).toContain('Reads pets');
  expect(project.read('README.md')).toContain('| Ours: base URL');
});

const withPost = (operationId: string) => ({ ...base, paths: { '/pets': { post: named(operationId) } } });

test('that the user is asked before a call no more is told, by a run, check and diff', async () => {
  const project = makeProject();
  await project.generate(withPost('createPet'));
  const path = project.pathOf('mcpwright.yaml');
  const choices = 'features: { questions: true }\ntools: { createPet: { confirm: true } }\n';
  writeFileSync(path, `${readFileSync(path, 'utf8')}\n${choices}`);
  const asked = await project.generate(withPost('createPet'));
  expect(asked.stderr).toMatch(/possibly breaking +create_pet: the user is asked before a call now/);
  const lost = /possibly breaking +(?:create_pet: )?the user is not asked before a call any more/;
  writeFileSync(path, readFileSync(path, 'utf8').replace('{ confirm: true }', '{ confirm: false }'));
  const check = () => runCommand(['check', project.document, '--out', project.pathOf('')]);
  const { stdout, stderr } = await check();
  expect(`${stdout}${stderr}`).toMatch(lost);
  expect((await runCommand(['diff', project.pathOf(''), project.document])).stdout).toMatch(lost);
  expect((await project.generate(withPost('createPet'))).stderr).toMatch(lost);
  // A choice is followed to the operationId of now, on every run, and never to another operation.
  writeFileSync(path, readFileSync(path, 'utf8').replace('{ confirm: false }', '{ confirm: true }'));
  await project.generate(withPost('createPet'));
  const warning = '"createPet" under tools is no operationId of the document any more';
  writeFileSync(project.document, JSON.stringify(withPost('makePet')));
  expect((await check()).stderr).toContain(warning);
  for (const version of ['2', '3']) {
    const run = await project.generate({ ...withPost('makePet'), info: { title: 'Shop API', version } });
    expect(run.stderr).toContain(
      `${warning}; it stays the choice for POST /pets, which had it before. Write "makePet"`,
    );
    expect(run.stderr).not.toMatch(lost);
  }
  const other = {
    ...withPost('makePet'),
    paths: { '/toys': { post: named('createPet') }, ...withPost('makePet').paths },
  };
  const { code, stderr: said } = await project.generate(other);
  expect([code, said.includes(warning)]).toEqual([0, false]);
  expect(project.read('.mcpwright/names.json')).not.toContain('chosenAs');
  expect(said).toMatch(lost);
});

test('a record of what results hold is written again where a merge broke it', async () => {
  const project = makeProject();
  await project.generate(base);
  const record = project.read('.mcpwright/responses.json');
  writeFileSync(project.pathOf('.mcpwright/responses.json'), `<<<<<<< ours\n${record}`);
  const { code, stderr } = await project.generate(withPost('createPet'));
  expect([code, project.read('.mcpwright/responses.json').includes('<<<<')]).toEqual([0, false]);
  expect(stderr).toContain('what results held before is not known');
});

test('a run that has nothing to offer says that nothing was written, and a check that a run would stop', async () => {
  const project = makeProject();
  await project.generate(base);
  const before = snapshotFiles(project.pathOf(''));
  const empty = await project.generate({ ...base, paths: {} });
  expect([empty.code, snapshotFiles(project.pathOf(''))]).toEqual([1, before]);
  expect(empty.stderr).toMatch(/Nothing was written: .*server is as it was\.\n$/);
  const tools = project.pathOf('src/generated/tools/pets.ts');
  writeFileSync(tools, `${readFileSync(tools, 'utf8')}// Ours\n`);
  writeFileSync(project.document, JSON.stringify(withBody({ ...pet, required: [] })));
  const { stderr } = await runCommand(['check', project.document, '--out', project.pathOf('')]);
  expect(stderr).toMatch(
    /is behind its document, and mcpwright generate would stop at what is edited by hand below; else it would\n/,
  );
});

/** Two operations, one of which has another path and operationId. */
function withToy(path: string, operationId: string) {
  return { ...base, paths: { [path]: { post: named(operationId) }, '/toys': { post: named('addToy') } } };
}

test('a choice goes on with an operation that changes its operationId, again and again, and its path', async () => {
  const project = makeProject();
  await project.generate(withToy('/pets', 'createPet'));
  const path = project.pathOf('mcpwright.yaml');
  writeFileSync(
    path,
    `${readFileSync(path, 'utf8')}\ntools: { createPet: { name: my_pet, description: Mine } }\n`,
  );
  for (const document of [
    withToy('/pets', 'createPet'),
    withToy('/pets', 'makePet'),
    withToy('/pets', 'fetchPet'),
  ])
    await project.generate(document);
  const names = JSON.parse(project.read('.mcpwright/names.json')) as object;
  const entry = { name: 'my_pet', operationId: 'fetchPet', chosenAs: 'createPet', was: ['create_pet'] };
  expect(names).toMatchObject({ 'POST /pets': entry });
  const { code, stderr } = await project.generate(withToy('/animals', 'fetchPet'));
  expect(code).toBe(0);
  expect(stderr).toContain('it stays the choice for POST /animals');
  expect(stderr).not.toMatch(/removed|added|matches no operation/);
  expect(JSON.parse(project.read('.mcpwright/names.json'))).toMatchObject({ 'POST /animals': entry });
});

test.each([
  ['tools/pets', /security: \[.*\]/, 'security: [null]'],
  ['tools/pets', /accept: \[.*\],/, ''],
  ['tools/pets', /method: 'POST',/, ''],
  ['tools/pets', /parameters: \[.*\]/, 'parameters: [null]'],
  ['tools/pets', /inputSchema: \{/, 'outputSchema: null,\n  inputSchema: {'],
  ['api', /servers: \[[^\]]*\]/, 'servers: [null]'],
  ['api', /auth: \{/, 'auth: { other: null,'],
])(
  'a project of which src/generated/%s.ts has lost %s is refused by its name',
  async (file, part, instead) => {
    const project = makeProject();
    await project.generate(base);
    const path = `src/generated/${file}.ts`;
    const text = project.read(path);
    expect(text).toMatch(part);
    writeFileSync(project.pathOf(path), text.replace(part, instead));
    const { code, stderr } = await project.diff(base);
    expect(code).toBe(2);
    expect(stderr).toContain(`cannot be read as a project of mcpwright: ${path}`);
  },
);
