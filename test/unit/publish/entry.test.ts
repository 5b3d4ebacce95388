import { describe, expect, test } from 'vitest';
import type { PublishChoices } from '../../../generator/model/publish/choices.js';
import { makeServer } from '../../support/makeServer.js';
import { fullChoices, fullManifest, listFound, publishServer } from '../../support/publishing.js';

/** JSON whose members tests set. */
type Tree = Tree[] & { [key: string]: Tree };
type Edit = (entry: Tree) => unknown;

const card = 'well-known/server-card.json';
const catalog = 'well-known/ai-catalog.json';

/** What is found in a project with all kinds of packages, one of whose files its owner edited. */
async function find(
  edit: Edit,
  { file = 'server.json', ...more }: { file?: string } & PublishChoices = {},
  manifest: object = fullManifest,
): Promise<string[]> {
  const choices: PublishChoices = {
    ...fullChoices,
    access: 'token',
    to: ['npm', 'docker', 'mcpb', 'registry'],
  };
  const server = file === 'server.json' ? undefined : makeServer({ choices: { card: true } });
  const published = await publishServer({ ...choices, ...more }, manifest, server);
  const entry = JSON.parse(String(published.files.get(file))) as Tree;
  edit(entry);
  published.files.set(file, JSON.stringify(entry));
  const lines = await listFound(published);
  return lines.filter((line) => line.includes(file) && !/has no fileSha256/.test(line));
}

const ofMeta = 'io.modelcontextprotocol.registry/publisher-provided';
const hash = '0a1b9c8e7d2f'.repeat(6).slice(0, 64);
const named = (more: object) => (entry: Tree) =>
  set(entry['packages']![0]!, { packageArguments: [{ type: 'named', name: '--region', ...more }] });
/** The entries of the catalogue; `entries` is what lists have too. */
const list = (entry: Tree) => (entry as unknown as { entries: Tree[] }).entries;
const set = (target: object, members: object) => Object.assign(target, members);
const remote = (more: object) => (entry: Tree) => set(entry['remotes']![0]!, more);
const pack = (index: number, more: object) => (entry: Tree) => set(entry['packages']![index]!, more);
const repository = (more: object) => (entry: Tree) => set(entry['repository']!, more);
const variable = (index: number, more: object) => (entry: Tree) =>
  set(entry['packages']![0]!['environmentVariables']![index]!, more);
const stdio = { type: 'stdio' };
const at = (url: string) => ({ transport: { type: 'streamable-http', url } });

/** The rows of what the registry and its documentation ask for. */
const mistakes: [name: string, edit: Edit, found: RegExp][] = [
  ['no schema', (entry) => delete entry['$schema'], /^error .*\/\$schema: .*not say by which.*2025-12-11/],
  [
    'an old schema',
    (entry) => set(entry, { $schema: String(entry['$schema']).replace('2025-12-11', '2025-09-29') }),
    /^error .*\/\$schema: .*another schema.*2025-12-11/,
  ],
  ['a blank title', (entry) => set(entry, { title: ' ' }), /^error .*\/title: .*blank/],
  [
    'a site without https',
    (entry) => set(entry, { websiteUrl: 'http://petshop.dev' }),
    /\/websiteUrl: .*https/,
  ],
  [
    'an icon without https',
    (entry) => set(entry, { icons: [{ src: 'http://petshop.dev/i.png' }] }),
    /\/icons\/0\/src/,
  ],
  [
    'an icon within',
    (entry) => set(entry, { icons: [{ src: 'data:image/png;base64,AA' }] }),
    /\/icons\/0\/src/,
  ],
  ['a range as the version', (entry) => set(entry, { version: '1.x' }), /\/version: .*range/],
  ['another forge', repository({ source: 'bitbucket' }), /\/repository\/source: .*"bitbucket"/],
  ['a forge like a member of objects', repository({ source: 'constructor' }), /\/repository\/source/],
  [
    'a source of another forge',
    repository({ source: 'gitlab' }),
    /\/repository\/url: .*not at https:\/\/gitlab\.com/,
  ],
  [
    'a page of a forge',
    repository({ url: 'https://github.com/example' }),
    /\/repository\/url: .*no repository/,
  ],
  [
    'another repository',
    repository({ url: 'https://github.com/evil/x' }),
    /\/repository\/url: .*evil\/x, and that of/,
  ],
  ['a subfolder outside', repository({ subfolder: '../other' }), /\/repository\/subfolder/],
  ['a subfolder from the root', repository({ subfolder: '/packages' }), /\/repository\/subfolder/],
  ['a hash of npm', pack(0, { fileSha256: hash }), /\/packages\/0\/fileSha256: A package of npm/],
  [
    'a foreign registry of npm',
    pack(0, { registryBaseUrl: 'https://npm.petshop.dev' }),
    /\/packages\/0\/registryBaseUrl/,
  ],
  ['a tag of npm', pack(0, { version: 'latest' }), /\/packages\/0\/version: An npm/],
  ['a hash of an image', pack(1, { fileSha256: hash }), /\/packages\/1\/fileSha256: An image/],
  ['a version of an image', pack(1, { version: '1.2.3' }), /\/packages\/1\/version: An image/],
  [
    'a registry of an image',
    pack(1, { registryBaseUrl: 'https://ghcr.io' }),
    /\/packages\/1\/registryBaseUrl/,
  ],
  ['the version of a bundle', pack(2, { version: '1.2.3' }), /^warning .*\/packages\/2\/version/],
  [
    'a registry of a bundle',
    pack(2, { registryBaseUrl: 'https://github.com' }),
    /\/packages\/2\/registryBaseUrl/,
  ],
  [
    'stdio at an address',
    pack(0, { transport: { ...stdio, url: 'https://a.dev' } }),
    /\/packages\/0\/transport\/url/,
  ],
  [
    'a reference that the package does not describe',
    pack(0, at('http://localhost:{port}/mcp')),
    /^error .*\/packages\/0\/transport\/url: \{port\}/,
  ],
  [
    'a package that listens',
    pack(0, at('http://localhost:80/mcp')),
    /^warning .*\/packages\/0\/transport\/type/,
  ],
  [
    'a kind like a member of objects',
    pack(0, { registryType: 'constructor' }),
    /\/registryType: .*"constructor"/,
  ],
  ['a kind that is refused', pack(0, { registryType: 'cargo' }), /^error .*\/registryType: .*"cargo"/],
  ['a kind of the owner', pack(0, { registryType: 'pypi' }), /^warning .*\/registryType: .*"pypi"/],
  [
    'a second package',
    (entry) => entry['packages']!.push({ ...entry['packages']![0]!, identifier: '@example/other' } as never),
    /^warning .*\/packages\/3: It is one more/,
  ],
  [
    'an image by a hash that is none',
    pack(1, { identifier: 'ghcr.io/example/petstore-mcp@sha256:abc' }),
    /\/packages\/1\/identifier/,
  ],
  ['a blank in an argument', named({ name: '--region eu' }), /\/packageArguments\/0\/name/],
  ['a variable of a shell in an argument', named({ name: '--$REGION' }), /\/packageArguments\/0\/name/],
  [
    'a value that repeats the name',
    named({ value: '--region=eu' }),
    /\/packageArguments\/0\/value: .*begins/,
  ],
  [
    'a default that repeats the name',
    named({ default: '--region=eu' }),
    /\/packageArguments\/0\/default: .*begins/,
  ],
  [
    'a reference of an argument',
    named({ value: '{region}' }),
    /^warning .*\/packageArguments\/0\/value: \{region\}/,
  ],
  ['a reference of a variable', variable(1, { value: 'https://{host}' }), /^warning .*\{host\} in the value/],
  [
    'an address of this machine',
    remote({ url: 'https://[::1]:3000/mcp' }),
    /\/remotes\/0\/url: .*everybody reaches/,
  ],
  [
    'another of this machine',
    remote({ url: 'https://127.0.0.2/mcp' }),
    /\/remotes\/0\/url: .*everybody reaches/,
  ],
  [
    'a name of this machine',
    remote({ url: 'https://pets.localhost/mcp' }),
    /\/remotes\/0\/url: .*everybody reaches/,
  ],
  [
    'every address of this machine',
    remote({ url: 'https://0.0.0.0/mcp' }),
    /\/remotes\/0\/url: .*everybody reaches/,
  ],
  [
    'a header without its variables',
    (entry) => delete entry['remotes']![0]!['headers']![0]!['variables'],
    /^warning .*\{token\} in the value of Authorization/,
  ],
  [
    'a token that is no secret',
    (entry) => delete entry['remotes']![0]!['headers']![0]!['variables']!['token']!['isSecret'],
    /^error .*\/remotes\/0\/headers: .*is a secret/,
  ],
  [
    'no header',
    (entry) => delete entry['remotes']![0]!['headers'],
    /^error .*\/remotes\/0\/headers: .*Authorization/,
  ],
  [
    'an address twice',
    (entry) => entry['remotes']!.push(entry['remotes']![0]!),
    /^warning .*\/remotes\/1\/url: .*twice/,
  ],
  [
    'members that are not kept',
    (entry) => set(entry, { _meta: { 'dev.petshop': {} } }),
    /^warning .*\/_meta: .*keeps/,
  ],
  [
    'much in few signs',
    (entry) => set(entry, { _meta: { [ofMeta]: { a: 'ü'.repeat(3_500) } } }),
    /7008 bytes, and 4,096/,
  ],
  ['a secret that is none', variable(0, { isSecret: false }), /^error .*PETSTORE_API_KEY is a secret/],
  [
    'a needed variable that is not',
    variable(0, { isRequired: false }),
    /^warning .*not insist on PETSTORE_API_KEY/,
  ],
  ['a variable that is needed', variable(1, { isRequired: true }), /^warning .*insist on PETSTORE_BASE_URL/],
  ['a variable of nobody', variable(1, { name: 'PETSTORE_URL' }), /^warning .*asked for PETSTORE_URL, which/],
];

describe('a mistake in server.json is found, with what to fill in:', () => {
  test.each(mistakes)('%s', async (_name, edit, told) => {
    const lines = await find(edit);
    expect(
      lines.filter((line) => told.test(line)),
      lines.join('\n'),
    ).toHaveLength(1);
    expect(lines.every((line) => / Fix: \S/.test(line))).toBe(true);
  });
});

const more = (name: string) => (entry: Tree) =>
  entry['packages']![0]!['environmentVariables']!.push({ name } as never);

describe('silent stays', () => {
  test.each<[name: string, edit: Edit]>([
    ['what is written', () => undefined],
    [
      'a title and an icon of the owner',
      (entry) => set(entry, { title: 'Pets', icons: [{ src: 'https://a.dev/i.svg' }] }),
    ],
    ['the repository as git clones it', repository({ url: 'https://github.com/Example/petstore-mcp.git' })],
    ['a folder of the repository', repository({ subfolder: 'packages/.server/v1..2' })],
    ['the image by its hash', pack(1, { identifier: `ghcr.io/example/petstore-mcp@sha256:${hash}` })],
    ['the image by both', pack(1, { identifier: `ghcr.io/example/petstore-mcp:1.2.3@sha256:${hash}` })],
    ['an argument with its variables', named({ value: '{region}', variables: { region: {} } })],
    ['a value of JSON', named({ value: '{"a":{"b":1}}' })],
    [
      'a position',
      (entry) =>
        set(entry['packages']![0]!, { packageArguments: [{ type: 'positional', valueHint: 'a b' }] }),
    ],
    ['a needed variable with a fixed value', variable(1, { value: 'https://pets.petshop.dev' })],
    [
      'a further address with variables',
      (entry) =>
        entry['remotes']!.push({
          type: 'streamable-http',
          url: 'https://{tenant}.petshop.dev/mcp',
          variables: { tenant: {} },
        } as never),
    ],
    ['a little of its own', (entry) => set(entry, { _meta: { [ofMeta]: { a: 'x'.repeat(4_000) } } })],
    ...[
      'NODE_EXTRA_CA_CERTS',
      'NODE_OPTIONS',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'PETSTORE_API_KEY_FILE',
      'https_proxy',
    ].map((name): [string, Edit] => [`the variable ${name}`, more(name)]),
    [
      'a file in place of the key',
      variable(0, { name: 'PETSTORE_API_KEY_FILE', isRequired: false, isSecret: false }),
    ],
  ])('%s', async (_name, edit) => {
    expect(await find(edit)).toEqual([]);
  });
});

describe('a message repeats no secret:', () => {
  const user = 'https://ann:k3yk3y@petshop.dev/p?api_key=k3yk3y#k3yk3y';
  test.each<[name: string, edit: Edit, found: RegExp]>([
    [
      'of an address',
      remote({ url: user.replace('https', 'http') }),
      /"http:\/\/petshop\.dev\/p" is not one/,
    ],
    ['of an address of https', remote({ url: user }), /holds a user or a password/],
    [
      'of no URL',
      remote({ url: 'https://ann:k3yk3y@pets hop.dev/p' }),
      /"https:\/\/pets hop\.dev\/p" is not one/,
    ],
    ['of a registry', pack(0, { registryBaseUrl: user }), /not of https:\/\/petshop\.dev\/p\./],
    ['of a bundle', pack(2, { identifier: user }), /not from https:\/\/petshop\.dev\/p\./],
    [
      'of a repository',
      repository({ url: 'https://ann:k3yk3y@github.com/a/b' }),
      /is https:\/\/github\.com\/a\/b, and/,
    ],
  ])('%s', async (_name, edit, told) => {
    const lines = (await find(edit)).join('\n');
    expect(lines).toMatch(told);
    expect(lines).not.toContain('k3yk3y');
  });

  test('of package.json', async () => {
    const publishConfig = { registry: 'https://ann:k3yk3y@npm.petshop.dev/?token=k3yk3y' };
    const published = await publishServer(
      { ...fullChoices, to: ['npm', 'registry'] },
      { ...fullManifest, publishConfig },
    );
    const lines = (await listFound(published)).join('\n');
    expect(lines).toMatch(/package is published to https:\/\/npm\.petshop\.dev\//);
    expect(lines).toMatch(/publishes to https:\/\/npm\.petshop\.dev\//);
    expect(lines).not.toContain('k3yk3y');
  });
});

test.each(['{', '{a', '{}', '}{', '{ '])('200 kB of %j in an address are looked at once', async (part) => {
  const text = part.repeat(200_000 / part.length);
  const lines = await find((entry) => {
    remote({ url: `https://mcp.petshop.dev/${text}`, headers: [{ name: 'A', value: text }] })(entry);
    set(entry['packages']![0]!, at(`https://mcp.petshop.dev/${text}`));
  });
  expect(lines.length).toBeGreaterThan(0);
});

test('many variables are compared by their names, and many references are told in part', async () => {
  const inputs = Array.from({ length: 50_000 }, (_, index) => ({ name: `OTEL_${index}` }));
  const url = inputs.map(({ name }) => `{${name}}`).join('');
  const lines = await find((entry) => {
    entry['packages']![0]!['environmentVariables']!.push(...(inputs as never[]));
    remote({ url: `https://mcp.petshop.dev/${url}` })(entry);
  });
  expect(lines.filter((line) => /in the address is not/.test(line))).toHaveLength(20);
});

describe('a mistake in the card is found:', () => {
  test.each<[name: string, file: string, edit: Edit, found: RegExp]>([
    ['no address', card, (entry) => delete entry['remotes'], /\/remotes: It does not lead to https/],
    [
      'another name',
      card,
      (entry) => set(entry, { name: 'dev.petshop/other' }),
      /\/name: .*"dev\.petshop\/other", and/,
    ],
    [
      'an address of this machine besides',
      card,
      (entry) =>
        entry['remotes']!.push({ type: 'streamable-http', url: 'http://localhost:3000/mcp' } as never),
      /\/remotes\/1\/url: .*everybody reaches/,
    ],
    [
      'no header',
      card,
      (entry) => delete entry['remotes']![0]!['headers'],
      /\/remotes\/0\/headers: .*Authorization/,
    ],
    ['no entry', catalog, (entry) => set(entry, { entries: [] }), /\/entries: It does not lead/],
    [
      'an entry of another name',
      catalog,
      (entry) => set(list(entry)[0]!, { identifier: 'urn:air:petshop.dev:mcp:other' }),
      /\/entries\/0\/identifier: /,
    ],
  ])('%s', async (_name, file, edit, told) => {
    expect((await find(edit, { file, to: ['card'] })).join('\n')).toMatch(told);
  });

  test.each<[name: string, file: string, edit: Edit]>([
    ['what is written', card, () => undefined],
    ['a title of the owner', card, (entry) => set(entry, { title: 'Pets' })],
    [
      'a further address',
      card,
      (entry) =>
        entry['remotes']!.push({ type: 'streamable-http', url: 'https://eu.petshop.dev/mcp' } as never),
    ],
    [
      'a further entry',
      catalog,
      (entry) =>
        list(entry).unshift({
          ...list(entry)[0]!,
          identifier: 'urn:air:petshop.dev:mcp:a',
          url: 'https://a.petshop.dev',
        } as never),
    ],
  ])('but not %s', async (_name, file, edit) => {
    expect(await find(edit, { file, to: ['card'] })).toEqual([]);
  });
});
