import { expect, test } from 'vitest';
import { fullChoices, publishServer } from '../../../support/publishing.js';
import { makeServer } from '../../../support/makeServer.js';

async function readPlugin(choices: object, name = 'petstore') {
  const server = makeServer();
  server.api.name = name;
  const { files } = await publishServer({ ...fullChoices, ...choices }, undefined, server);
  const read = (path: string): unknown => JSON.parse(String(files.get(path)));
  return {
    portable: read('plugin.json'),
    servers: read('mcp.json'),
    claude: read('.claude-plugin/plugin.json'),
  };
}

test('a public address is called by all clients', async () => {
  const { portable, servers, claude } = await readPlugin({ to: ['plugin'] });
  expect(portable).toEqual({
    $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json',
    name: 'petstore',
    version: '1.2.3',
    description: 'Pets and who owns them.',
    author: { name: 'Example Ltd', email: 'mcp@petshop.dev', url: 'https://petshop.dev' },
    homepage: 'https://petshop.dev/petstore',
    repository: 'https://github.com/example/petstore-mcp',
    license: 'MIT',
    keywords: ['mcp', 'pets'],
  });
  const url = 'https://mcp.petshop.dev/mcp';
  expect(servers).toEqual({
    $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
    mcpServers: { petstore: { type: 'streamable-http', url } },
  });
  expect(claude).toMatchObject({ name: 'petstore', mcpServers: { petstore: { type: 'http', url } } });
});

test('a package is started in its version; only Claude Code is given references to the environment', async () => {
  const { servers, claude } = await readPlugin({ to: ['npm', 'plugin'], url: undefined });
  const start = { type: 'stdio', command: 'npx', args: ['-y', '@example/petstore-mcp@1.2.3'] };
  expect(servers).toMatchObject({ mcpServers: { petstore: start } });
  expect(JSON.stringify(servers)).not.toContain('${');
  expect(claude).toMatchObject({
    mcpServers: {
      petstore: {
        ...start,
        env: { PETSTORE_API_KEY: '${PETSTORE_API_KEY:-}', PETSTORE_BASE_URL: '${PETSTORE_BASE_URL:-}' },
      },
    },
  });
});

test('Claude Code takes the token of an address from the environment', async () => {
  const { servers, claude } = await readPlugin({ to: ['plugin'], access: 'token' });
  expect(JSON.stringify(servers)).not.toMatch(/Bearer|TOKEN/);
  expect(claude).toMatchObject({
    mcpServers: { petstore: { headers: { Authorization: 'Bearer ${PETSTORE_MCP_TOKEN:-}' } } },
  });
});

test.each([
  ['a--b', 'a-b'],
  [`a${'-b'.repeat(40)}`, `a${'-b'.repeat(31)}`],
])('%s becomes the name of a plugin: %s', async (name, expected) => {
  expect((await readPlugin({ to: ['plugin'] }, name)).portable).toMatchObject({ name: expected });
});
