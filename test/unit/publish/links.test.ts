import { describe, expect, test } from 'vitest';
import type { PublishChoices } from '../../../generator/model/publish/choices.js';
import { fullChoices, fullManifest, listFound, lockFile, publishServer } from '../../support/publishing.js';

type Changes = { [key in keyof PublishChoices]?: PublishChoices[key] | undefined };

const publish = (choices: Changes, manifest: object = {}) =>
  publishServer({ ...fullChoices, ...choices } as PublishChoices, { ...fullManifest, ...manifest });

const program: Changes = { to: ['npm', 'links'], url: undefined };
const image: Changes = { to: ['docker', 'links'], url: undefined };
const address: Changes = { to: ['links'] };
const percent: Changes = { to: ['links'], url: 'https://mcp.petshop.dev/a%20b/mcp' };

/** A part of a page: what stands below a heading, or before the first. */
function partOf(page: string, heading: string): string {
  return page.split(/^(?=## )/m).find((part) => part.startsWith(heading)) ?? '';
}

const headings = [
  ['## Claude Code', 'The command of Claude Code'],
  ['## Cursor', 'The link of Cursor'],
  ['## VS Code', 'The link of VS Code'],
  ['## LM Studio', 'The link of LM Studio'],
  ['## Goose', 'The link of Goose'],
  ['## Other clients', 'The JSON to be copied'],
  ['# Add', 'The text'],
] as const;

const ways: [way: string, now: Changes, before: Changes, manifest: object, has: string, wanted: string][] = [
  [
    'another package',
    program,
    program,
    { name: '@example/old-mcp' },
    'npx @example/old-mcp',
    'npx -y @example/petstore-mcp',
  ],
  [
    'another address',
    address,
    { ...address, url: 'https://old.petshop.dev/mcp' },
    {},
    'https://old.petshop.dev/mcp',
    'https://mcp.petshop.dev/mcp',
  ],
  [
    'an address, where it is started now',
    program,
    address,
    {},
    'https://mcp.petshop.dev/mcp',
    'npx -y @example/petstore-mcp',
  ],
];

describe.each(ways)('a page on which one part has %s', (_way, now, before, manifest, has, wanted) => {
  test.each(headings)('below "%s" is found', async (heading, where) => {
    const published = await publish(now);
    const page = String(published.files.get('INSTALL.md'));
    published.files.set('package-lock.json', lockFile);
    const found = await listFound(published);
    expect(found.filter((line) => line.includes('INSTALL'))).toEqual([]);
    const old = await publish(before, manifest);
    const part = partOf(String(old.files.get('INSTALL.md')), heading);
    expect(part).not.toBe('');
    published.files.set(
      'INSTALL.md',
      page.replace(partOf(page, heading), () => part),
    );
    const lines = (await listFound(published)).filter((line) => line.includes('INSTALL'));
    expect(lines).toContain(
      `error INSTALL.md: ${where} leads to ${has}, and not to where the server is published. Fix: Run mcpwright publish; if the line is one that you have changed, write there: ${wanted}`,
    );
    expect(lines.every((line) => line.includes(where))).toBe(true);
  });
});

/** The configuration of another server, as links have it. */
const wrongConfig = encodeURIComponent(
  Buffer.from('{"url":"https://old.petshop.dev/mcp"}').toString('base64'),
);

/** What an owner may write instead, and what is found then. */
const mistakes: [name: string, choices: Changes, from: RegExp, to: string, found: RegExp][] = [
  [
    'the image of another version',
    image,
    /("ghcr\.io\/example\/petstore-mcp:1\.2\.)3/,
    '$12',
    /warning .*Claude Code leads to ghcr\.io\/example\/petstore-mcp:1\.2\.2, and the version is 1\.2\.3/,
  ],
  [
    'a key in an address',
    address,
    /"url": "[^"]*"/,
    '"url": "https://me:k3y@old.petshop.dev/mcp?api_key=k3y#k3y"',
    /leads to https:\/\/old\.petshop\.dev\/mcp, and not/,
  ],
  ...[
    ['npx -y --api-key k3y other', undefined],
    ['npx -y other --api-key k3y', 'npx other'],
    ['cmd /c npx -y other k3y', 'npx other'],
    ['docker run -i --rm -e KEY=k3y -e A ghcr.io/example/other:1', 'docker ghcr.io/example/other:1'],
    ['pnpm dlx @example/other k3y', 'pnpm @example/other'],
    ['npx -y mcp-remote https://old.petshop.dev/mcp?k=k3y', 'https://old.petshop.dev/mcp'],
  ].flatMap(([command = '', shown]): (typeof mistakes)[number][] =>
    shown === undefined
      ? []
      : ['claude', 'codex', '$ claude', 'gemini'].map((client) => [
          `${client}: ${command}`,
          program,
          /claude mcp add-json .*/,
          `${client.replace('$', '$$$$')} mcp add petstore -- ${command}`,
          new RegExp(`error .*The command of \\w+.* leads to ${shown.replaceAll('.', '\\.')}, and not`),
        ]),
  ),
  ...['```jsonc\n{', '```json5\n{ // of petstore', '```\n{', '~~~json\n{'].map(
    (open): (typeof mistakes)[number] => [
      `an address behind ${open}`,
      address,
      /```json\n\{([^]*?"https:\/\/)mcp([^]*?)```/,
      `${open}$1old$2${open.slice(0, 3)}`,
      /error .*JSON to be copied leads to https:\/\/old/,
    ],
  ),
  ...[
    ['<a href="LINK">Add</a>', '<p>\n<a href="LINK">Add</a>\n</p>'],
    ['[Add][cursor]\n\n[cursor]: LINK', '- item\n\n  [Add](LINK)'],
    ['`LINK`', '    LINK'],
    ['<LINK>', '| a |\n| - |\n| [Add](LINK) |'],
  ]
    .flat()
    .map((form): (typeof mistakes)[number] => [
      `a link as ${form}`,
      address,
      /## Cursor/,
      `${form.replace('LINK', `cursor://anysphere.cursor-deeplink/mcp/install?name=petstore&config=${wrongConfig}`)}\n\n## Cursor`,
      /error .*The link of Cursor leads to https:\/\/old\.petshop\.dev\/mcp, and not/,
    ]),
  ...[
    `https://cursor.com/install-mcp?name=petstore&config=${wrongConfig}`,
    `https://vscode.dev/redirect/mcp/install?name=petstore&config=${encodeURIComponent('{"url":"https://old.petshop.dev/mcp"}')}`,
  ].map((link): (typeof mistakes)[number] => [
    `the link ${link}`,
    address,
    /## Cursor/,
    `[Add](${link})\n\n## Cursor`,
    /error .*The link of \S+(?: Code)? leads to https:\/\/old\.petshop\.dev\/mcp, and not/,
  ]),
  [
    'an indented fence',
    address,
    /```json\n([^]*?"https:\/\/)mcp([^]*?)```/,
    '  ```json\n$1old$2  ```',
    /JSON to be copied leads to https:\/\/old/,
  ],
  [
    'a command that goes on',
    address,
    /claude mcp add --transport http petstore .*/,
    'claude mcp add --transport http petstore \\\n  https://old.petshop.dev/mcp',
    /Claude Code leads to https:\/\/old/,
  ],
  [
    'a version that stays',
    program,
    /"@example\/petstore-mcp"/,
    '"@example/petstore-mcp@1.0.0"',
    /warning .*leads to @example\/petstore-mcp@1\.0\.0, and the version is 1\.2\.3 now/,
  ],
  [
    'a link that is cut',
    program,
    /(lmstudio:\/\/add_mcp\?name=petstore&config=.{9})[^)]*/,
    '$1',
    /The link of LM Studio cannot be read/,
  ],
  [
    'a link of VS Code that is cut',
    address,
    /(`vscode:mcp\/install\?.{9})[^`]*/,
    '$1',
    /The link of VS Code cannot be read/,
  ],
  ['JSON that is none', percent, /"type": "http",/, '"type": http,', /The JSON to be copied cannot be read/],
  ['a link of Goose without a program', program, /cmd=npx&/, '', /The link of Goose cannot be read/],
  [
    'a command with nothing to add',
    address,
    /(claude mcp add --transport http petstore) .*/,
    '$1',
    /The command of Claude Code cannot be read/,
  ],
  [
    'a command that starts something',
    program,
    /claude mcp add-json .*/,
    'claude mcp add petstore -- npx -y other',
    /error .*leads to npx other,/,
  ],
  [
    'an address in a file of VS Code',
    percent,
    /("url": "https:\/\/)mcp/,
    '$1old',
    /The JSON to be copied leads to https:\/\/old/,
  ],
];

describe('of a mistake', () => {
  test.each(mistakes)('%s is found', async (_name, choices, from, to, found) => {
    const published = await publish(choices);
    const page = String(published.files.get('INSTALL.md'));
    expect(page).toMatch(from);
    published.files.set('INSTALL.md', page.replace(from, to));
    const lines = (await listFound(published)).filter((line) => line.includes('INSTALL'));
    expect(lines).toEqual([expect.stringMatching(found)]);
    expect(lines.join('\n'), 'no value is repeated').not.toContain('k3y');
  });
});

test.each<[name: string, from: RegExp, to: string]>([
  [
    'a flag of the server',
    /"args": \["-y", "@example\/petstore-mcp"/,
    '"args": ["-y", "@example/petstore-mcp", "--read-only"',
  ],
  [
    'a command in its short form',
    /claude mcp add-json .*/,
    'claude mcp add petstore -- npx -y @example/petstore-mcp --read-only',
  ],
  ['a client that is left out', /## Goose[^]*?(?=##)/, ''],
  [
    'a link to something else',
    /## Goose/,
    'See [the site](https://petshop.dev/redirect?url=https%3A%2F%2Fexample.org).\n\n## Goose',
  ],
  ...[
    'npx @example/petstore-mcp',
    'npx -y @example/petstore-mcp@latest',
    'npx -y @example/petstore-mcp@1.2.3',
    'npx -y --api-key k3y other',
    'cmd /c npx -y @example/petstore-mcp',
    'bunx @example/petstore-mcp',
    'pnpm dlx @example/petstore-mcp --read-only',
    'docker run -i --rm -e KEY=k ghcr.io/example/petstore-mcp:latest',
    'docker run -i ghcr.io/example/petstore-mcp:1.2.3',
    'node dist/stdio.js',
    'npx -y github:example/petstore-mcp',
  ].map((command): [string, RegExp, string] => [
    `the command ${command}`,
    /claude mcp add-json .*/,
    `$ claude mcp add petstore \\\n  -- ${command}`,
  ]),
  ['another server', /claude mcp add-json .*/, '$&\nclaude mcp add pets -- npx -y @example/pets'],
  ...[
    'vscode:extension/example.pets',
    'vscode://settings/mcp',
    'cursor://settings/mcp',
    'goose://recipe?config=abc',
    'https://cursor.com/docs',
    'lmstudio://open_from_hf?model=a',
    'vscode:mcp/install?%7B%22name%22%3A%22pets%22%2C%22url%22%3A%22https%3A%2F%2Fpets.dev%2Fmcp%22%7D',
  ].map((link): [string, RegExp, string] => [`the link ${link}`, /## Goose/, `[Open](${link})\n\n## Goose`]),
  ...[
    '{ "permissions": { "allow": ["mcp__petstore"] } }',
    '[{ "id": 1, "name": "petstore" }]',
    '{ "context_servers": { "petstore": { "command": { "path": "npx", "args": ["@example/petstore-mcp"] } } } }',
    '{ "mcp": { "servers": { "petstore": { "command": "npx", "args": ["@example/petstore-mcp"] } } } }',
    '{\n  // of petstore\n  "mcpServers": { "petstore": { "command": "bunx", "args": ["@example/petstore-mcp"], } }\n}',
    '"mcpServers": { "petstore": { "command": "npx", "args": ["-y", "@example/petstore-mcp"] } }',
    '{ "mcpServers": { "petstore": { "url": "http://localhost:3000/mcp" }, "pets": { "url": "https://pets.dev/mcp" } } }',
    '{ "mcpServers": { "petstore": { "disabled": false } } }',
    '{ "petstore": … }',
  ].map((json): [string, RegExp, string] => [
    `the JSON ${json}`,
    /## Goose/,
    `\`\`\`json\n${json}\n\`\`\`\n\n## Goose`,
  ]),
])('%s is fine', async (_name, from, to) => {
  const published = await publish({ ...program, to: ['npm', 'docker', 'links'] });
  const page = String(published.files.get('INSTALL.md')).replace(
    /\[\n\s+"-y",\n\s+("@[^"]*")\n\s+\]/,
    '["-y", $1]',
  );
  expect(page).toMatch(from);
  published.files.set('INSTALL.md', page.replace(from, to));
  expect((await listFound(published)).filter((line) => line.includes('INSTALL'))).toEqual([]);
});

test.each([
  "https://mcp.petshop.dev/it's(1)/mcp",
  'https://mcp.petshop.dev/a%20b/mcp?x=1&y=%26',
  'https://mcp.petshop.dev/*!/mcp',
])('the address %s is read as it was written', async (url) => {
  expect(await listFound(await publish({ to: ['links'], url }))).toEqual([]);
});

test.each([
  ['blank lines', '\n'],
  ['lines of blanks', '   \n'],
  ['fences', '```\n'],
  ['open comments of JSON', '/*'],
  ['open links', '[a]('],
  ['quotes', '`"\\'],
  ['tags', '<a href="'],
  ['commands', 'claude mcp add petstore "'],
])('a page with 200 kB of %s is read in time', async (_name, part) => {
  const published = await publish(address);
  const page = String(published.files.get('INSTALL.md'));
  published.files.set('INSTALL.md', `${page}\n\`\`\`json\n${part.repeat(200_000 / part.length)}`);
  expect((await listFound(published)).every((line) => line.length < 1_000)).toBe(true);
});
