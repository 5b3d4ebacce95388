import { describe, expect, test } from 'vitest';
import { fullChoices, fullManifest, publishServer } from '../../../support/publishing.js';

/** INSTALL.md of a server that is published so. */
async function writeInstall(choices: object): Promise<string> {
  const { files } = await publishServer({ ...fullChoices, ...choices }, fullManifest);
  return String(files.get('INSTALL.md'));
}

/** The links of the page, by their schemes and hosts. */
function listLinks(page: string): URL[] {
  return [...page.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => new URL(link));
}

/** The configuration in a link of Cursor or LM Studio. */
function readConfig(page: string, scheme: string): unknown {
  const link = listLinks(page).find(({ protocol }) => protocol === `${scheme}:`);
  return JSON.parse(Buffer.from(link?.searchParams.get('config') ?? '', 'base64').toString('utf8'));
}

/** What VS Code makes of its link: it decodes it twice. */
function readVsCode(page: string): unknown {
  const link = listLinks(page).find(({ hostname }) => hostname === 'insiders.vscode.dev');
  const inner = link?.searchParams.get('url') ?? '';
  const [, query = ''] = /^vscode:mcp\/install\?(.*)$/.exec(inner) ?? [];
  return JSON.parse(decodeURIComponent(decodeURIComponent(query)));
}

const program = { to: ['npm', 'links'], url: undefined };
const start = { command: 'npx', args: ['-y', '@example/petstore-mcp'] };

describe('links to a package', () => {
  test('Cursor and LM Studio read what starts it, with an empty value for what users fill in', async () => {
    const page = await writeInstall(program);
    for (const scheme of ['cursor', 'lmstudio'])
      expect(readConfig(page, scheme)).toEqual({ ...start, env: { PETSTORE_API_KEY: '' } });
  });

  test('VS Code asks for the key, and does not show it', async () => {
    expect(readVsCode(await writeInstall(program))).toEqual({
      name: 'petstore',
      type: 'stdio',
      ...start,
      env: { PETSTORE_API_KEY: '${input:PETSTORE_API_KEY}' },
      inputs: [
        {
          type: 'promptString',
          id: 'PETSTORE_API_KEY',
          description: 'API key, sent as the header X-Key',
          password: true,
        },
      ],
    });
  });

  test('Goose is told each argument, and what the key is', async () => {
    const page = await writeInstall(program);
    const link = listLinks(page).find(({ protocol }) => protocol === 'goose:');
    expect([...(link?.searchParams ?? [])]).toEqual([
      ['cmd', 'npx'],
      ['arg', '-y'],
      ['arg', '@example/petstore-mcp'],
      ['id', 'petstore'],
      ['name', 'Petstore'],
      ['description', 'Pets and who owns them.'],
      ['env', 'PETSTORE_API_KEY=API key, sent as the header X-Key'],
    ]);
  });

  test('the command of Claude Code refers to the variable', async () => {
    const page = await writeInstall(program);
    const [, json = ''] = /claude mcp add-json petstore '(.*)'/.exec(page) ?? [];
    expect(JSON.parse(json)).toEqual({
      type: 'stdio',
      ...start,
      env: { PETSTORE_API_KEY: '${PETSTORE_API_KEY}' },
    });
  });
});

test('an image is started with the variables of the client', async () => {
  const page = await writeInstall({ to: ['docker', 'links'], url: undefined });
  expect(readConfig(page, 'cursor')).toEqual({
    command: 'docker',
    args: [
      'run',
      '-i',
      '--rm',
      '-e',
      'PETSTORE_API_KEY',
      '-e',
      'PETSTORE_BASE_URL',
      'ghcr.io/example/petstore-mcp:1.2.3',
    ],
    env: { PETSTORE_API_KEY: '' },
  });
});

describe('links to an address', () => {
  test('need nothing where users log in', async () => {
    const page = await writeInstall({ to: ['links'] });
    expect(readConfig(page, 'cursor')).toEqual({ url: 'https://mcp.petshop.dev/mcp' });
    expect(readVsCode(page)).toEqual({ name: 'petstore', type: 'http', url: 'https://mcp.petshop.dev/mcp' });
    expect(page).toContain("claude mcp add --transport http petstore 'https://mcp.petshop.dev/mcp'");
  });

  test('ask for the token where there is one', async () => {
    const page = await writeInstall({ to: ['links'], access: 'token' });
    expect(readVsCode(page)).toMatchObject({
      headers: { Authorization: 'Bearer ${input:PETSTORE_MCP_TOKEN}' },
      inputs: [{ id: 'PETSTORE_MCP_TOKEN', password: true }],
    });
    expect(page).toContain("--header 'Authorization: Bearer ${PETSTORE_MCP_TOKEN}'");
  });

  test('with a percent sign are written for a file of VS Code, which decodes links twice', async () => {
    const url = 'https://mcp.petshop.dev/a%20b/mcp';
    const page = await writeInstall({ to: ['links'], url });
    expect(page).not.toContain('vscode:mcp/install');
    const [, json = ''] = /In `\.vscode\/mcp\.json`:\s+```json\n([\s\S]*?)\n```/.exec(page) ?? [];
    expect(JSON.parse(json)).toEqual({ servers: { petstore: { type: 'http', url } } });
    expect(readConfig(page, 'cursor')).toEqual({ url });
  });

  test('with quotes and parentheses stay one word for a shell and one link', async () => {
    const url = "https://mcp.petshop.dev/it's(1)/mcp";
    const page = await writeInstall({ to: ['links'], url });
    expect(page).toContain(String.raw`petstore 'https://mcp.petshop.dev/it'\''s(1)/mcp'`);
    expect(
      listLinks(page)
        .find(({ protocol }) => protocol === 'goose:')
        ?.searchParams.get('url'),
    ).toBe(url);
  });
});

test('nothing is written that leads nowhere', async () => {
  const { files } = await publishServer({ to: ['links'] });
  expect(files.has('INSTALL.md')).toBe(false);
});
