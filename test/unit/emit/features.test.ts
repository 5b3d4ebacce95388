import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFeatures } from '../../../generator/emit/build/buildFeatures.js';
import { emit } from '../../../generator/emit/emit.js';
import { features } from '../../../generator/emit/features.js';
import type { Config } from '../../../generator/model/config.js';
import type { File } from '../../../generator/model/file.js';
import { write } from '../../../generator/write/write.js';
import { pins, readTemplates } from '../../support/readTemplates.js';
import { Program } from '../../support/runtime/project.js';
import { startUpstream, type Upstream } from '../../support/runtime/upstream.js';
import { shapeDocument } from '../../support/shapeDocument.js';
import { root } from '../../support/sources.js';
import { tempFolder } from '../../support/tempFolder.js';

const templates = readTemplates();
const base = join(root, 'test/.tmp/features');

/** What a document needs of the optional parts, and the arguments of a call of its one tool. */
interface Case {
  operation: object;
  scheme?: object;
  config?: Partial<Config>;
  needs: readonly string[];
  args?: object;
  env?: Record<string, string>;
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
const byScheme = (kind: string, scheme: object, env: Record<string, string>): [string, Case] => [
  kind,
  { operation: fine, scheme, needs: [`credentials.${kind}`], env },
];
const binary = { type: 'string', format: 'binary' };
const base64 = Buffer.from('content').toString('base64');

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
  byScheme('client-certificate', { type: 'mutualTLS' }, {}),
  [
    'pagination',
    {
      operation: { ...fine, parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }] },
      needs: ['pagination'],
    },
  ],
  ['polling', { operation: { ...fine, 'x-ms-long-running-operation': true }, needs: ['polling'] }],
  [
    'select',
    {
      operation: { responses: { 200: { description: 'Fine', content: { 'application/json': {} } } } },
      config: { select: true },
      needs: ['select'],
    },
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
function documentOf({ operation, scheme }: Case): object {
  const method = 'requestBody' in operation ? 'post' : 'get';
  return {
    ...(scheme && { components: { securitySchemes: { own: scheme } }, security: [{ own: [] }] }),
    paths: { '/things': { [method]: { operationId: 'call', ...operation } } },
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
  return { components: { securitySchemes: Object.fromEntries(schemes) }, paths: Object.fromEntries(paths) };
}

async function emitFrom(document: object, config: Partial<Config> = {}): Promise<File[]> {
  const { server } = shapeDocument(document, config);
  return emit(server, templates, pins);
}

const nameOf = ({ name }: (typeof features)[number]) => name.join('.');
const pathsOf = (names: readonly string[]) =>
  features
    .filter((feature) => names.includes(nameOf(feature)))
    .flatMap(({ files }) => files.map((file) => `src/runtime/${file}`))
    .toSorted();
const optional = new Set(pathsOf(features.map(nameOf)));

const projects = new Map<string, { files: File[]; needs: readonly string[] }>();
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream((_request, response) =>
    response.setHeader('content-type', 'text/plain').end('fine'),
  );
  rmSync(base, { recursive: true, force: true });
  for (const [name, one] of cases)
    projects.set(name, { files: await emitFrom(documentOf(one), one.config), needs: one.needs });
  projects.set('all', {
    files: await emitFrom(allTogether(), { select: true }),
    needs: features.map(nameOf),
  });
  for (const [name, { files }] of projects)
    for (const { path, content } of files) {
      const file = join(base, name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
}, 60_000);
afterAll(() => upstream.close());

describe('the optional parts of the runtime', () => {
  test.each([...cases.map(([name]) => name), 'all'])(
    '%s: what is needed is emitted, and nothing else',
    (name) => {
      const { files, needs } = projects.get(name)!;
      const paths = files.map(({ path }) => path);
      expect(paths.filter((path) => optional.has(path)).toSorted()).toEqual(pathsOf(needs));
      const { devDependencies } = JSON.parse(files.find(({ path }) => path === 'package.json')!.content) as {
        devDependencies: Record<string, string>;
      };
      const packages = features.flatMap((feature) =>
        (feature.packages ?? []).map((one) => [nameOf(feature), one]),
      );
      for (const [feature = '', one = ''] of packages)
        expect(Object.hasOwn(devDependencies, one), one).toBe(needs.includes(feature));
    },
  );

  test('each project compiles without the files that it has not', { timeout: 60_000 }, () => {
    const config = { extends: join(root, 'templates/project/tsconfig.json'), include: ['*/src'] };
    writeFileSync(join(base, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', base],
      {
        encoding: 'utf8',
      },
    );
    expect(stdout).toBe('');
  });

  test.each(cases)(
    '%s: the project is built, lists its tool and answers a call',
    { timeout: 60_000 },
    async (name, one) => {
      const folder = join(base, name);
      execFileSync(process.execPath, ['build.js'], { cwd: folder });
      const program = new Program(folder, ['dist/stdio.js'], { TEST_BASE_URL: upstream.url, ...one.env });
      program.write({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
      const params = { name: 'call', arguments: one.args ?? {} };
      program.write({ jsonrpc: '2.0', id: 2, method: 'tools/call', params });
      program.child.stdin?.end();
      const answers = await program.rest();
      expect(answers.find(({ id }) => id === 1)?.result?.['tools']).toHaveLength(1);
      const text = JSON.stringify(answers.find(({ id }) => id === 2)?.result);
      if (name === 'client-certificate') return expect(text).toContain('MCP_CLIENT_CERT_FILE');
      expect(text).toContain('"text":"fine"');
      if (one.sent !== undefined) expect(upstream.got.at(-1)?.body).toMatch(one.sent);
    },
  );

  test('the stand-in, which tests and `mcpwright serve` run with, names all of them', () => {
    expect(bare(templates.get('src/generated/features.ts'))).toBe(bare(buildFeatures(features)));
  });

  test('what is no longer needed is deleted when the project is generated again, and comes back', async () => {
    const folder = tempFolder();
    const options = { overwrite: false, force: true, version: '0.0.0' };
    const xml = projects.get('xml')!.files;
    const none = projects.get('nothing')!.files;
    await write(xml, folder, options);
    const { changes } = await write(none, folder, { ...options, force: false });
    const deleted = changes.filter(({ kind }) => kind === 'delete').map(({ path }) => path);
    expect(deleted.filter((path) => path.startsWith('src/runtime/'))).toEqual(pathsOf(['bodies.xml']));
    const again = await write(xml, folder, { ...options, force: false });
    const created = again.changes.filter(({ kind }) => kind === 'create').map(({ path }) => path);
    expect(created.filter((path) => path.startsWith('src/runtime/'))).toEqual(pathsOf(['bodies.xml']));
  });
});
