import * as prettier from 'prettier';
import { describe, expect, test } from 'vitest';
import { emit } from '../../../generator/emit/emit.js';
import type { FeatureChoices } from '../../../generator/model/config.js';
import { stripPadding } from '../../../generator/text/markdown/stripPadding.js';
import { codeCell, escapeMarkdown } from '../../../generator/text/markdown/escape.js';
import type { Server, Tool } from '../../../generator/model/server.js';
import { everything } from '../../support/everything.js';
import { readSettings } from '../../../templates/project/src/runtime/settings.js';
import { hostileTexts, makeHostileServer } from '../../support/makeHostileServer.js';
import { shapeDocument } from '../../support/shapeDocument.js';
import { makeEntry, makeServer } from '../../support/makeServer.js';
import { pins, readTemplates } from '../../support/readTemplates.js';

interface Node {
  type: string;
  value?: string;
  url?: string;
  children?: Node[];
}

/** Markdown as prettier's own parser understands it. */
async function parse(markdown: string): Promise<Node> {
  const { __debug: debug } = prettier as unknown as {
    __debug: { parse: (text: string, options: object) => Promise<{ ast: Node }> };
  };
  return (await debug.parse(markdown, { parser: 'markdown' })).ast;
}

function find(node: Node, ...types: string[]): Node[] {
  const inner = (node.children ?? []).flatMap((child) => find(child, ...types));
  return types.includes(node.type) ? [node, ...inner] : inner;
}

function textOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

const choose = (choices: FeatureChoices) => readme({ ...makeServer(), choices });

async function readme(server: Server): Promise<string> {
  const files = await emit(server, readTemplates(), pins);
  return files.find(({ path }) => path === 'README.md')?.content ?? '';
}

const acting = [
  'html',
  'link',
  'linkReference',
  'image',
  'imageReference',
  'definition',
  'footnote',
  'heading',
];
const marks = [
  'inlineCode',
  'code',
  'emphasis',
  'strong',
  'delete',
  'table',
  'list',
  'blockquote',
  'thematicBreak',
];

test.each([
  ['get', [], '1 tool, which is read-only.'],
  ['delete', [], '1 tool, which changes something.'],
  ['get', ['/b'], '2 tools, all of them read-only.'],
  ['post', ['/b', '/c'], '3 tools, 2 of them read-only.'],
])('the first words count the tools: %s and %j', async (method, others, words) => {
  const reading = Object.fromEntries(others.map((path) => [path, { get: { responses: {} } }]));
  const { server } = shapeDocument({ paths: { '/a': { [method]: { responses: {} } }, ...reading } });
  expect(await readme(server)).toContain(`as ${words}`);
});

describe('escapeMarkdown', () => {
  test.each([
    ...hostileTexts,
    ...hostileTexts.map((text) => `- ${text}`),
    '# a',
    '1. a',
    '12) a',
    '---',
    '+ a',
    '> a',
  ])('%j is text and nothing else, in a paragraph', async (text) => {
    const ast = await parse(`${escapeMarkdown(text)}\n`);
    // What would name somebody is code.
    const found = find(ast, ...acting, ...marks).filter(
      ({ type, value = '' }) => type !== 'inlineCode' || !/^@[\w-]+$/.test(value),
    );
    expect(found).toEqual([]);
  });

  test.each([
    ['Tags & more', 'Tags & more'],
    ['&lt;', String.raw`\&lt;`],
    ['v1.2.3', 'v1.2.3'],
    ['snake_case', 'snake_case'],
    ['_a_', String.raw`\_a\_`],
    ['1.2.3', '1.2.3'],
    ['1. one', String.raw`1\. one`],
    ['a  b\nc', 'a b c'],
    ['me@here', String.raw`me\@here`],
    ['Ask @team', 'Ask `@team`'],
    ['@acme/api-team, please', '`@acme/api-team`, please'],
    ['(@a-b.)', '(`@a-b`.)'],
    ['é@team', 'é`@team`'],
    ['team@example.com.@team', String.raw`team\@example.com.` + '`@team`'],
    ['a @ b', 'a @ b'],
    ['#1 of #2', '`#1` of `#2`'],
    ['see acme/api#12 and acme#3, GH-4, !5', 'see `acme/api#12` and `acme#3`, `GH-4`, `!5`'],
    ['&#64;team', String.raw`\&` + '`#64`;team'],
    ['`@team`', String.raw`\`` + '`@team`' + String.raw`\``],
    ['C# and #tag', 'C# and #tag'],
  ])('%j becomes %j', (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
  });
});

describe('codeCell', () => {
  test.each([
    ['plain', '`plain`'],
    ['', ''],
    ['a|b', '`a\\|b`'],
    ['a `b` c', '``a `b` c``'],
    ['```', '```` ``` ````'],
    ['one\ntwo', '`one two`'],
  ])('%j becomes %j', (text, code) => {
    expect(codeCell(text)).toBe(code);
  });
});

/** The lines that say how to log in. */
const linesOf = (text: string) => text.split('\n').filter((line) => line.includes(' login '));

/** A scheme that users log in to. */
const schemeOf = (name: string): Server['api']['auth'][string] => ({
  kind: 'oauth2',
  scopes: [],
  tokenUrl: 'https://auth.example.com/token',
  deviceUrl: 'https://auth.example.com/device',
  login: ['device'],
  env: {
    clientId: `${name}_CLIENT_ID`,
    clientSecret: `${name}_SECRET`,
    token: `${name}_TOKEN`,
    refreshToken: `${name}_REFRESH`,
  },
});

/** A server of operations, each of which needs a scheme: a password for `admin`, a key for `key`. */
function shapeSecured(...schemes: string[]): Server {
  return shapeDocument({
    openapi: '3.1.0',
    info: { title: 'Two', version: '1' },
    servers: [{ url: 'https://two.example' }],
    components: {
      securitySchemes: {
        admin: { type: 'http', scheme: 'basic' },
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      },
    },
    paths: Object.fromEntries(
      schemes.map((scheme, index) => [
        `/a${index}`,
        { get: { operationId: `get${index}`, security: [{ [scheme]: [] }], responses: {} } },
      ]),
    ),
  }).server;
}

describe('the README', () => {
  test('of a hostile document has the same parts as that of any other', async () => {
    const plain = await parse(await readme(makeServer()));
    const hostile = await parse(await readme(makeHostileServer()));
    const links = (ast: Node) => find(ast, 'link').map(({ url }) => url);
    const parts = (ast: Node) => find(ast, 'heading').slice(1).map(textOf);
    expect(parts(hostile)).toEqual(parts(plain));
    expect(links(hostile)).toEqual(links(plain));
    expect(find(hostile, 'html', 'image', 'definition', 'linkReference', 'imageReference')).toEqual([]);
    expect(find(hostile, 'code')).toHaveLength(find(plain, 'code').length);
    const rows = find(hostile, 'tableRow').map(({ children = [] }) => children.length);
    expect(new Set(rows)).toEqual(new Set([3]));
  });

  test('is laid out as prettier lays it out, but for tables that are not padded', async () => {
    for (const server of [makeServer(), makeHostileServer()]) {
      const text = await readme(server);
      const padded = await prettier.format(text, { parser: 'markdown', printWidth: 110 });
      expect(stripPadding(padded)).toBe(text);
      expect(padded.length).toBeGreaterThan(text.length);
    }
  });

  test('says what is needed, and hands it to every client', async () => {
    const text = await readme(makeServer());
    expect(text).toMatch(/\| `PETSTORE_API_KEY` +\| API key, sent as the header X-Key +\| none is sent +\|/);
    expect(text).toMatch(
      /\| `PETSTORE_BASE_URL` +\| Base URL of the API +\| `https:\/\/pets.example.com\/v1` +\|/,
    );
    expect(text).toContain(
      'claude mcp add --env PETSTORE_API_KEY="$PETSTORE_API_KEY" --transport stdio petstore -- node /path/to/petstore/dist/stdio.js',
    );
    const [desktop, vsCode] = (await snippets(text)) as [Record<string, unknown>, Record<string, unknown>];
    const start = { command: 'node', args: ['/path/to/petstore/dist/stdio.js'] };
    expect(desktop).toEqual({
      mcpServers: { petstore: { ...start, env: { PETSTORE_API_KEY: '<PETSTORE_API_KEY>' } } },
    });
    expect(vsCode).toEqual({
      inputs: [
        { type: 'promptString', id: 'PETSTORE_API_KEY', description: 'PETSTORE_API_KEY', password: true },
      ],
      servers: {
        petstore: { type: 'stdio', ...start, env: { PETSTORE_API_KEY: '${input:PETSTORE_API_KEY}' } },
      },
    });
  });

  test('names first the credential that most tools send, and all of it', async () => {
    expect(await readme(shapeSecured('admin', 'key', 'key'))).toContain('Then write `TWO_API_KEY=…` into');
    expect(await readme(shapeSecured('admin', 'admin', 'key'))).toContain(
      'Then write `TWO_ADMIN_USERNAME=…` and `TWO_ADMIN_PASSWORD=…` into',
    );
  });

  test('begins with the settings of the API, and has the others by subject', async () => {
    const ast = await parse(await readme(makeServer()));
    const nodes = ast.children ?? [];
    const at = nodes.findIndex((node) => textOf(node) === 'Settings');
    const [table, ...others] = nodes.slice(at + 1).filter(({ type }) => ['table', 'heading'].includes(type));
    expect(find(table!, 'tableRow').map((row) => textOf(row.children![0]!))).toEqual([
      'Variable',
      'PETSTORE_API_KEY',
      'PETSTORE_BASE_URL',
    ]);
    const subjects = others.slice(
      0,
      others.findIndex((node) => textOf(node) === 'Not built in'),
    );
    expect(subjects.map(({ type }) => type)).toEqual(
      subjects.map((_node, index) => (index % 2 === 0 ? 'heading' : 'table')),
    );
    expect(subjects.filter(({ type }) => type === 'heading').map(textOf)).toEqual(['The server itself']);
  });

  test('says at its beginning what made it, and of a license what stays true', async () => {
    const text = await readme(makeServer());
    expect(text.slice(0, text.indexOf('## Set up'))).toMatch(/^mcpwright made it from .*: a generator/m);
    expect(text).toContain('the license that `package.json` names');
    expect(text).not.toContain('None is set');
  });

  test('names tools of a toolset of which the document says nothing', async () => {
    const names = ['list_depots', 'get_depot', 'add_depot', 'close_depot'];
    const toolset = {
      name: 'depots',
      title: 'Depots',
      description: '',
      tools: names.map((name) => makeEntry({ name })),
    };
    const text = await readme({ ...makeServer({ toolsets: [toolset] }), choices: { mode: 'dynamic' } });
    expect(text).toMatch(/\| `depots` +\| +4 \| list_depots, get_depot, add_depot and 1 more +\|/);
  });

  test('an API without credentials needs none', async () => {
    const server = makeServer();
    const text = await readme({ ...server, api: { ...server.api, auth: {} } });
    expect(text).toContain('claude mcp add --transport stdio petstore -- node');
    expect(text).not.toContain('`_FILE`');
    expect(await snippets(text)).toEqual([
      { mcpServers: { petstore: { command: 'node', args: ['/path/to/petstore/dist/stdio.js'] } } },
      {
        servers: { petstore: { type: 'stdio', command: 'node', args: ['/path/to/petstore/dist/stdio.js'] } },
      },
    ]);
  });

  test.each([[[]], [[{ url: '/v1' }]], [[{ url: 'pets.example.com' }]]])(
    'without an absolute server URL (%j) the base URL is needed',
    async (servers) => {
      const server = makeServer();
      const text = await readme({ ...server, api: { ...server.api, servers } });
      expect(text).toMatch(/\| `PETSTORE_BASE_URL` +\| Base URL of the API +\| \*\*needed\*\* +\|/);
    },
  );

  test('names the variables of servers, of single operations too, each once', async () => {
    const server = makeServer();
    const variable = { default: 'eu', enum: ['eu', 'us'], env: 'PETSTORE_REGION' };
    const url = { url: 'https://{region}.example.com', variables: { region: variable } };
    const [toolset] = server.toolsets;
    const [entry] = toolset?.tools ?? [];
    if (toolset === undefined || entry === undefined) throw new Error('no tool');
    const other = { url: 'https://{host}/', variables: { host: { default: 'a', env: 'PETSTORE_HOST' } } };
    const tool = { ...entry.tool, request: { ...entry.tool.request, server: other } };
    const text = await readme({
      ...server,
      api: { ...server.api, servers: [url, url] },
      toolsets: [{ ...toolset, tools: [{ ...entry, tool }] }],
    });
    expect(text.match(/PETSTORE_REGION/g)).toHaveLength(1);
    expect(text).toContain(String.raw`{region} in https\://{region}.example.com, one of eu, us`);
    expect(text).toMatch(/\| `PETSTORE_HOST` .*\| `a` +\|/);
  });

  test('names the settings that the runtime reads, with what they are by default', async () => {
    const { tool } = makeEntry();
    const body = {
      argument: 'body',
      codec: 'binary',
      mediaType: 'application/pdf',
    } as Tool['request']['body'];
    const entry = {
      ...makeEntry(),
      tool: { ...tool, request: { ...tool.request, body } as Tool['request'] },
    };
    const sending = { name: 'files', title: 'Files', description: '', tools: [entry] };
    const [settings = '', ways = '', certificates = '', ...guards] = [
      'settings',
      'http/openWays',
      'http/proxies',
      'door/guardByToken',
      'door/readDoorSettings',
      'auth/users/createUserCredentials',
      'transport/http/limitClients',
      'telemetry/serveTelemetry',
    ].map((name) => readTemplates().get(`src/runtime/${name}.ts`) ?? '');
    const network = ways + certificates;
    const read = [
      ...new Set([
        ...[...guards.join('').matchAll(/'(MCP_[A-Z_]*[A-Z])'/g)]
          .map(([, name = '']) => name)
          .filter((name) => !name.endsWith('_FILE')),
        ...[...`${settings}${network}`.matchAll(/env(?:, |\[)'([A-Z_]+)'/g)].map(([, name = '']) => name),
        // The variables of the network.
        ...[...`${settings}${network}`.matchAll(/'([A-Z]+_(?:PROXY|[A-Z_]+_(?:FILE|PASSPHRASE)))'/g)].map(
          ([, name = '']) => name,
        ),
      ]),
    ];
    expect(read.length).toBeGreaterThan(20);
    const rows =
      (await readme({ ...makeServer({ toolsets: [sending] }), choices: everything })).match(
        /^\| `[A-Z_]+`.*$/gm,
      ) ?? [];
    const listed = rows.map((row) => /`([A-Z_]+)`/.exec(row)?.[1] ?? '');
    expect(listed.filter((name) => !name.startsWith('PETSTORE_')).toSorted()).toEqual(read.toSorted());
    const { timeoutMs, host, port } = readSettings({});
    const rowOf = (name: string) => rows.find((row) => row.includes(`\`${name}\``));
    expect(rowOf('MCP_TIMEOUT_MS')).toContain(`\`${timeoutMs}\``);
    expect(rowOf('HOST')).toContain(`\`${host}\``);
    expect(rowOf('PORT')).toContain(`\`${port}\``);
  });

  test('speaks of the page and the card where they are chosen, and served', async () => {
    const [page, card, neither, unserved] = await Promise.all([
      choose({ page: true }),
      choose({ card: true }),
      choose({}),
      choose({ page: true, card: true, transports: ['stdio'] }),
    ]);
    expect([page, card].map((text) => text.includes('gets a page on this server'))).toEqual([true, false]);
    expect([page, card].map((text) => text.includes('`/mcp/server-card` and'))).toEqual([false, true]);
    for (const text of [neither, unserved]) expect(text).not.toContain('Besides MCP');
    expect(neither).toContain('`page: true` (a page for browsers over HTTP)');
  });

  test('says how fewer tools are offered, where there is a command line and where there is none', async () => {
    const [program, platform] = [
      await choose({ transports: ['stdio'] }),
      await choose({ transports: ['worker'] }),
    ];
    expect(program).toContain('`--read-only` offers only what reads');
    expect(platform).toContain('`MCP_READ_ONLY=true` offers only what reads');
    expect(platform).not.toMatch(/`--[a-z]/);
  });

  test('lists logins in one order, whatever that of the document', async () => {
    const server = makeServer();
    const texts = [
      { a: schemeOf('A'), b: schemeOf('B') },
      { b: schemeOf('B'), a: schemeOf('A') },
    ].map((auth) => readme({ ...server, api: { ...server.api, auth } }));
    const [one = '', other = ''] = await Promise.all(texts);
    expect(linesOf(one)).toHaveLength(2);
    expect(linesOf(other)).toEqual(linesOf(one));
  });

  test('says which credentials cannot be served', async () => {
    const server = makeServer();
    const reason = 'The scheme "oauth" asks for OAuth 2, which is not served yet.';
    const text = await readme({
      ...server,
      api: { ...server.api, auth: { oauth: { kind: 'unsupported', reason } } },
    });
    expect(text).toContain(`\n${reason}\n`);
  });
});

async function snippets(markdown: string): Promise<unknown[]> {
  const blocks = find(await parse(markdown), 'code').map(({ value = '' }) => value);
  return blocks.filter((block) => block.startsWith('{')).map((block): unknown => JSON.parse(block));
}
