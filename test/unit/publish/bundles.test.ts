import { describe, expect, test } from 'vitest';
import type { Place, PublishChoices } from '../../../generator/model/publish/choices.js';
import {
  fullChoices,
  fullManifest,
  listFound,
  lockFile,
  publishServer,
  makePng,
} from '../../support/publishing.js';

/** What an owner may do before the files are written. */
interface Before {
  choices?: { [key in keyof PublishChoices]?: PublishChoices[key] | undefined };
  manifest?: object;
}

/** What is found for one place of a server with all that places ask for, but for these changes. */
async function find(
  place: Place,
  { choices = {}, manifest = {} }: Before,
  change: Record<string, (text: string) => string | Uint8Array | undefined> = {},
  also: Place[] = [],
): Promise<string[]> {
  const chosen = { icon: 'assets/icon.png', ...fullChoices, ...choices, to: [...also, place] };
  const published = await publishServer(chosen as PublishChoices, { ...fullManifest, ...manifest });
  published.files.set('assets/icon.png', makePng(512, 512));
  published.files.set('package-lock.json', lockFile);
  for (const [path, edit] of Object.entries(change)) {
    const after = edit(String(published.files.get(path) ?? ''));
    if (after === undefined) published.files.delete(path);
    else published.files.set(path, after);
  }
  return listFound(published);
}

const gone = () => undefined;
const swap = (from: string | RegExp, to: string) => (text: string) => {
  const after = text.replace(from, to);
  expect(after).not.toBe(text);
  return after;
};
const member = (name: string, value: unknown) => (text: string) =>
  JSON.stringify({ ...(JSON.parse(text) as object), [name]: value });

const manifest = 'mcpb/manifest.json';
const claude = '.claude-plugin/plugin.json';
const workflow = '.github/workflows/release.yml';
const submission = 'openai/chatgpt-app-submission.json';
const program = { choices: { url: undefined } };

test.each<[Place, Place[]]>([
  ['npm', []],
  ['mcpb', []],
  ['plugin', []],
  ['openai', []],
  ['links', []],
  ['release', ['npm', 'mcpb', 'docker']],
])('%s takes what is written as it is, once all is filled in', async (place, also) => {
  expect(await find(place, {}, {}, also)).toEqual([]);
});

type Mistake = [name: string, found: () => Promise<string[]>, told: RegExp];

const bundles: Mistake[] = [
  [
    'no author',
    () => find('mcpb', { manifest: { author: undefined } }),
    /^error package\.json\/author: .*"author": "Your Name"/,
  ],
  [
    'no license',
    () => find('mcpb', { manifest: { license: undefined } }),
    /^error package\.json\/license: .*"license": "MIT"/,
  ],
  [
    'no privacy policy',
    () => find('mcpb', { choices: { privacy: undefined } }),
    /^error mcpwright\.yaml\/publish\/privacy: .*privacy: https/,
  ],
  [
    'no icon',
    () => find('mcpb', { choices: { icon: undefined } }),
    /^warning mcpwright\.yaml\/publish\/icon: .*icon: assets/,
  ],
  [
    'an icon that is missing',
    () => find('mcpb', {}, { 'assets/icon.png': gone }),
    /^error assets\/icon\.png: The icon is missing/,
  ],
  [
    'an icon of 5 MB',
    () => find('mcpb', {}, { 'assets/icon.png': () => makePng(512, 512, 5_000_000) }),
    /^error assets\/icon\.png: The icon has 5\.0 MB, and 1 MB are taken/,
  ],
  [
    'an icon that is no PNG',
    () => find('mcpb', {}, { 'assets/icon.png': () => '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    /no PNG.*512 by 512/,
  ],
  [
    'a small icon',
    () => find('mcpb', {}, { 'assets/icon.png': () => makePng(64, 64) }),
    /^warning assets\/icon\.png: .*64 by 64/,
  ],
  [
    'no manifest',
    () => find('mcpb', {}, { [manifest]: gone }),
    /^error mcpb\/manifest\.json: .* is missing.*mcpwright publish/,
  ],
  [
    'an unknown member',
    () => find('mcpb', {}, { [manifest]: member('uv', true) }),
    /the member "uv", which is not known/,
  ],
  [
    'another version',
    () => find('mcpb', {}, { [manifest]: swap('"version": "1.2.3"', '"version": "1.2.2"') }),
    /\/version: The version "1\.2\.2" is not that of package\.json, 1\.2\.3/,
  ],
  [
    'an entry of another name',
    () =>
      find(
        'mcpb',
        {},
        { [manifest]: swap('"entry_point": "server/stdio.js"', '"entry_point": "dist/index.js"') },
      ),
    /\/server\/entry_point: .*dist\/stdio\.js is server\/stdio\.js/,
  ],
  [
    'a program outside of the bundle',
    () => find('mcpb', {}, { [manifest]: swap('${__dirname}/server', 'server') }),
    /\/server\/mcp_config\/args: .*not in the bundle/,
  ],
  [
    'an optional field without a default',
    () => find('mcpb', {}, { [manifest]: swap(/,\s*"default": "https:[^"]*"/, '') }),
    /\/user_config\/PETSTORE_BASE_URL: .*hand over the text \$\{user_config\.PETSTORE_BASE_URL\}.*"default": ""/,
  ],
  [
    'a reference to nothing',
    () => find('mcpb', {}, { [manifest]: swap('${user_config.PETSTORE_API_KEY}', '${user_config.KEY}') }),
    /PETSTORE_API_KEY refers to KEY, which user_config does not have/,
  ],
  [
    'a homepage that is no URL',
    () => find('mcpb', { manifest: { homepage: 'example' } }),
    /\/homepage must match format "uri"/,
  ],
];

const plugins: Mistake[] = [
  [
    'nothing to run',
    () => find('plugin', program),
    /^error mcpwright\.yaml\/publish\/to: Clients have nothing/,
  ],
  [
    'a fixed token',
    () => find('plugin', { choices: { access: 'token' } }),
    /^warning mcpwright\.yaml\/publish\/access: .*no place for a token/,
  ],
  [
    'no schema',
    () => find('plugin', {}, { 'mcp.json': member('$schema', undefined) }),
    /^error mcp\.json\/\$schema: .*mcp\.schema\.json/,
  ],
  [
    'the schema of another version',
    () => find('plugin', {}, { 'plugin.json': swap('1.0.0/plugin', '2.0.0/plugin') }),
    /^error plugin\.json\/\$schema: .*1\.0\.0\/plugin\.schema\.json/,
  ],
  [
    'skills that are declared',
    () => find('plugin', {}, { 'plugin.json': member('skills', './skills') }),
    /^error plugin\.json\/skills: .*under extensions/,
  ],
  [
    'a name with two lines',
    () => find('plugin', {}, { 'plugin.json': member('name', 'pet--store') }),
    /^error plugin\.json\/name: The name "pet--store"/,
  ],
  [
    'a name in capitals',
    () => find('plugin', {}, { [claude]: member('name', 'Petstore') }),
    /^error \.claude-plugin\/plugin\.json\/name: /,
  ],
  [
    'an author that is a text',
    () => find('plugin', {}, { 'plugin.json': member('author', 'Ann') }),
    /^error plugin\.json\/author: .*"author": \{ "name"/,
  ],
  [
    'an author with a phone',
    () => find('plugin', {}, { 'plugin.json': member('author', { name: 'Ann', phone: '1' }) }),
    /^error plugin\.json\/author\/phone: /,
  ],
  [
    'another version of a plugin',
    () => find('plugin', {}, { 'plugin.json': member('version', '0.9.0') }),
    /^error plugin\.json\/version: /,
  ],
  [
    'keywords as a text',
    () => find('plugin', {}, { 'plugin.json': member('keywords', 'mcp') }),
    /^error plugin\.json\/keywords: /,
  ],
  [
    'a repository as an object',
    () => find('plugin', {}, { 'plugin.json': member('repository', { url: 'x' }) }),
    /^error plugin\.json\/repository: repository is no text/,
  ],
  [
    'a type of another format',
    () => find('plugin', {}, { 'mcp.json': swap('streamable-http', 'http') }),
    /^error mcp\.json\/mcpServers\/petstore\/type: The type "http"/,
  ],
  [
    'an address without https',
    () => find('plugin', {}, { 'mcp.json': swap('https://mcp', 'http://mcp') }),
    /\/mcpServers\/petstore\/url: .*none of https/,
  ],
  [
    'a header with a key',
    () =>
      find(
        'plugin',
        {},
        { 'mcp.json': swap(/"url": "([^"]*)"/, '"url": "$1", "headers": { "X-Api-Key": "abc" }') },
      ),
    /headers\/X-Api-Key: .*everybody could read it/,
  ],
  [
    'a reference to the environment',
    () =>
      find(
        'plugin',
        program,
        { 'mcp.json': swap('"command"', '"env": { "PETSTORE_API_KEY": "${PETSTORE_API_KEY}" }, "command"') },
        ['npm'],
      ),
    /env\/PETSTORE_API_KEY: .*would arrive as text/,
  ],
  [
    'a command line as the command',
    () => find('plugin', program, { 'mcp.json': swap('"npx"', '"npx -y"') }, ['npm']),
    /\/command: The command is not one word/,
  ],
  [
    'an address and a command',
    () =>
      find(
        'plugin',
        program,
        { 'mcp.json': swap('"command"', '"url": "https://mcp.petshop.dev", "command"') },
        ['npm'],
      ),
    /\/mcpServers\/petstore\/url: The member "url" is not known/,
  ],
];

const others: Mistake[] = [
  ['links to nothing', () => find('links', program), /^error mcpwright\.yaml\/publish\/to: /],
  ['no page of links', () => find('links', {}, { 'INSTALL.md': gone }), /^error INSTALL\.md: .*missing/],
  [
    'links to an address of before',
    () =>
      find('links', {}, { 'INSTALL.md': (text) => text.replaceAll('mcp.petshop.dev', 'old.petshop.dev') }),
    /^error INSTALL\.md: .*does not lead to https:\/\/mcp\.petshop\.dev\/mcp/,
  ],
  [
    'a key in a link',
    () =>
      find(
        'links',
        program,
        {
          'INSTALL.md': (text) =>
            `${text}\n[Add](cursor://x/install?name=a&config=${Buffer.from('{"env":{"PETSTORE_API_KEY":"abc"}}').toString('base64')})`,
        },
        ['npm'],
      ),
    /^error INSTALL\.md: A value of PETSTORE_API_KEY stands there/,
  ],
  [
    'no repository',
    () => find('release', { manifest: { repository: undefined } }),
    /^error package\.json\/repository: .*"url": "git\+https:\/\/github\.com\/your-name\/petstore\.git"/,
  ],
  [
    'a repository elsewhere',
    () => find('release', { manifest: { repository: 'gitlab:example/petstore' } }),
    /^error package\.json\/repository: The workflow runs on GitHub/,
  ],
  [
    'no lock file',
    () => find('release', {}, { 'package-lock.json': gone }),
    /^error package-lock\.json: .*none/,
  ],
  [
    'a lock file that is none',
    () => find('release', {}, { 'package-lock.json': () => '{}' }),
    /^error package-lock\.json: .*none that npm wrote/,
  ],
  [
    'no workflow',
    () => find('release', {}, { [workflow]: gone }),
    /^error \.github\/workflows\/release\.yml: .*missing/,
  ],
  [
    'a workflow that is no YAML',
    () => find('release', {}, { [workflow]: () => 'on: [push' }),
    /release\.yml is not YAML/,
  ],
  [
    'a workflow for branches',
    () => find('release', {}, { [workflow]: swap("tags: ['v*']", 'branches: [main]') }),
    /\/on\/push\/tags: No tag starts/,
  ],
  [
    'a job that is missing',
    () => find('release', {}, { [workflow]: swap(/^ {2}npm:$/m, '  other:') }, ['npm']),
    /\/jobs\/npm: The job npm is missing/,
  ],
  [
    'a job that may write more',
    () =>
      find('release', {}, { [workflow]: swap('id-token: write', 'id-token: write\n      contents: write') }, [
        'npm',
      ]),
    /\/jobs\/npm\/permissions: .*contents: write/,
  ],
  [
    'a workflow that may do everything',
    () => find('release', {}, { [workflow]: swap('permissions: {}', 'permissions: write-all') }),
    /release\.yml\/permissions: Every job may do more/,
  ],
  [
    'a script that is missing',
    () => find('release', { manifest: { scripts: {} } }, {}, ['mcpb']),
    /^error package\.json\/scripts\/pack:mcpb: /,
  ],
  [
    'an image of another registry',
    () => find('release', { choices: { image: 'docker.io/example/petstore' } }, {}, ['docker']),
    /^warning \.github.*ghcr\.io\/owner\/name/,
  ],
  ['no address for ChatGPT', () => find('openai', program), /^error mcpwright\.yaml\/publish\/url: /],
  [
    'a fixed token for ChatGPT',
    () => find('openai', { choices: { access: 'token' } }),
    /^error mcpwright\.yaml\/publish\/access: /,
  ],
  [
    'no page for help',
    () => find('openai', { choices: { support: undefined } }),
    /^error mcpwright\.yaml\/publish\/support: /,
  ],
  [
    'no category',
    () => find('openai', { choices: { category: undefined } }),
    /^warning mcpwright\.yaml\/publish\/category: /,
  ],
  [
    'no submission',
    () => find('openai', {}, { [submission]: gone }),
    /^error openai\/chatgpt-app-submission\.json: .*missing/,
  ],
  [
    'a long subtitle',
    () =>
      find('openai', {}, { [submission]: swap(/"subtitle": "[^"]*"/, `"subtitle": "${'x'.repeat(31)}"`) }),
    /\/app_info\/subtitle: .*31 characters, and 30/,
  ],
  [
    'no description',
    () => find('openai', {}, { [submission]: swap(/"description": "A shop[^"]*"/, '"description": ""') }),
    /\/app_info\/description: description is empty/,
  ],
  [
    'a hint that is not said',
    () => find('openai', {}, { [submission]: swap('"destructiveHint": false', '"destructiveHint": null') }),
    /\/tools\/list_pets\/annotations: .*destructiveHint/,
  ],
  [
    'a hint without a reason',
    () =>
      find(
        'openai',
        {},
        { [submission]: swap(/"open_world_justification": "[^"]*"/, '"open_world_justification": " "') },
      ),
    /\/tools\/list_pets\/justifications: .*open_world_justification/,
  ],
  [
    'a tool that is missing',
    () => find('openai', {}, { [submission]: member('tools', {}) }),
    /\/tools\/list_pets: The tool list_pets is missing/,
  ],
  [
    'four cases',
    () =>
      find(
        'openai',
        {},
        {
          [submission]: (text) =>
            JSON.stringify({ ...JSON.parse(text), test_cases: JSON.parse(text).test_cases.slice(1) }),
        },
      ),
    /\/test_cases: .*4 cases, and 5/,
  ],
  [
    'no negative cases',
    () => find('openai', {}, { [submission]: member('negative_test_cases', undefined) }),
    /\/negative_test_cases: .*0 cases, and 3/,
  ],
  [
    'a case of an unknown tool',
    () =>
      find(
        'openai',
        {},
        { [submission]: swap('"tools_triggered": "list_pets"', '"tools_triggered": "get_pet"') },
      ),
    /\/test_cases\/0\/tools_triggered: .*get_pet/,
  ],
  [
    'a negative case with a tool',
    () =>
      find('openai', {}, { [submission]: swap('"tools_triggered": null', '"tools_triggered": "list_pets"') }),
    /\/negative_test_cases\/0\/tools_triggered: /,
  ],
  [
    'a case without a prompt',
    () => find('openai', {}, { [submission]: swap(/"user_prompt": "[^"]*"/, '"user_prompt": ""') }),
    /\/test_cases\/0\/user_prompt: /,
  ],
  [
    'a private package',
    () => find('npm', { manifest: { private: true } }),
    /^error package\.json\/private: /,
  ],
  [
    'a name in capitals at npm',
    () => find('npm', { manifest: { name: 'Petstore' } }),
    /^error package\.json\/name: The name Petstore/,
  ],
  [
    'a long name',
    () => find('npm', { manifest: { name: 'x'.repeat(215) } }),
    /^error package\.json\/name: .*215 characters/,
  ],
  [
    'a name that begins with a dot',
    () => find('npm', { manifest: { name: '@example/.petstore' } }),
    /^error package\.json\/name: .*begins with a dot/,
  ],
  [
    'a name of Node',
    () => find('npm', { manifest: { name: 'http', bin: 'dist/stdio.js' } }),
    /^error package\.json\/name: .*gives to nobody/,
  ],
  [
    'no license at npm',
    () => find('npm', { manifest: { license: undefined } }),
    /^error package\.json\/license: /,
  ],
  [
    'a private registry in .npmrc',
    () => find('npm', {}, { '.npmrc': () => 'registry=https://a.test\n@example:registry=https://b.test\n' }),
    /^error \.npmrc: .*another registry than the public one/,
  ],
  [
    'a private registry',
    () => find('npm', { manifest: { publishConfig: { registry: 'https://npm.petshop.dev' } } }),
    /^error package\.json\/publishConfig\/registry: /,
  ],
  [
    'a package without the server',
    () => find('npm', { manifest: { files: ['src'] } }),
    /^error package\.json\/files: .*"files": \["dist"\]/,
  ],
  [
    'no program',
    () => find('npm', { manifest: { bin: undefined } }),
    /^error package\.json\/bin: .*"petstore-mcp": "dist\/stdio\.js"/,
  ],
  [
    'programs of other names',
    () => find('npm', { manifest: { bin: { petstore: 'dist/stdio.js', 'petstore-http': 'dist/http.js' } } }),
    /^error package\.json\/bin: .*npx does not know which to start/,
  ],
];

/** Scripts by which the licences of packages are missing, and such that write them. */
const unlicensed: [what: string, scripts: Record<string, string>][] = [
  ['no scripts', {}],
  ['a build that ends before', { build: 'tsc' }],
  ['a build that empties dist/ behind it', { build: 'node licenses.js && tsc && node build.js' }],
  ['a script that the build does not run', { build: 'tsc', licenses: 'node licenses.js' }],
  ['another script of life', { build: 'tsc', postinstall: 'node licenses.js' }],
  ['scripts in a circle', { build: 'npm run one', one: 'npm run build', two: 'node licenses.js' }],
  ['files that only name it', { build: 'tsc && node build.js', 'pack:mcpb': 'node pack.js' }],
];
const licensed: [what: string, scripts: Record<string, string>, files?: Record<string, string>][] = [
  ['as it is written', { build: 'tsc && node build.js && node bundle.js && node licenses.js' }],
  ['by a path', { build: 'tsc && node ./licenses.js --quiet' }],
  ['after the build', { build: 'node build.js', postbuild: 'node licenses.js' }],
  ['by another script', { build: 'npm run -s js && npm run texts', js: 'tsc', texts: 'node licenses.js' }],
  ['by scripts that are listed', { build: 'run-s js texts', js: 'node build.js', texts: 'node licenses.js' }],
  ['by a program', { build: 'bash ./make/all.sh' }, { 'make/all.sh': 'node licenses.js\n' }],
];

describe('the licences of packages', () => {
  const told = /^error package\.json\/scripts\/build: .*lacks the licences.* Fix: .*&& node licenses\.js/;

  test.each(
    unlicensed.flatMap(([what, scripts]) =>
      (['npm', 'mcpb', 'docker'] as const).map((place) => [what, place, scripts] as const),
    ),
  )('are missed, once: %s, for %s', async (_, place, scripts) => {
    const files = { 'build.js': () => "existsSync('licenses.js')", 'pack.js': () => 'run node licenses.js' };
    const lines = await find(place, { manifest: { scripts } }, files, ['npm', 'docker']);
    expect(lines.filter((line) => told.test(line))).toHaveLength(1);
  });

  test.each(licensed)('are written %s', async (_, scripts, files = {}) => {
    const added = Object.entries(files).map(([path, text]) => [path, () => text] as const);
    const lines = await find('npm', { manifest: { scripts } }, Object.fromEntries(added), ['docker']);
    expect(lines.filter((line) => told.test(line))).toEqual([]);
  });

  test('are written before npm or the bundle is packed', async () => {
    const build = { build: 'tsc && node build.js' };
    const packed = { scripts: { ...build, prepack: 'npm run build && node licenses.js' } };
    const bundled = { scripts: { ...build, 'pack:mcpb': 'node licenses.js && node pack.js' } };
    for (const [place, own] of [
      ['npm', packed],
      ['mcpb', bundled],
    ] as const)
      expect((await find(place, { manifest: own })).filter((line) => told.test(line))).toEqual([]);
    expect((await find('docker', { manifest: packed })).filter((line) => told.test(line))).toHaveLength(1);
  });

  test('concern no place that hands on no code', async () => {
    const lines = await find('registry', { manifest: { scripts: { build: 'tsc' } } }, {}, ['card']);
    expect(lines.filter((line) => told.test(line))).toEqual([]);
  });

  test.each([
    [['npm', 'docker'], 'npm'],
    [['mcpb'], 'mcpb'],
    [['docker', 'mcpb'], 'mcpb'],
    [['docker'], 'docker'],
    [['registry'], undefined],
  ] as [Place[], Place | undefined][])('are of the first place that hands on: %s', async (to, place) => {
    const { written } = await publishServer({ ...fullChoices, to });
    expect(written.find(({ path }) => path === 'licenses.js')?.place).toBe(place);
  });
});

describe('a mistake is found, with what to fill in:', () => {
  test.each([...bundles, ...plugins, ...others])('%s', async (_, found, told) => {
    const lines = await found();
    expect(
      lines.filter((line) => told.test(line)),
      lines.join('\n'),
    ).toHaveLength(1);
    expect(lines.every((line) => / Fix: \S/.test(line))).toBe(true);
  });
});
