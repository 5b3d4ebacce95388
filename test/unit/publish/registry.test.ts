import { describe, expect, test } from 'vitest';
import type { PublishChoices } from '../../../generator/model/publish/choices.js';
import { makeServer } from '../../support/makeServer.js';
import {
  checkPublished,
  fullChoices,
  fullManifest,
  listFound,
  lockFile,
  makePng,
  publishServer,
} from '../../support/publishing.js';

const choices = { ...fullChoices, to: ['npm', 'registry', 'docker', 'mcpb', 'card'] as const };
const publish = (more: object = {}, manifest: object = fullManifest) =>
  publishServer({ ...choices, to: ['npm', 'registry'], ...more }, manifest);

/** What lines to copy have, and what looks like it and is somebody's: where it stands, and the text. */
const copied: [at: string, text: string][] = [
  ['publish/image', 'ghcr.io/owner/name'],
  ['publish/image', 'ghcr.io/your-username/petstore'],
  ['publish/image', 'registry.example.com/pets/petstore'],
  ['publish/image', 'registry.test:5000/pets/petstore'],
  ['publish/name', 'io.github.your-name/petstore'],
  ['publish/name', 'io.github.owner/petstore'],
  ['publish/name', 'io.gitlab.you/petstore'],
  ['publish/name', 'com.example/petstore'],
  ['publish/name', 'com.example.api/petstore'],
  ['publish/url', 'https://x.test/mcp'],
  ['publish/url', 'https://your-domain.com/mcp'],
  ['publish/url', 'https://mcp.example.net/mcp'],
  ['publish/privacy', 'https://github.com/OWNER/petstore/privacy'],
  ['publish/support', 'https://github.com/YOUR_NAME/petstore/issues'],
  ['name', '@you/petstore-mcp'],
  ['name', '@your-scope-of-your-org/petstore-mcp'],
  ['mcpName', 'io.github.<owner>/petstore'],
  ['author', 'Your Name'],
  ['author', 'Jane Doe <jane@example.com>'],
  ['author', 'Jane Doe (https://jane.example)'],
  ['homepage', 'https://petstore.invalid/'],
  ['bugs', 'mailto:help@example.com'],
  ['repository', 'github:username/petstore-mcp'],
];
const owned: [at: string, text: string][] = [
  ['publish/description', 'Find your name in the phone book.'],
  ['publish/title', 'Your Company in <Numbers>'],
  ['publish/image', 'test.petshop.dev/example/petstore'],
  ['publish/image', 'ghcr.io/yourself/owner'],
  ['publish/name', 'io.github.youth/owner'],
  ['publish/url', 'https://test.petshop.dev/example.com/mcp'],
  ['publish/support', 'https://petshop.dev/user/help'],
  ['publish/privacy', 'https://github.com/petshop/owner/privacy'],
  ['name', '@owners/you'],
  ['author', 'Jane User <jane@example.petshop.dev> (https://petshop.dev/@you)'],
  ['homepage', 'https://petshop.dev/your/names'],
];

function findCopied(at: string, text: string): Promise<string[]> {
  const [first, member = ''] = at.split('/');
  const published =
    first === 'publish' ? publish({ [member]: text }) : publish({}, { ...fullManifest, [at]: text });
  return published.then(listFound).then((lines) => lines.filter((line) => line.includes('is an example')));
}

describe('an example', () => {
  test.each(copied)('is found at %s: %s', async (at, text) => {
    const lines = await findCopied(at, text);
    expect(lines.filter((line) => line.includes(`/${at}: `))).toHaveLength(1);
  });

  test.each(owned)('is not what stands at %s: %s', async (at, text) => {
    expect(await findCopied(at, text)).toEqual([]);
  });
});

describe('the entry of the registry', () => {
  test('has each package that is published, and the public address', async () => {
    const { files } = await publishServer({ ...choices, to: ['npm', 'registry', 'docker', 'mcpb'] });
    const entry = JSON.parse(String(files.get('server.json'))) as {
      packages: { registryType: string; identifier: string; version?: string }[];
    };
    expect(entry).toMatchObject({
      name: 'dev.petshop/petstore',
      version: '1.2.3',
      websiteUrl: 'https://petshop.dev/petstore',
      repository: { url: 'https://github.com/example/petstore-mcp', source: 'github' },
      remotes: [{ type: 'streamable-http', url: 'https://mcp.petshop.dev/mcp' }],
    });
    expect(entry.packages.map(({ registryType, identifier }) => [registryType, identifier])).toEqual([
      ['npm', '@example/petstore-mcp'],
      ['oci', 'ghcr.io/example/petstore-mcp:1.2.3'],
      ['mcpb', 'https://github.com/example/petstore-mcp/releases/download/v1.2.3/petstore-1.2.3.mcpb'],
    ]);
    expect(entry.packages[0]).toMatchObject({
      environmentVariables: [
        { name: 'PETSTORE_API_KEY', isRequired: true, isSecret: true },
        { name: 'PETSTORE_BASE_URL', default: 'https://pets.example.com/v1' },
      ],
    });
  });

  test('asks for the token of a server that has one, and holds none', async () => {
    const { files } = await publish({ access: 'token' });
    expect(JSON.parse(String(files.get('server.json')))).toMatchObject({
      remotes: [
        {
          headers: [
            { name: 'Authorization', value: 'Bearer {token}', variables: { token: { isSecret: true } } },
          ],
        },
      ],
    });
  });

  test('is taken as it is written, once all is filled in', async () => {
    expect(await listFound(await publish())).toEqual([]);
  });
});

/** What an owner may do to a project, and what is found then. */
const mistakes: [name: string, make: () => ReturnType<typeof publish>, found: RegExp][] = [
  [
    'no name',
    () => publish({ name: undefined }),
    /mcpwright\.yaml\/publish\/name: .*name: io\.github\.example\/petstore/,
  ],
  [
    'no mcpName',
    () => publish({}, { ...fullManifest, mcpName: undefined }),
    /"mcpName": "dev\.petshop\/petstore"/,
  ],
  [
    'another mcpName',
    () => publish({}, { ...fullManifest, mcpName: 'dev.petshop/other' }),
    /is not the name of the server/,
  ],
  [
    'nothing to run',
    () => publish({ to: ['registry'], url: undefined }),
    /names neither a package nor an address/,
  ],
  [
    'a private registry',
    () => publish({}, { ...fullManifest, publishConfig: { registry: 'https://npm.petshop.dev/' } }),
    /publishes to https:\/\/npm\.petshop\.dev\/.*publishConfig\.registry/,
  ],
  [
    'a private image',
    () => publish({ to: ['docker', 'registry'], image: 'images.petshop.dev/petstore' }),
    /not on a public registry that is taken/,
  ],
  [
    'a bundle that was not packed',
    () => publish({ to: ['mcpb', 'registry'] }),
    /has no fileSha256.*pack:mcpb/,
  ],
  [
    'a bundle without an address',
    () => publish({ to: ['mcpb', 'registry'] }, { ...fullManifest, repository: undefined }),
    /"url": "git\+https:\/\/github\.com\/your-name\/petstore\.git"/,
  ],
  [
    'an image without a name',
    () => publish({ to: ['docker', 'registry'], image: undefined }),
    /image: ghcr\.io\/example\/petstore/,
  ],
  ['no file', () => edit('server.json', () => undefined), /server\.json is missing/],
  ['no JSON', () => edit('server.json', (text) => text.slice(1)), /server\.json is not JSON/],
  [
    'another version',
    () => edit('server.json', (text) => text.replace('"version": "1.2.3"', '"version": "1.2.2"')),
    /is not that of package\.json, 1\.2\.3/,
  ],
  [
    'a range',
    () => edit('server.json', (text) => text.replace('"version": "1.2.3"', '"version": "^1.2.3"')),
    /is a range or a tag/,
  ],
  [
    'a long description',
    () => edit('server.json', (text) => text.replace('Pets and who owns them.', 'x'.repeat(101))),
    /\/description.*100 characters/,
  ],
  [
    'a package without a version',
    () =>
      edit('server.json', (text) =>
        text.replace(/"identifier": ("[^"]*"),\s*"version": "1.2.3"/, '"identifier": $1'),
      ),
    /\/packages\/0\/version.*needs one version/,
  ],
  [
    'a deprecated transport',
    () => edit('server.json', (text) => text.replace('"type": "streamable-http"', '"type": "sse"')),
    /sse is deprecated/,
  ],
  [
    'an address of this machine',
    () => edit('server.json', (text) => text.replace('https://mcp.petshop.dev', 'http://localhost:3000')),
    /not one that everybody reaches/,
  ],
  [
    'an unknown variable',
    () => edit('server.json', (text) => text.replace('petshop.dev/mcp', 'petshop.dev/{tenant}/mcp')),
    /\{tenant\} in the address is not in variables/,
  ],
  [
    'another kind of package',
    () => edit('server.json', (text) => text.replace('"registryType": "npm"', '"registryType": "cargo"')),
    /Packages of the kind "cargo"/,
  ],
  [
    'another name',
    () => edit('server.json', (text) => text.replace('dev.petshop/petstore', 'dev.petshop/other')),
    /server\.json\/name: .*"dev\.petshop\/other", and publish\.name dev\.petshop\/petstore/,
  ],
  [
    'the package of another',
    () => edit('server.json', (text) => text.replace('@example/petstore-mcp', '@example/fork')),
    /\/packages\/0\/identifier: .*publishes "@example\/petstore-mcp"/,
  ],
  [
    'an old version of the package',
    () => edit('server.json', (text) => text.replace(/("identifier": .*\s*"version": )"1.2.3"/, '$1"1.2.2"')),
    /\/packages\/0\/version: .*publishes "1\.2\.3"/,
  ],
  [
    'the newest image, whichever that is',
    () => editAll('petstore-mcp:1.2.3', 'petstore-mcp:latest'),
    /\/packages\/1\/identifier: .*publishes "ghcr\.io\/example\/petstore-mcp:1\.2\.3"/,
  ],
  [
    'the bundle of another version',
    () => editAll('v1.2.3/petstore-1.2.3', 'v1.2.2/petstore-1.2.2'),
    /\/packages\/2\/identifier: .*petstore-1\.2\.3\.mcpb/,
  ],
  [
    'a hash that was typed',
    () => editAll('"registryType": "mcpb"', `"registryType": "mcpb", "fileSha256": "${'ab'.repeat(32)}"`),
    /\/packages\/2\/fileSha256: .*none of a bundle/,
  ],
  [
    'the hash of another bundle',
    async () => {
      const hash = '0a1b9c8e'.repeat(8);
      const published = await editAll(
        '"registryType": "mcpb"',
        `"registryType": "mcpb", "fileSha256": "${hash}"`,
      );
      expect((await listFound(published)).join('\n')).not.toMatch(/fileSha256/);
      published.files.set('petstore-1.2.3.mcpb', new Uint8Array(9));
      return published;
    },
    /\/packages\/2\/fileSha256: .*not that of petstore-1\.2\.3\.mcpb/,
  ],
  [
    'a package of a place that is not chosen',
    () =>
      edit('server.json', (text) =>
        text.replace(
          '"packages": [',
          '"packages": [{ "registryType": "oci", "identifier": "ghcr.io/a/b:1", "transport": { "type": "stdio" } },',
        ),
      ),
    /\/packages\/0: .*does not publish\. Fix: Delete it, or add docker to publish\.to/,
  ],
  [
    'no package',
    () => edit('server.json', (text) => text.replace(/"packages": \[[^]*?\n {2}\]/, '"packages": []')),
    /\/packages: The package of the kind npm is missing/,
  ],
  [
    'a variable of another name',
    () => edit('server.json', (text) => text.replace('PETSTORE_API_KEY', 'PETSTORE_KEY')),
    /not asked for PETSTORE_API_KEY[^]*asked for PETSTORE_KEY, which the server does not read/,
  ],
  [
    'another address',
    () => edit('server.json', (text) => text.replace('https://mcp.petshop.dev', 'https://old.petshop.dev')),
    /\/remotes: It does not lead to https:\/\/mcp\.petshop\.dev\/mcp/,
  ],
  [
    'the lines as they were copied',
    () => publish({ url: 'https://mcp.example.com/mcp', name: 'io.github.your-name/your-server' }),
    /publish\/name: "io\.github\.your-name\/your-server" is an example[^]*publish\/url: .* is an example/,
  ],
  [
    'an author who is nobody',
    () => publish({}, { ...fullManifest, author: 'Your Name', homepage: 'https://example.com' }),
    /author: "Your Name" is an example[^]*homepage: .* is an example/,
  ],
  [
    'much of its own',
    () =>
      edit('server.json', (text) =>
        text.replace(
          '{',
          `{"_meta":{"io.modelcontextprotocol.registry/publisher-provided":{"a":"${'x'.repeat(5_000)}"}},`,
        ),
      ),
    /_meta has \d+ bytes/,
  ],
];

/** A project in which one file is not as it was written. */
async function edit(path: string, change: (text: string) => string | undefined) {
  const published = await publish();
  const changed = change(String(published.files.get(path)));
  expect(changed, 'the mistake is made').not.toBe(published.files.get(path));
  if (changed === undefined) published.files.delete(path);
  else published.files.set(path, changed);
  return published;
}

/** A project with all kinds of packages, in whose entry a text is not as it was written. */
async function editAll(from: string, to: string) {
  const published = await publishServer({ ...choices, to: ['npm', 'docker', 'mcpb', 'registry'] });
  const text = String(published.files.get('server.json'));
  expect(text).toContain(from);
  published.files.set('server.json', text.replace(from, to));
  return published;
}

test('what several places ask for is said once, and what the release fills in is no fault', async () => {
  const places = ['npm', 'mcpb', 'registry', 'docker-catalog', 'docker'] as const;
  const icon = { icon: 'assets/icon.png', iconUrl: 'https://petshop.dev/icon.png', category: 'devops' };
  const published = await publishServer(
    { ...choices, ...icon, url: undefined, to: [...places] } as unknown as PublishChoices,
    { ...fullManifest, license: undefined },
  );
  published.files.set('assets/icon.png', makePng(512, 512));
  published.files.set('package-lock.json', lockFile);
  const found = (await checkPublished(published)).filter(({ place }) => place !== 'directories');
  expect(found.map(({ severity, file, at, also }) => [severity, `${file}${at ?? ''}`, also])).toEqual([
    ['error', 'package.json/license', ['mcpb', 'docker-catalog']],
    ['release', 'server.json/packages/2/fileSha256', undefined],
    ['release', 'docker-catalog/server.yaml/source/commit', undefined],
  ]);
});

test('two mistakes of one place are told, though one line mends both', async () => {
  const published = await publishServer({ ...choices, to: ['npm', 'release'] });
  const path = '.github/workflows/release.yml';
  const text = String(published.files.get(path));
  published.files.set('package-lock.json', lockFile);
  published.files.set(path, text.replace('needs: pack\n', 'needs: [pack, tests, lint]\n'));
  expect(await listFound(published)).toEqual([
    expect.stringMatching(/jobs\/npm\/needs: There is no job tests/),
    expect.stringMatching(/jobs\/npm\/needs: There is no job lint/),
  ]);
});

describe('of a mistake', () => {
  test.each(mistakes)('%s is found, with what to fill in', async (_name, make, found) => {
    const lines = await listFound(await make());
    expect(lines.join('\n')).toMatch(found);
    expect(lines.every((line) => /Fix: \S/.test(line))).toBe(true);
  });
});

/** A server that answers with its card. */
const served = (more: object = {}) =>
  publishServer({ ...choices, to: ['card'], ...more }, fullManifest, makeServer({ choices: { card: true } }));

describe('the server card', () => {
  const card = 'well-known/server-card.json';
  const catalog = 'well-known/ai-catalog.json';

  test('fits its schema, and leads to the public address', async () => {
    const published = await served();
    expect([...published.files.keys()]).toEqual(['package.json', card, catalog]);
    expect(await listFound(published)).toEqual([]);
  });

  test('needs an address', async () => {
    expect(await listFound(await served({ url: undefined }))).toEqual([
      expect.stringMatching(/no address is named.*url: https/),
    ]);
  });

  test('is answered by the server, or by a site that is told where', async () => {
    expect(await listFound(await publish({ to: ['card'], url: 'https://pets.petshop.dev/a/mcp' }))).toEqual([
      'warning mcpwright.yaml/features/card: The catalogue leads to https://pets.petshop.dev/a/mcp/server-card, which the server does not answer. Fix: Write in mcpwright.yaml, under features: card: true, and run mcpwright publish; or have your site serve well-known/server-card.json there, as application/mcp-server-card+json, and well-known/ai-catalog.json at https://pets.petshop.dev/.well-known/ai-catalog.json, as application/ai-catalog+json.',
    ]);
  });

  test.each<[name: string, file: string, change: (text: string) => string | undefined, found: RegExp]>([
    ['another version', card, (text) => text.replace('1.2.3', '1.0.0'), /not that of package\.json, 1\.2\.3/],
    ['a member that is misspelt', card, (text) => text.replace('"name"', '"names"'), /has no "name"/],
    ['no catalogue', catalog, () => undefined, /ai-catalog\.json is missing/],
    [
      'an address of before in the card',
      card,
      (text) => text.replace('mcp.petshop.dev', 'old.petshop.dev'),
      /server-card\.json\/remotes: It does not lead to https:\/\/mcp\.petshop\.dev\/mcp,/,
    ],
    [
      'an address of before in the catalogue',
      catalog,
      (text) => text.replace('mcp.petshop.dev', 'old.petshop.dev'),
      /ai-catalog\.json\/entries: It does not lead to https:\/\/mcp\.petshop\.dev\/mcp\/server-card\./,
    ],
  ])('with %s is found', async (_name, file, change, found) => {
    const published = await served();
    const before = String(published.files.get(file));
    const after = change(before);
    expect(after).not.toBe(before);
    if (after === undefined) published.files.delete(file);
    else published.files.set(file, after);
    expect((await listFound(published)).join('\n')).toMatch(found);
  });
});
