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
    'npx -y @example/old-mcp',
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
  [
    'the image of another version',
    image,
    image,
    { version: '1.2.2' },
    'docker run -i --rm -e PETSTORE_API_KEY -e PETSTORE_BASE_URL ghcr.io/example/petstore-mcp:1.2.2',
    'docker run -i --rm -e PETSTORE_API_KEY -e PETSTORE_BASE_URL ghcr.io/example/petstore-mcp:1.2.3',
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

/** What an owner may write instead, and what is found then. */
const mistakes: [name: string, choices: Changes, from: RegExp, to: string, found: RegExp][] = [
  [
    'a version that stays',
    program,
    /"@example\/petstore-mcp"/,
    '"@example/petstore-mcp@1.0.0"',
    /leads to npx -y @example\/petstore-mcp@1\.0\.0/,
  ],
  [
    'another program',
    program,
    /"command": "npx"/,
    '"command": "bunx"',
    /The JSON to be copied leads to bunx -y/,
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
    /leads to npx -y other/,
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
])('%s is fine', async (_name, from, to) => {
  const published = await publish(program);
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
