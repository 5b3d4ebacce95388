import { describe, expect, test } from 'vitest';
import { type Place, places } from '../../../generator/model/publish/choices.js';
import { isStandIn } from '../../../generator/publish/findSecrets.js';
import {
  checkPublished,
  fullChoices,
  fullManifest,
  listFound,
  makePng,
  publishServer,
} from '../../support/publishing.js';

const key = 'k3y-of-9f2c71e0b4';
const token = `ghp_${'a1B2c3D4e5'.repeat(4)}`;
/** `PETSTORE_API_KEY` in a link, with a value. */
const config = Buffer.from(JSON.stringify({ command: 'npx', env: { PETSTORE_API_KEY: key } })).toString(
  'base64',
);

/** A file that is published, the text in it that is replaced, and the place of the secret that is found. */
const leaks: [place: Place, path: string, from: string | RegExp, to: string, at: string][] = [
  [
    'registry',
    'server.json',
    '"name": "PETSTORE_API_KEY",',
    `"name": "PETSTORE_API_KEY", "value": "${key}",`,
    '/packages/0/environmentVariables/0/value',
  ],
  [
    'registry',
    'server.json',
    '"name": "PETSTORE_API_KEY",',
    `"name": "PETSTORE_API_KEY", "default": "${key}",`,
    '/packages/0/environmentVariables/0/default',
  ],
  [
    'registry',
    'server.json',
    '"value": "Bearer {token}"',
    `"value": "Bearer ${key}"`,
    '/remotes/0/headers/0/value',
  ],
  [
    'mcpb',
    'mcpb/manifest.json',
    '"${user_config.PETSTORE_API_KEY}"',
    `"${key}"`,
    '/server/mcp_config/env/PETSTORE_API_KEY',
  ],
  [
    'mcpb',
    'mcpb/manifest.json',
    '"sensitive": true,',
    `"sensitive": true, "default": "${key}",`,
    '/user_config/PETSTORE_API_KEY/default',
  ],
  [
    'plugin',
    '.claude-plugin/plugin.json',
    '"${PETSTORE_API_KEY:-}"',
    `"${key}"`,
    '/mcpServers/petstore/env/PETSTORE_API_KEY',
  ],
  [
    'plugin',
    'mcp.json',
    '"type": "stdio",',
    `"type": "stdio", "env": { "PETSTORE_API_KEY": "${key}" },`,
    '/mcpServers/petstore/env/PETSTORE_API_KEY',
  ],
  ['links', 'INSTALL.md', '<PETSTORE_API_KEY>', key, ''],
  ['links', 'INSTALL.md', '${PETSTORE_API_KEY}', key, ''],
  ['links', 'INSTALL.md', /config=[\w%]+/, `config=${encodeURIComponent(config)}`, ''],
  ['links', 'INSTALL.md', /env=PETSTORE_API_KEY%3D[^&)]*/, `env=PETSTORE_API_KEY%3D${key}`, ''],
  ['links', 'INSTALL.md', 'It needs:', `It needs ${token}:`, ''],
  [
    'release',
    '.github/workflows/release.yml',
    'permissions:',
    `env:\n  GH_TOKEN: ${token}\npermissions:`,
    '',
  ],
  [
    'release',
    '.github/workflows/release.yml',
    'permissions:',
    `env:\n  NODE_AUTH_TOKEN: npm_${'a1B2c3D4e5'.repeat(4)}\npermissions:`,
    '',
  ],
  ['skills', 'skills/petstore/SKILL.md', /$/, `\nexport PETSTORE_API_KEY=${key}\n`, ''],
  ['docker', 'Dockerfile', /$/, `# -----BEGIN PRIVATE KEY-----\n`, ''],
  ['npm', 'package.json', '{', `{ "config": { "PETSTORE_API_KEY": "${key}" },`, '/config/PETSTORE_API_KEY'],
];

async function publishAll(place: Place, isRemote = false) {
  const remote = isRemote ? { access: 'token' as const } : { url: undefined };
  const published = await publishServer(
    { ...fullChoices, ...remote, icon: 'assets/icon.png', to: [...new Set<Place>(['npm', place])] } as never,
    fullManifest,
  );
  published.files.set('assets/icon.png', makePng(512, 512));
  return published;
}

/** A configuration with one server. */
const server = (more: object) => ({
  mcpServers: { petstore: { type: 'stdio', command: 'npx', ...more } },
});

/** Lines of a page, and whether what stands in them is taken for a secret. */
const lines: [line: string, isSecret: boolean][] = [
  [`export PETSTORE_API_KEY=${key}`, true],
  [`setx PETSTORE_API_KEY ${key}`, true],
  [`PETSTORE_API_KEY = "${key}"`, true],
  [`| \`PETSTORE_API_KEY\` | \`${key}\` |`, true],
  [`{ "env": { "PETSTORE_API_KEY" : "${key}" } }`, true],
  [`--header "X-API-Key: ${key}"`, true],
  [`--header "Authorization: Basic dXNlcjpwYXNzd29yZDE="`, true],
  [`authorization: bearer ${key}`, true],
  [`args: ["--api-key", "${key}"]`, true],
  [`https://mcp.petshop.dev/mcp?api_key=${key}`, true],
  [`https://user:${key}@mcp.petshop.dev/mcp`, true],
  [`//npm.petshop.dev/:_authToken=0a1b2c3d-0a1b-2c3d`, true],
  [`env:\n  PETSTORE_API_KEY: |\n    ${key}`, true],
  [`AWS_SECRET_ACCESS_KEY=${key}`, true],
  [`goose://extension?header=${encodeURIComponent(`X-API-Key=${key}`)}`, true],
  [`<a href="cursor://a?name=b&amp;config=${config}">`, true],
  ['Set `PETSTORE_API_KEY`: ask support for it.', false],
  ['PETSTORE_API_KEY: the key that you find in your account.', false],
  ['export PETSTORE_API_KEY=your-key', false],
  ['export PETSTORE_API_KEY="$(op read op://vault/key1)"', false],
  ['Authorization: Bearer YOUR_ACCESS_TOKEN_HERE', false],
  ['Send a Bearer authentication-token there.', false],
  ['MCP_AUTH_TOKEN_FILE=/run/secrets/token1', false],
  ['PETSTORE_TOKEN_URL=https://auth.petshop.dev/v1', false],
  ['ask the sk-estonian-digital-signature-service', false],
  ['env:\n  NODE_AUTH_TOKEN: ${{ secrets.NPM_TOKEN2 }}', false],
];

describe('the value of a secret', () => {
  test.each(lines)('%j (%j)', async (line, isSecret) => {
    const published = await publishAll('links');
    published.files.set('INSTALL.md', `${String(published.files.get('INSTALL.md'))}\n${line}\n`);
    const found = (await listFound(published)).filter((one) => /everybody could read it/.test(one));
    expect(found.map((one) => one.startsWith('error INSTALL.md: '))).toEqual(isSecret ? [true] : []);
    expect(found.join('\n')).not.toMatch(/9f2c71e0b4|dXNlcjp|0a1b2c3d/);
  });

  test('is found in JSON wherever a client reads one, and not where a name is that of a package or a property', async () => {
    const published = await publishAll('plugin');
    const find = async (path: string, value: object) => {
      const before = published.files.get(path);
      published.files.set(path, JSON.stringify(value));
      const found = (await listFound(published)).filter((one) => /everybody could read it/.test(one));
      if (before !== undefined) published.files.set(path, before);
      return found.length;
    };
    expect(await find('mcp.json', server({ args: ['-e', `PETSTORE_API_KEY=${key}`] }))).toBe(1);
    expect(await find('mcp.json', server({ args: ['--api-key', key] }))).toBe(1);
    expect(await find('mcp.json', server({ headers: { 'X-API-Key': key } }))).toBe(1);
    expect(await find('mcp.json', server({ env: { PETSTORE_API_KEY: [key] } }))).toBe(1);
    expect(await find('mcp.json', server({ env: { PETSTORE_API_KEY: '${PETSTORE_API_KEY}' } }))).toBe(0);
    const own = JSON.parse(String(published.files.get('package.json'))) as object;
    const dependencies = { token: '^1.0.0-a1', secret: '2.0.0-beta1' };
    expect(await find('package.json', { ...own, dependencies, scripts: { token: 'node token1.js' } })).toBe(
      0,
    );
  });

  test('is found in what the owner chose, and in README.md', async () => {
    const url = `https://mcp.petshop.dev/mcp?api_key=${key}`;
    const published = await publishServer({ ...fullChoices, url, to: ['registry'] });
    published.files.set('README.md', `Try it with ${token}.\n`);
    const found = (await listFound(published)).filter((one) => /everybody could read it/.test(one));
    expect(found.map((one) => one.split(': ')[0])).toEqual([
      'error mcpwright.yaml/publish/url',
      'error server.json/remotes/0/url',
      'error README.md',
    ]);
  });

  test('of the public URL is repeated by no place', async () => {
    const url = `https://mcp.petshop.dev/mcp?api_key=${key}`;
    const published = await publishServer({ ...fullChoices, url, access: 'token', to: [...places] });
    for (const [path, content] of published.files)
      if (typeof content === 'string')
        published.files.set(path, content.replaceAll('mcp.petshop.dev', 'old.petshop.dev'));
    const found = await checkPublished(published);
    expect(found.length).toBeGreaterThan(9);
    expect(JSON.stringify(found)).not.toContain('9f2c71e0b4');
    expect(found.map(({ fix }) => fix).join('\n')).toContain('<publish.url>');
  });

  // With work that grows with the square of the text, each of these would take hours.
  test.each([
    'a-',
    'a:',
    'a:%',
    '\n',
    'sk-',
    '${',
    '<',
    '?config=aaaaaaaa',
    'API_KEY=',
    'A_KEY=$(',
    '://a:',
    ' ',
    '_',
  ])('is looked for in 300,000 characters of %j', async (part) => {
    const published = await publishAll('links');
    published.files.set('INSTALL.md', part.repeat(300_000 / part.length));
    expect((await listFound(published)).length).toBeGreaterThan(0);
  });

  test.each(leaks)('for %s in %s is found (%#)', async (place, path, from, to, at) => {
    const published = await publishAll(place, at.startsWith('/remotes'));
    const before = String(published.files.get(path));
    const after = before.replace(from, () => to);
    expect(after, 'the secret is there').not.toBe(before);
    const other = await listFound(published);
    published.files.set(path, after);
    const found = (await listFound(published)).filter((line) => !other.includes(line));
    expect(
      found.filter((line) => line.startsWith(`error ${path}${at}: `) && /everybody could read it/.test(line)),
    ).toHaveLength(1);
    expect(found.join('\n'), 'the finding does not repeat it').not.toMatch(/9f2c71e0b4|ghp_|npm_a1/);
  });

  test.each<[text: string, isStandIn: boolean]>([
    ['', true],
    ['${PETSTORE_API_KEY}', true],
    ['${input:PETSTORE_API_KEY}', true],
    ['${PETSTORE_API_KEY:?Set PETSTORE_API_KEY in .env}', true],
    ['Bearer ${TOKEN:-}', true],
    ['${TOKEN:-${OTHER}}', true],
    ['${USER}:${PASSWORD}', true],
    ['${{ secrets.NPM_TOKEN }}', true],
    ['Bearer {token}', true],
    ['{{petstore.api_key}}', true],
    ['<PETSTORE_API_KEY>', true],
    ['$(cat key.txt)', true],
    ['$PETSTORE_API_KEY', true],
    ['YOUR_API_KEY', true],
    ['your-key', true],
    ['xxxx', true],
    ['...', true],
    ['op://vault/item', true],
    ['replace-me', true],
    ['changeme', true],
    ['Bearer abcdef', false],
    ['abc${X}', false],
    ['${X}k3y-of-9f2c', false],
    ['${PETSTORE_API_KEY:-k3y-of-9f2c}', false],
    ['$ecret9f2c71', false],
    ['hunter2', false],
  ])('is told from what stands for it: %j', (text, expected) => {
    expect(isStandIn(text)).toBe(expected);
  });
});
