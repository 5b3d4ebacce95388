import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { fullChoices, fullManifest, listFound, makePng, publishServer } from '../../support/publishing.js';

/** JSON whose members tests set. */
type Tree = Tree[] & { [key: string]: Tree };
type Edit = (manifest: Tree) => unknown;

const set = (target: object, members: object) => Object.assign(target, members);
const start = (more: object) => (manifest: Tree) => set(manifest['server']!['mcp_config']!, more);
const field = (name: string, more: object) => (manifest: Tree) => set(manifest['user_config']![name]!, more);
const windows = (more: object) => start({ platform_overrides: { win32: more } });
const program = '${__dirname}/server/stdio.js';
const key = '${user_config.PETSTORE_API_KEY}';

/** What is found in a bundle whose manifest its owner edited. */
async function find(edit: Edit): Promise<string[]> {
  const published = await publishServer({ ...fullChoices, icon: 'assets/icon.png', to: ['mcpb'] });
  published.files.set('assets/icon.png', makePng(512, 512));
  const manifest = JSON.parse(String(published.files.get('mcpb/manifest.json'))) as Tree;
  edit(manifest);
  published.files.set('mcpb/manifest.json', JSON.stringify(manifest));
  return listFound(published);
}

describe('a mistake in the manifest of a bundle is found, with what to fill in:', () => {
  test.each<[name: string, edit: Edit, found: RegExp]>([
    [
      'a program that is not in it',
      start({ args: ['${__dirname}/dist/stdio.js'] }),
      /^error .*\/mcp_config\/args: /,
    ],
    ['an option alone', start({ args: ['--enable-source-maps'] }), /^error .*\/mcp_config\/args: /],
    ['a command of another language', start({ command: 'python' }), /^error .*\/mcp_config\/command: /],
    ['a command that clients do not have', start({ command: 'bun' }), /^warning .*\/mcp_config\/command: /],
    [
      'a secret that is not sensitive',
      field('PETSTORE_API_KEY', { sensitive: false }),
      /^error .*\/user_config\/PETSTORE_API_KEY: .*secret/,
    ],
    [
      'what is not handed over',
      start({ env: { PETSTORE_API_KEY: key } }),
      /^error .*\/mcp_config\/env: .*PETSTORE_BASE_URL is not handed over/,
    ],
    [
      'a variable that nobody is asked for',
      (manifest) => {
        delete manifest['user_config']!['PETSTORE_API_KEY'];
        delete manifest['server']!['mcp_config']!['env']!['PETSTORE_API_KEY'];
      },
      /^warning .*\/mcp_config\/env: .*not asked for PETSTORE_API_KEY/,
    ],
    [
      'an environment of Windows that lacks some',
      windows({ env: { PETSTORE_API_KEY: key } }),
      /^error .*\/win32\/env: .*PETSTORE_BASE_URL/,
    ],
    ['another program on Windows', windows({ args: ['${__dirname}/win.js'] }), /^error .*\/win32\/args: /],
    ['another command on Windows', windows({ command: 'cmd' }), /^error .*\/win32\/command: /],
    [
      'a tool of before',
      (manifest) => manifest['tools']!.push({ name: 'old_tool' } as never),
      /^warning .*\/tools: .*does not have: old_tool/,
    ],
    [
      'many tools of before',
      (manifest) =>
        manifest['tools']!.push(
          ...(Array.from({ length: 9 }, (_, name) => ({ name: `t${name}` })) as never[]),
        ),
      /\/tools: .*t4 and 4 more/,
    ],
    [
      'no tools',
      (manifest) => set(manifest, { tools: [] }),
      /^warning .*\/tools: .*does not list.*list_pets/,
    ],
    [
      'a policy without https',
      (manifest) => set(manifest, { privacy_policies: ['http://petshop.dev/privacy'] }),
      /^error .*\/privacy_policies\/0: /,
    ],
  ])('%s', async (_name, edit, told) => {
    const lines = await find(edit);
    expect(
      lines.filter((line) => told.test(line)),
      lines.join('\n'),
    ).toHaveLength(1);
    expect(lines.every((line) => / Fix: \S/.test(line))).toBe(true);
  });

  test('each variable that is not handed over', async () => {
    const lines = await find(start({ env: {} }));
    expect(lines.join('\n')).toMatch(/PETSTORE_API_KEY is not[^]*PETSTORE_BASE_URL is not/);
  });

  test.each<[name: string, edit: Edit]>([
    ['options and arguments', start({ args: ['--enable-source-maps', program, '--verbose'] })],
    ['the separator of the system', start({ args: ['${__dirname}${/}server${/}stdio.js'] })],
    [
      'a whole environment of Windows',
      windows({ env: { PETSTORE_API_KEY: key, PETSTORE_BASE_URL: 'https://a.dev', TZ: 'UTC' } }),
    ],
    ['arguments of macOS', start({ platform_overrides: { darwin: { args: [program, '--verbose'] } } })],
    ['a list that is made when it starts', (manifest) => set(manifest, { tools: [], tools_generated: true })],
    ['a description of the owner', (manifest) => set(manifest['tools']![0]!, { description: 'Pets.' })],
    [
      'a fixed address',
      (manifest) => {
        delete manifest['user_config']!['PETSTORE_BASE_URL'];
        set(manifest['server']!['mcp_config']!['env']!, { PETSTORE_BASE_URL: 'https://a.dev' });
      },
    ],
  ])('but not %s', async (_name, edit) => {
    expect(await find(edit)).toEqual([]);
  });
});

/** What is found in an entry of Docker's catalogue that is built from another repository. */
async function findIn(project: string): Promise<string[]> {
  const choices = { ...fullChoices, iconUrl: 'https://petshop.dev/icon.png' };
  const published = await publishServer({ ...choices, to: ['docker', 'docker-catalog'] }, fullManifest);
  const entry = parse(String(published.files.get('docker-catalog/server.yaml'))) as Tree;
  set(entry['source']!, { project, commit: '0a1b9c8e7d'.repeat(4) });
  published.files.set('docker-catalog/server.yaml', stringify(entry));
  return (await listFound(published)).filter((line) => line.includes('docker-catalog/'));
}

describe("the repository of Docker's catalogue", () => {
  test.each(['https://github.com/evil/x', 'https://k3y@github.com/evil/x?k3y'])(
    'is not %s',
    async (project) => {
      expect(await findIn(project)).toEqual([
        'error docker-catalog/server.yaml/source/project: Docker would build the image from https://github.com/evil/x, and package.json names https://github.com/example/petstore-mcp. Fix: Write the same repository in both.',
      ]);
    },
  );

  test.each(['https://github.com/example/petstore-mcp', 'https://www.github.com/Example/petstore-mcp.git/'])(
    'may be %s',
    async (project) => {
      expect(await findIn(project)).toEqual([]);
    },
  );
});
