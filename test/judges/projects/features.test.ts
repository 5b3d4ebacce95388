import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import { basename, dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFeatures } from '../../../generator/emit/build/buildFeatures.js';
import { features, partsOfEntries } from '../../../generator/emit/features.js';
import { plan } from '../../../generator/emit/plan.js';
import { type Config, defaults } from '../../../generator/model/config.js';
import { collector } from '../../../generator/model/diagnostic.js';
import type { File } from '../../../generator/model/file.js';
import type { GivenName, NameLock } from '../../../generator/model/names.js';
import type { Server } from '../../../generator/model/server.js';
import { planPrompts } from '../../../generator/shape/prompts/planPrompts.js';
import { planReference } from '../../../generator/shape/resources/planReference.js';
import { planResources } from '../../../generator/shape/resources/planResources.js';
import { write } from '../../../generator/write/write.js';
import type * as serving from '../../../templates/project/src/server.js';
import type { AppParts } from '../../../templates/project/src/server.js';
import { everything } from '../../support/everything.js';
import { pins, readTemplates } from '../../support/readTemplates.js';
import { Program } from '../../support/runtime/project.js';
import { startUpstream, type Upstream } from '../../support/runtime/upstream.js';
import { shapeDocument } from '../../support/shapeDocument.js';
import { root } from '../../support/sources.js';
import { tempFolder } from '../../support/tempFolder.js';

const templates = readTemplates();
const base = join(root, 'test/.tmp/features');

type Env = Record<string, string>;
/** As operations are named. */
const toToolName = (name: string) => name.replaceAll('-', '_');

/** What a document needs of the optional parts, and the arguments of a call of its one tool. */
interface Case {
  operation: object;
  /** Others, which are no tools. */
  paths?: object;
  scheme?: object;
  config?: Partial<Config>;
  /** Arguments that the owner has renamed. */
  renamed?: GivenName['arguments'];
  needs: readonly string[];
  args?: object;
  env?: Env;
  /** What the API gets. */
  sent?: RegExp;
}

const fine = { responses: { 200: { description: 'Fine', content: { 'text/plain': {} } } } };
const object = { type: 'object', properties: { name: { type: 'string' } } };
const withBody = (mediaType: string, schema: object) => ({
  ...fine,
  requestBody: { required: true, content: { [mediaType]: { schema } } },
});
const byBody = (
  codec: string,
  mediaType: string,
  schema: object,
  args: object,
  sent: RegExp,
  ...needs: string[]
): [string, Case] => [
  codec,
  { operation: withBody(mediaType, schema), needs: [`bodies.${codec}`, ...needs], args, sent },
];
/** What credentials need. */
const ofCredentials = ['proof', 'secrets'];
const byScheme = (kind: string, scheme: object, env: Record<string, string>): [string, Case] => [
  kind,
  {
    operation: fine,
    scheme,
    needs: [`credentials.${kind}`, ...ofCredentials, ...(kind === 'client-certificate' ? ['proxies'] : [])],
    env,
  },
];
/** A login whose cookies a scheme sends. */
const bySession = (scheme: string) => ({
  scheme,
  session: { login: 'letIn', arguments: { password: 'TEST_SESSION_PASSWORD' } },
});
const binary = { type: 'string', format: 'binary' };
const base64 = Buffer.from('content').toString('base64');

/** Parts that an owner chooses, and what each brings. */
function byChoice(all: Record<string, string[]>): [string, Case][] {
  return Object.entries(all).map(([name, needs]) => [
    name,
    { operation: fine, config: { features: { [name]: true } }, needs },
  ]);
}

/** What each choice of the owner brings. */
const switches: Record<string, string[]> = {
  auth: ['auth', 'limits', 'secrets'],
  users: ['users', ...ofCredentials],
  sessions: ['sessions'],
  limits: ['limits'],
  page: ['others.page'],
  card: ['others.card'],
  skills: ['extensions', 'resources', 'skills'],
  mock: ['mock'],
  patterns: ['patterns'],
  questions: ['questions'],
  signing: ['signing', 'secrets'],
  telemetry: ['telemetry', 'extensions'],
  proxies: ['proxies', 'secrets'],
  commands: ['commands', 'secrets'],
  downloads: ['downloads'],
};

const completed = { greet: { text: 'Hello {{who}}', arguments: { who: { values: ['you'] } } } };

/** What tasks need. */
const ofTasks = ['extensions', 'listening', 'questions', 'tasks'];

const cases: [name: string, Case][] = [
  ['nothing', { operation: fine, needs: [] }],
  byBody('json', 'application/json', object, { name: 'n' }, /^\{"name":"n"\}$/),
  byBody('form', 'application/x-www-form-urlencoded', object, { name: 'n' }, /^name=n$/),
  byBody(
    'multipart',
    'multipart/form-data',
    { type: 'object', properties: { name: binary } },
    { name: { base64 } },
    /\r\n\r\ncontent\r\n/,
    'files',
  ),
  byBody(
    'lines',
    'application/x-ndjson',
    { type: 'array', items: object },
    { body: [{ name: 'n' }] },
    /^\{"name":"n"\}\n/,
  ),
  byBody(
    'xml',
    'application/xml',
    { ...object, xml: { name: 'thing' } },
    { name: 'n' },
    /<thing><name>n<\/name><\/thing>/,
  ),
  byBody('text', 'text/plain', { type: 'string' }, { body: 'words' }, /^words$/),
  byBody('binary', 'application/octet-stream', binary, { body: { base64 } }, /^content$/, 'files'),
  byScheme('api-key', { type: 'apiKey', in: 'header', name: 'X-Key' }, { TEST_API_KEY: 'k' }),
  byScheme('basic', { type: 'http', scheme: 'basic' }, { TEST_USERNAME: 'u', TEST_PASSWORD: 'p' }),
  byScheme('bearer', { type: 'http', scheme: 'bearer' }, { TEST_TOKEN: 't' }),
  byScheme(
    'oauth2',
    {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: 'https://id.example.com/token', scopes: {} } },
    },
    { TEST_TOKEN: 't' },
  ),
  [
    'login',
    {
      operation: fine,
      scheme: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://id.example.com/login',
            tokenUrl: 'https://id.example.com/token',
            scopes: {},
          },
        },
      },
      needs: ['commands', 'credentials.oauth2', 'login', ...ofCredentials],
      env: { TEST_TOKEN: 't' },
    },
  ],
  [
    'session',
    {
      operation: fine,
      paths: {
        '/let-in': {
          get: {
            operationId: 'letIn',
            security: [],
            parameters: [{ name: 'password', in: 'query', schema: { type: 'string' } }],
            ...fine,
          },
        },
      },
      scheme: { type: 'apiKey', in: 'cookie', name: 'sid' },
      config: { credentials: [bySession('own')] },
      needs: ['credentials.session', ...ofCredentials],
      env: { TEST_SESSION_PASSWORD: 'p' },
    },
  ],
  byScheme('client-certificate', { type: 'mutualTLS' }, {}),
  [
    'pagination',
    {
      operation: { ...fine, parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }] },
      needs: ['pagination'],
    },
  ],
  [
    'consent',
    { operation: { ...fine, 'x-mcp': { confirm: { otherwise: 'allow' } } }, needs: ['consent', 'questions'] },
  ],
  [
    'polling',
    {
      operation: { ...fine, 'x-ms-long-running-operation': true },
      needs: [...ofTasks, 'polling'],
    },
  ],
  ['tasks', { operation: fine, config: { ownTasks: true }, needs: ofTasks }],
  [
    'select',
    {
      operation: { responses: { 200: { description: 'Fine', content: { 'application/json': {} } } } },
      config: { select: true },
      needs: ['select'],
    },
  ],
  [
    'outputs',
    {
      operation: {
        responses: { 200: { description: 'Fine', content: { 'application/json': { schema: object } } } },
      },
      config: { output: 'schema' },
      needs: ['outputs'],
    },
  ],
  [
    'adjust',
    {
      operation: fine,
      config: {
        adjust: [
          { for: [{ operationId: ['call', 'adjust'] }], timeoutMs: 20_000, retries: 1, concurrency: 2 },
        ],
      },
      needs: ['adjust'],
    },
  ],
  [
    'reshape',
    {
      operation: {
        responses: { 200: { description: 'Fine', content: { 'application/json': { schema: object } } } },
      },
      config: { adjust: [{ for: [{ operationId: ['call', 'reshape'] }], fields: ['name'] }] },
      needs: ['reshape'],
    },
  ],
  [
    'reference',
    {
      operation: { ...fine },
      config: { resources: { ...defaults.resources, reference: true } },
      needs: ['extensions', 'reference', 'resources'],
    },
  ],
  [
    'routing',
    {
      operation: {
        ...fine,
        parameters: [{ name: 'region', in: 'query', schema: { type: 'string' } }],
        'x-mcp': { routing: { region: 'Region' } },
      },
      needs: ['pagination', 'routing'],
    },
  ],
  ...byChoice(switches),
  [
    'file',
    {
      operation: { responses: { 200: { description: 'Fine', content: { 'application/pdf': {} } } } },
      needs: ['downloads'],
    },
  ],
  [
    'links',
    {
      operation: {
        parameters: [{ name: 'x', in: 'query', schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'Fine',
            // As it is called alone, and among others.
            links: Object.fromEntries(
              ['call', 'links'].map((operationId) => [
                operationId,
                { operationId, parameters: { x: '$response.body#/x' } },
              ]),
            ),
          },
        },
      },
      needs: ['links', 'pagination'],
    },
  ],
  [
    'next-page',
    {
      operation: {
        responses: {
          200: {
            description: 'Fine',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { values: { type: 'array' }, next: { type: 'string', format: 'uri' } },
                },
              },
            },
          },
        },
      },
      needs: ['nextPage', 'pagination'],
    },
  ],
  [
    'archive',
    {
      operation: { responses: { 200: { description: 'Fine', content: { 'application/zip': {} } } } },
      needs: ['downloads', 'unpack'],
    },
  ],
  [
    'wide-union',
    {
      operation: withBody('application/json', {
        oneOf: Array.from({ length: 12 }, (_, index) => ({
          type: 'object',
          required: [`kind${index}`],
          properties: { [`kind${index}`]: { type: 'string' } },
        })),
      }),
      needs: ['bodies.json', 'unions'],
      args: { kind3: 'it' },
    },
  ],
  [
    'former',
    {
      operation: withBody('application/json', object),
      renamed: { name: { name: 'title', was: ['heading'] } },
      needs: ['bodies.json', 'former'],
      args: { heading: 'n' },
      sent: /^\{"name":"n"\}$/,
    },
  ],
  ['dynamic', { operation: fine, config: { features: { mode: 'dynamic' } }, needs: ['dynamic'] }],
  [
    'several-ways',
    {
      operation: {
        ...fine,
        parameters: [{ name: 'word', in: 'query', schema: { type: 'string', pattern: '^(?:a+b?)+$' } }],
      },
      needs: ['pagination', 'patterns'],
    },
  ],
  ['resources', { operation: { ...fine, 'x-mcp': { kind: 'both' } }, needs: ['extensions', 'resources'] }],
  [
    'subscriptions',
    {
      operation: { ...fine, 'x-mcp': { kind: 'both', subscribe: true } },
      needs: ['extensions', 'resources', 'subscriptions', 'listening'],
    },
  ],
  [
    'prompts',
    { operation: fine, config: { prompts: { greet: { text: 'Hello' } } }, needs: ['extensions', 'prompts'] },
  ],
  [
    'completions',
    { operation: fine, config: { prompts: completed }, needs: ['extensions', 'prompts', 'completions'] },
  ],
];

/** Code without its comments, however it is laid out. */
function bare(code = ''): string {
  return code
    .replace(/^(?:\/\/.*|\/\*\*.*\*\/)\n/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** A document with one operation. */
function documentOf({ operation, paths = {}, scheme }: Case): object {
  const method = 'requestBody' in operation ? 'post' : 'get';
  return {
    ...(scheme && { components: { securitySchemes: { own: scheme } }, security: [{ own: [] }] }),
    paths: { '/things': { [method]: { operationId: 'call', ...operation } }, ...paths },
  };
}

/** A document with the operations of all of them. */
function allTogether(): object {
  const schemes = cases.flatMap(([name, { scheme }]) =>
    scheme === undefined ? [] : [[name, scheme] as const],
  );
  const paths = cases.map(([name, one]) => {
    const method = 'requestBody' in one.operation ? 'post' : 'get';
    const security = one.scheme === undefined ? [] : [{ [name]: [] }];
    return [`/${name}`, { [method]: { operationId: name, security, ...one.operation } }] as const;
  });
  return {
    components: { securitySchemes: Object.fromEntries(schemes) },
    paths: Object.assign(Object.fromEntries(paths), ...cases.map(([, one]) => one.paths)) as object,
  };
}

/** The names of cases that the owner has changed, by the path and the tool of each. */
function givenTo(all: readonly [path: string, tool: string, Case][]): NameLock {
  const entries = all.flatMap(([path, name, { operation, renamed }]) => {
    const key = `${'requestBody' in operation ? 'POST' : 'GET'} ${path}`;
    return renamed === undefined ? [] : [[key, { name, arguments: renamed }] as const];
  });
  return { given: Object.fromEntries(entries) };
}

const nameOf = ({ name }: (typeof features)[number]) => name.join('.');
const pathsOf = (names: readonly string[]) =>
  features
    .filter((feature) => names.includes(nameOf(feature)))
    .flatMap(({ files }) => files.map((file) => `src/runtime/${file}`))
    .filter((path, index, all) => all.indexOf(path) === index)
    .toSorted();
const optional = new Set(pathsOf(features.map(nameOf)));
/** Files that an entry needs besides. */
const ofEntries = new Set(
  Object.values(partsOfEntries).flatMap(({ files = [] }) => files.map((file) => `src/runtime/${file}`)),
);

/** The files of a project, and what is made of its document. */
interface Project {
  server: Server;
  files: Map<string, File>;
  needs: readonly string[];
}

/** What is generated for a project stands beside that of the one with all parts; they share the runtime. */
const folderOf = (name: string) => (name === 'all' ? 'src/generated' : `src/of-${name}`);

/** All files of a project, but for prose. */
async function emitFrom(
  document: object,
  config: Partial<Config>,
  needs: readonly string[],
  { deleted = new Set(), given }: { deleted?: ReadonlySet<string>; given?: NameLock } = {},
) {
  const shaped = shapeDocument(document, config, undefined, undefined, given);
  const choices = { ...defaults, ...config };
  const { report } = collector();
  const resources = planResources(shaped.server, shaped.api, choices, report);
  const offering = planPrompts(resources, choices, [shaped.api], report);
  const made = planReference(offering, shaped.api, choices, (text) => text.length);
  const server = { ...made, choices: choices.features };
  const rows = plan({ server, mocks: {}, templates, pins, config: choices, deleted });
  const files = rows
    .filter(({ path }) => path !== 'README.md' && !deleted.has(path))
    .map(async ({ content, ...row }) => [row.path, { ...row, content: await content() }] as const);
  return { server, files: new Map(await Promise.all(files)), needs };
}

const projects = new Map<string, Project>();
const whole = join(base, 'all');
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream(({ url }, response) => {
    if (url === '/let-in?password=p') response.setHeader('set-cookie', 'sid=1; Path=/');
    response.setHeader('content-type', 'text/plain').end('fine');
  });
  for (const [name, one] of cases)
    projects.set(
      name,
      await emitFrom(documentOf(one), one.config ?? {}, one.needs, {
        given: givenTo([['/things', 'call', one]]),
      }),
    );
  projects.set(
    'all',
    await emitFrom(
      allTogether(),
      {
        select: true,
        output: 'schema',
        prompts: completed,
        adjust: cases.flatMap(([, { config }]) => config?.adjust ?? []),
        credentials: [bySession('session')],
        resources: { ...defaults.resources, reference: true },
        features: everything,
      },
      features.map(nameOf),
      { given: givenTo(cases.map(([name, one]) => [`/${name}`, toToolName(name), one])) },
    ),
  );
  rmSync(base, { recursive: true, force: true });
  for (const [name, { files }] of projects) {
    for (const { path, content } of files.values()) {
      const isOwn = path.startsWith('src/generated/');
      if (name === 'all' || name === 'nothing') put(join(base, name, path), content);
      if (isOwn) put(join(whole, path.replace('src/generated', folderOf(name))), content);
    }
    const own = ['catalog', 'features'].map(
      (part) => `export * from './${folderOf(name).slice(4)}/${part}.js';`,
    );
    put(join(whole, `src/use-${name}.ts`), [...own, "export * from './server.js';", ''].join('\n'));
  }
});
afterAll(() => upstream.close());

function put(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Variables as they are called where there are several schemes. */
function nameAfter(scheme: string, env: Env): Env {
  const prefix = `TEST_${toToolName(scheme).toUpperCase()}`;
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name.startsWith(prefix) ? name : name.replace('TEST', prefix),
      value,
    ]),
  );
}

/** That of the optional files a project has those that its parts need, and no other. */
function expectExactly(files: ReadonlyMap<string, File>, needs: readonly string[]): void {
  const own = [...files.keys()].filter((path) => optional.has(path) && !ofEntries.has(path));
  expect(own.toSorted()).toEqual(pathsOf(needs).filter((path) => !ofEntries.has(path)));
}

/** That no file imports one that is not there. */
function expectComplete(files: ReadonlyMap<string, File>): void {
  const imports = [...files.values()]
    .filter(({ path }) => path.endsWith('.ts'))
    .flatMap(({ path, content }) =>
      [...content.matchAll(/(?:^| )(?:from|import) ?\(?'(\.{1,2}|#runtime)(\/[^']*)\.js'/gm)].map(
        ([, from = '', to = '']) =>
          from === '#runtime' ? `src/runtime${to}.ts` : posix.join(dirname(path), `${from}${to}.ts`),
      ),
    );
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.filter((path) => !files.has(path) && !path.startsWith('dist/'))).toEqual([]);
}

/** Without its certificate a call says so; all others reach the API. */
async function expectAnswer(name: string, one: Case, text: string): Promise<void> {
  if (name === 'client-certificate') return expect(text).toContain('MCP_CLIENT_CERT_FILE');
  expect(text).toContain('"text":"fine"');
  if (name === 'session') expect(upstream.got.at(-1)?.headers.cookie).toBe('sid=1');
  if (one.sent !== undefined) expect(upstream.got.at(-1)?.body).toMatch(one.sent);
}

describe('the optional parts of the runtime', () => {
  const names = [...cases.map(([name]) => name), 'all'];

  test.each(names)('%s: what is needed is emitted, and nothing else', (name) => {
    const { files, needs } = projects.get(name)!;
    expectExactly(files, needs);
    const { devDependencies } = JSON.parse(files.get('package.json')!.content) as {
      devDependencies: Record<string, string>;
    };
    const packages = features.flatMap((feature) =>
      (feature.packages ?? []).map((one) => [nameOf(feature), one]),
    );
    for (const [feature = '', one = ''] of packages)
      expect(Object.hasOwn(devDependencies, one), one).toBe(needs.includes(feature));
  });

  test.each(names)('%s: nothing imports a file that the project has not', (name) =>
    expectComplete(projects.get(name)!.files),
  );

  test.each(['all', 'nothing'])('%s: what is generated compiles', (name) => {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [compiler], { cwd: join(base, name), encoding: 'utf8' });
    expect(stdout).toBe('');
  });

  describe('each project', () => {
    beforeAll(async () => {
      const entries = names.map((name) => [name, join(whole, `src/use-${name}.ts`)]);
      await build({
        entryPoints: Object.fromEntries(entries),
        outdir: join(base, 'bundle'),
        outExtension: { '.js': '.mjs' },
        bundle: true,
        splitting: true,
        format: 'esm',
        platform: 'node',
        banner: {
          js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
        },
      });
    });

    test.each(cases)('%s: lists its tool and answers a call with its own parts alone', async (name, one) => {
      const env = { TEST_BASE_URL: upstream.url, ...one.env };
      const used = (await import(pathToFileURL(join(base, 'bundle', `${name}.mjs`)).href)) as typeof serving &
        Required<Pick<AppParts, 'catalog' | 'features'>>;
      const view = await used
        .createApp({ catalog: used.catalog, features: used.features, env })
        .view()
        .serve();
      const listed = await view.list(new Set());
      expect(listed.map((tool) => tool.name)).toContain(
        one.needs.includes('dynamic') ? 'search_tools' : 'call',
      );
      const circumstances = { signal: new AbortController().signal, trace: {}, enable: async () => {} };
      const answer = view.call('call', { ...one.args }, circumstances);
      await expectAnswer(name, one, JSON.stringify(await answer.catch((error: Error) => error.message)));
    });
  });

  test.each(['nothing', 'all'])(
    '%s: the project is built, lists its tools and answers calls',
    async (name) => {
      const folder = join(base, name);
      execFileSync(process.execPath, ['build.js'], { cwd: folder });
      putSkill(folder);
      const called = cases.filter(([own]) => name === 'all' || own === name);
      const own = called.flatMap(([scheme, { env = {} }]) =>
        Object.entries(name === 'all' ? nameAfter(scheme, env) : env),
      );
      const env = { TEST_BASE_URL: upstream.url, MCP_MODE: 'list', ...Object.fromEntries(own) };
      const program = new Program(folder, ['dist/stdio.js'], env);
      program.write({ jsonrpc: '2.0', id: 'list', method: 'tools/list' });
      const { tools = [] } = ((await program.read()).result ?? {}) as { tools?: object[] };
      expect(tools).toHaveLength(called.length);
      for (const [part, one] of called) {
        const params = { name: name === 'all' ? toToolName(part) : 'call', arguments: one.args ?? {} };
        program.write({ jsonrpc: '2.0', id: part, method: 'tools/call', params });
        await expectAnswer(part, one, JSON.stringify((await program.read()).result));
      }
      program.child.stdin?.end();
      expect(await program.ended).toBe(0);
    },
  );

  test.each([
    ['src/http.ts', 'src/stdio.ts', ['door', 'transport/http']],
    ['src/stdio.ts', 'src/http.ts', ['transport/stdio']],
  ])('without %s: its parts are not emitted, and what is left is built', async (entry, other, gone) => {
    const name = `without-${entry.slice(4, -3)}`;
    const [, none] = cases[0]!;
    const { files } = await emitFrom(documentOf(none), {}, [], { deleted: new Set([entry]) });
    const folders = new Set([...files.keys()].map((path) => dirname(path.replace('src/runtime/', ''))));
    expect([...folders].filter((folder) => gone.includes(folder))).toEqual([]);
    for (const { path, content } of files.values()) put(join(base, name, path), content);
    execFileSync(process.execPath, ['build.js', '--test'], { cwd: join(base, name) });
    expect(existsSync(join(base, name, 'dist', basename(other, '.ts') + '.js'))).toBe(true);
  });

  test('the stand-in, which tests and `mcpwright serve` run with, names all of them', () => {
    expect(bare(templates.get('src/generated/features.ts'))).toBe(bare(buildFeatures(features)));
  });

  test.each([
    ['src/http.ts', ['stdio'], []],
    ['src/stdio.ts', ['stdio', 'http'], ['src/stdio.ts']],
    ['src/http.ts', ['stdio', 'http'], ['src/http.ts']],
  ] as const)(
    '%s is not emitted where only %j is chosen and the owner has deleted %j',
    async (entry, transports, deleted) => {
      const [, none] = cases[0]!;
      const config = { features: { transports: [...transports] } };
      const { files } = await emitFrom(documentOf(none), config, [], { deleted: new Set(deleted) });
      const entries = ['src/http.ts', 'src/stdio.ts'].filter((path) => files.has(path));
      expect(entries).toEqual(['src/http.ts', 'src/stdio.ts'].filter((path) => path !== entry));
    },
  );

  test.each([
    ['worker', ['auth', 'limits'], ['transport/stdio', 'transport/lambda']],
    ['lambda', ['auth', 'limits', 'proxies'], ['transport/stdio']],
  ] as const)(
    'with %s alone: has what it needs and no server of Node, compiles and is bundled',
    async (entry, has, gone) => {
      const name = `only-${entry}`;
      const [, none] = cases[0]!;
      const choices = {
        transports: [entry],
        auth: true,
        sessions: true,
        proxies: true,
        commands: true,
        downloads: true,
      };
      const { files } = await emitFrom(documentOf(none), { features: choices }, []);
      expectComplete(files);
      const entries = [...files.keys()].filter((path) =>
        /^src\/(?!custom|program|server)\w+\.ts$/.test(path),
      );
      expect(entries).toEqual([`src/${entry}.ts`]);
      const folders = new Set([...files.keys()].map((path) => dirname(path.replace('src/runtime/', ''))));
      expect([...folders].filter((folder) => gone.some((one) => one === folder))).toEqual([]);
      expect(files.has('src/runtime/transport/http/runHttp.ts')).toBe(false);
      const parts = [...files.get('src/generated/features.ts')!.content.matchAll(/^  (\w+):/gm)].map(
        ([, part]) => part,
      );
      expect(parts).toEqual(expect.arrayContaining([...has]));
      expect(
        parts.filter((part) => ['sessions', 'commands', 'downloads', 'login'].includes(part ?? '')),
      ).toEqual([]);
      expect(parts.includes('proxies')).toBe(entry === 'lambda');
      const { devDependencies, scripts } = JSON.parse(files.get('package.json')!.content) as Record<
        string,
        object
      >;
      expect(devDependencies).not.toHaveProperty('@modelcontextprotocol/node');
      expect(scripts).toMatchObject({ build: 'tsc && node bundle.js' });
      for (const { path, content } of files.values()) put(join(base, name, path), content);
      const compiler = join(root, 'node_modules/typescript/bin/tsc');
      expect(
        spawnSync(process.execPath, [compiler], { cwd: join(base, name), encoding: 'utf8' }).stdout,
      ).toBe('');
      execFileSync(process.execPath, ['bundle.js'], { cwd: join(base, name) });
      const bundled = readFileSync(join(base, name, `dist/${entry}.js`), 'utf8');
      const builtins = new Set(
        [...bundled.matchAll(/(?:from|import)\s*"([^"./][^"]*)"/g)].map(([, module = '']) => module),
      );
      if (entry === 'worker')
        expect([...builtins].toSorted()).toEqual([
          'node:buffer',
          'node:crypto',
          'node:path',
          'node:process',
          'node:timers/promises',
        ]);
      execFileSync(process.execPath, ['build.js', '--test'], { cwd: join(base, name) });
    },
  );

  test('with worker alone: no code of the project imports a server or a client of Node', async () => {
    const [, none] = cases[0]!;
    const { files } = await emitFrom(documentOf(none), { features: { transports: ['worker'] } }, []);
    const imports = [...files.values()].flatMap(({ path, content }) =>
      [...content.matchAll(/^import (?!type )(.*) from 'node:https?';/gm)].map(
        ([, what]) => `${path}: ${what}`,
      ),
    );
    // The words for a status, which bundle.js puts in their place.
    expect(imports).toEqual(['src/runtime/result/failure.ts: { STATUS_CODES }']);
  });

  test('a part comes with its choice and goes with it, and what the owner wrote stays', async () => {
    const folder = tempFolder();
    const options = { overwrite: false, force: false, version: '0.0.0' };
    const none = [...projects.get('nothing')!.files.values()];
    const mock = [...projects.get('mock')!.files.values()];
    await write(none, folder, { ...options, force: true });
    const custom = join(folder, 'src/custom.ts');
    const ours = `${readFileSync(custom, 'utf8')}// Ours.\n`;
    writeFileSync(custom, ours);
    const file = join(folder, 'src/runtime/mock/createMock.ts');
    for (const [files, isThere] of [
      [mock, true],
      [none, false],
      [mock, true],
    ] as const) {
      await write(files, folder, options);
      expect(existsSync(file)).toBe(isThere);
      expect(readFileSync(custom, 'utf8')).toBe(ours);
    }
  });

  test('what is no longer needed is deleted when the project is generated again, and comes back', async () => {
    const folder = tempFolder();
    const options = { overwrite: false, force: true, version: '0.0.0' };
    const xml = [...projects.get('xml')!.files.values()];
    const none = [...projects.get('nothing')!.files.values()];
    await write(xml, folder, options);
    const { changes } = await write(none, folder, { ...options, force: false });
    const deleted = changes.filter(({ kind }) => kind === 'delete').map(({ path }) => path);
    expect(deleted.filter((path) => path.startsWith('src/runtime/'))).toEqual(pathsOf(['bodies.xml']));
    const again = await write(xml, folder, { ...options, force: false });
    const created = again.changes.filter(({ kind }) => kind === 'create').map(({ path }) => path);
    expect(created.filter((path) => path.startsWith('src/runtime/'))).toEqual(pathsOf(['bodies.xml']));
  });
});

/** Without a skill, a server that serves them does not start. */
function putSkill(folder: string): void {
  put(join(folder, 'skills/test/SKILL.md'), '---\nname: test\ndescription: A test.\n---\nTest.\n');
}

/** What takes long: each project by itself, and each part beside each choice. */
describe.runIf(process.env['MCPWRIGHT_ALL'])('all of them', () => {
  test.each(cases)('%s: compiles, builds and passes its tests by itself', (name) => {
    const folder = join(base, 'alone', name);
    for (const { path, content } of projects.get(name)!.files.values()) put(join(folder, path), content);
    putSkill(folder);
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    expect(spawnSync(process.execPath, [compiler], { cwd: folder, encoding: 'utf8' }).stdout).toBe('');
    const built = spawnSync(process.execPath, ['build.js', '--test'], { cwd: folder, encoding: 'utf8' });
    expect({ code: built.status, said: built.stdout + built.stderr }).toMatchObject({ code: 0 });
  });

  describe.each(cases)('%s', (_name, one) => {
    test.each(Object.entries(switches))(
      'and %s: has what both need, and nothing else',
      async (choice, more) => {
        const chosen = { ...one.config?.features, [choice]: true };
        const needs = [...new Set([...one.needs, ...more])];
        const given = givenTo([['/things', 'call', one]]);
        const config = { ...one.config, features: chosen };
        const { files } = await emitFrom(documentOf(one), config, needs, { given });
        expectExactly(files, needs);
        expectComplete(files);
      },
    );
  });
});
