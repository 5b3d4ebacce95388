import { describe, expect, test } from 'vitest';
import { makeEntry, makeServer } from '../../../support/makeServer.js';
import { fullChoices, fullManifest, publishServer } from '../../../support/publishing.js';

describe('credentials', () => {
  const keys = {
    key: { kind: 'api-key', in: 'header', name: 'X-Key', env: 'PETS_KEY' },
    basic: { kind: 'basic', env: { username: 'PETS_USER', password: 'PETS_PASSWORD' } },
  } as const;
  type Security = Record<string, string[]>[];

  /** The variables that are required, and those that users are asked for, where calls ask for these schemes. */
  async function readAsked(...calls: Security[]) {
    const tools = calls.map((security, index) => {
      const entry = makeEntry({ name: `tool_${index}` });
      entry.tool.request.security = security;
      return entry;
    });
    const { api } = makeServer();
    const server = makeServer({
      api: { ...api, auth: keys },
      toolsets: [{ name: 'pets', title: 'Pets', description: 'Pets', tools }],
    });
    const { facts, files } = await publishServer({ to: ['npm', 'links'] }, fullManifest, server);
    const of = (member: 'isRequired' | 'isAsked') =>
      facts.variables.filter((one) => one[member]).map(({ name }) => name);
    return { required: of('isRequired'), asked: of('isAsked'), page: String(files.get('INSTALL.md')) };
  }

  const all = ['PETS_USER', 'PETS_PASSWORD', 'PETS_KEY'];
  test.each<[what: string, calls: Security[], required: string[]]>([
    ['of one scheme are required', [[{ basic: [] }]], ['PETS_USER', 'PETS_PASSWORD']],
    ['that can replace each other are not', [[{ key: [] }, { basic: [] }]], []],
    ['that are needed together are', [[{ key: [], basic: [] }]], all],
    ['of every way are', [[{ key: [] }, { key: [], basic: [] }]], ['PETS_KEY']],
    ['of some calls are not', [[{ key: [] }], [{ basic: [] }]], []],
    ['are, though some calls need none', [[{ key: [] }], [], [{}, { basic: [] }]], ['PETS_KEY']],
    ['that nothing asks for are not', [[]], []],
  ])('%s', async (_what, calls, required) => {
    const found = await readAsked(...calls);
    expect(found.required.toSorted()).toEqual(required.toSorted());
    expect(found.asked.toSorted()).toEqual(all.toSorted());
    const [start = '', rest = ''] = found.page.split('Which of these it needs');
    for (const name of all) expect(required.includes(name) ? start : rest).toContain(`- \`${name}\`: `);
  });
});

test('the command for Claude Code ends with the header, which would take what stands behind it', async () => {
  const { files } = await publishServer({ ...fullChoices, access: 'token', to: ['links'] });
  expect(String(files.get('INSTALL.md'))).toMatch(
    /claude mcp add --transport http petstore 'https:\/\/mcp\.petshop\.dev\/mcp' --header 'Authorization: Bearer \$\{[A-Z_]+\}'\n/,
  );
});
