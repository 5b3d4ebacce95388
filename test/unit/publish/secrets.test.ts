import { describe, expect, test } from 'vitest';
import type { Place } from '../../../generator/model/publish/choices.js';
import { isStandIn } from '../../../generator/publish/findSecrets.js';
import { fullChoices, fullManifest, listFound, makePng, publishServer } from '../../support/publishing.js';

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

describe('the value of a secret', () => {
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
    ['Bearer ${TOKEN:-}', true],
    ['Bearer {token}', true],
    ['{{petstore.api_key}}', true],
    ['<PETSTORE_API_KEY>', true],
    ['$(PETSTORE_API_KEY)', true],
    ['replace-me', true],
    ['Bearer abcdef', false],
    ['abc${X}', false],
    ['changeme', false],
  ])('is told from what stands for it: %j', (text, expected) => {
    expect(isStandIn(text)).toBe(expected);
  });
});
