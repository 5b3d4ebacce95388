import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { afterAll, describe, expect, test } from 'vitest';
import { emit } from '../../../generator/emit/emit.js';
import { inspect } from '../../../generator/inspect.js';
import { defaults, profileNames } from '../../../generator/model/config.js';
import { toCatalog } from '../../../generator/toCatalog.js';
import { escapeHidden } from '../../../templates/project/src/runtime/text.js';
import { createApp } from '../../../templates/project/src/server.js';
import { runCommand } from '../../support/runCommand.js';
import { pins, readTemplates } from '../../support/readTemplates.js';

const kinds: [name: string, character: string][] = [
  ['a zero-width space', '\u200B'],
  ['a zero-width joiner', '\u200D'],
  ['a mark that turns the direction', '\u202E'],
  ['an isolate', '\u2067'],
  ['a tag', '\u{E0041}'],
  ['a selector', '\uFE0F'],
  ['a selector of the second plane', '\u{E0101}'],
  ['a soft hyphen', '\u00AD'],
  ['an annotation', '\uFFF9'],
  ['a private character', '\uE123'],
  ['a filler', '\u3164'],
  ['a joiner of graphemes', '\u034F'],
  ['a byte order mark', '\uFEFF'],
  ['a line separator', '\u2028'],
  ['an escape', '\u001B'],
  ['a control character of the second set', '\u009B'],
  ['a rubout', '\u007F'],
  ['what is no character', '\uFFFE'],
  ['what is no character of the second plane', '\u{1FFFF}'],
  ['a note that is drawn as nothing', '\u{1D159}'],
  ['a filler of a script', '\u{16FE4}'],
];

/** What a document says of its own structure. */
const structural = new Set(['openapi', '$ref', 'in', 'type', 'scheme', 'style']);

const text = { type: 'string', description: 'Some words on it.' };
const document = {
  openapi: '3.1.0',
  info: { title: 'Pet Store', version: 'v1', description: 'Sells pets. And food.' },
  servers: [{ url: 'https://{zone}.example.com/base', variables: { zone: { description: 'A zone' } } }],
  tags: [{ name: 'pets', description: 'All pets.' }],
  paths: {
    '/pets/{petId}': {
      get: {
        operationId: 'getPet',
        tags: ['pets'],
        summary: 'Gets a pet',
        description: 'Finds it by its id. See <b>more</b> &#8203; here.',
        security: [{ login: [] }],
        parameters: [
          { name: 'petId', in: 'path', required: true, schema: text },
          { name: 'sort', in: 'query', schema: { type: 'string', enum: ['asc', 'desc'], default: 'asc' } },
          {
            name: 'code',
            in: 'query',
            schema: { type: 'string', pattern: '^[a-c]+$', format: 'petcode', title: 'Code' },
          },
          {
            name: 'filter',
            in: 'query',
            example: 'black',
            schema: { type: 'object', additionalProperties: text },
          },
        ],
        responses: {
          200: {
            description: 'The pet.',
            content: {
              'application/json': {
                schema: { type: 'object', properties: { name: text, kind: { enum: ['cat', 'dog'] } } },
              },
            },
          },
        },
      },
    },
    '/pets': {
      post: {
        summary: 'Adds a pet',
        tags: ['pets'],
        requestBody: {
          description: 'The pet to add.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name', 'owner'],
                properties: {
                  name: text,
                  color: { type: 'string', enum: ['black', 'white'], examples: ['black'] },
                  mode: { const: 'fast' },
                  owner: {
                    type: 'object',
                    description: 'Who has it.',
                    required: ['email'],
                    additionalProperties: false,
                    dependentRequired: { phone: ['email'] },
                    properties: { email: { type: 'string', format: 'mail' }, phone: text },
                  },
                },
              },
            },
          },
        },
        responses: { 201: { description: 'Added.' } },
      },
      trace: { operationId: 'lost', parameters: [{ $ref: '#/components/parameters/gone' }], responses: {} },
    },
  },
  components: { securitySchemes: { login: { type: 'http', scheme: 'digest', description: 'Digest.' } } },
};

/** Verbs and words that the specification gives. */
const fixed =
  /^(?:get|post|trace|info|title|version|description|servers|url|variables|tags|name|paths|operationId|summary|security|parameters|required|schema|enum|default|pattern|format|example|examples|properties|additionalProperties|responses|content|application\/json|requestBody|const|dependentRequired|components|securitySchemes|\d+)$/;

/** The document with a character in every text, and in every name that is its own. */
function poison(value: unknown, character: string, own = false): unknown {
  const inject = (one: string) => one.slice(0, 2) + character + one.slice(2);
  if (typeof value === 'string') return inject(value);
  if (Array.isArray(value)) return value.map((item) => poison(item, character));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const isName = own || !(fixed.test(key) || structural.has(key));
      // No operation has a path with a control character.
      const isPath = key.startsWith('/') && !/\p{Cc}/u.test(character);
      const name =
        !isName || (key.startsWith('/') && !isPath)
          ? key
          : isPath
            ? `${key.replace('}', `${character}}`)}${character}`
            : inject(key);
      const isStructural = !own && structural.has(key);
      const holdsNames = [
        'properties',
        'dependentRequired',
        'variables',
        'securitySchemes',
        'paths',
      ].includes(key);
      return [name, isStructural ? member : poison(member, character, !own && holdsNames)];
    }),
  );
}

/** What is hidden in texts, wherever they are in a value. */
function findHidden(value: unknown): string[] {
  if (typeof value === 'string') return escapeHidden(value, '\n\t') === value ? [] : [escapeHidden(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [findHidden(key), findHidden(member)].flat());
}

const folder = mkdtempSync(join(tmpdir(), 'hidden-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(kinds)('%s in every text of a document', (_name, character) => {
  const json = JSON.stringify(poison(document, character));
  const circumstances = { signal: new AbortController().signal, trace: {}, enable: async () => {} };

  test.each(profileNames)('reaches no model by way of %s', async (profile) => {
    const { server } = await inspect('-', { ...defaults, profile }, { readStdin: async () => json });
    expect(server.toolsets.flatMap(({ tools }) => tools).length).toBeGreaterThanOrEqual(2);
    const env = { [server.api.baseUrlEnv]: 'https://a.example' };
    const listed = await createApp({ catalog: toCatalog(server), env })
      .view()
      .serve();
    const { instructions } = listed;
    const tools = await listed.list(new Set());
    const found = await createApp({ catalog: toCatalog(server), env: { ...env, MCP_MODE: 'dynamic' } })
      .view()
      .serve();
    const names = tools.map(({ name }) => name);
    const answers = await Promise.all([
      found.call('search_tools', { query: 'pets' }, circumstances),
      found.call('describe_tools', { names }, circumstances),
      ...names.map((name) =>
        listed.call(name, { sort: 'x', color: 'x', mode: 'x', owner: { y: 1 } }, circumstances),
      ),
    ]);
    const { name, title, version } = server.api;
    expect(findHidden({ name, title, version, instructions, tools, answers })).toEqual([]);
    expect(findHidden({ instructions: found.instructions, meta: await found.list(new Set()) })).toEqual([]);
  });

  test('stands in no text that is emitted', async () => {
    const { server } = await inspect('-', defaults, { readStdin: async () => json });
    const files = await emit(server, readTemplates(), pins);
    const read = files.filter(({ path }) =>
      /^(?:README\.md|\.env\.example|src\/generated\/.*|\.mcpwright\/.*)$/.test(path),
    );
    expect(read.length).toBeGreaterThan(8);
    expect(read.filter(({ content }) => findHidden(content).length > 0).map(({ path }) => path)).toEqual([]);
  });

  test.runIf(/\p{Cc}|\u202E|\u2028|\uFE0F/u.test(character))('comes through to no terminal', async () => {
    const commands = [
      ['tools', '-'],
      ['tools', '-', '--json'],
      ['budget', '-', '--tools'],
      ['lint', '-'],
      ['lint', '-', '--format', 'sarif'],
      ['generate', '-', '-o', join(folder, character.codePointAt(0)!.toString(16))],
    ];
    for (const command of commands) {
      const { stdout, stderr } = await runCommand([...command], json);
      expect(findHidden([stdout, stderr])).toEqual([]);
    }
  });
});

describe('a text that acts on a terminal', () => {
  const forged = {
    openapi: '3.1.0',
    info: { title: 'X', version: '1' },
    paths: {
      '/x': {
        get: { parameters: [{ name: 'a\nerror openapi.yaml:1:1  forged\r\u001B[2J', in: 'nowhere' }] },
      },
    },
  };

  test('forges no line, and no colour', async () => {
    const { stderr } = await runCommand(['tools', '-'], JSON.stringify(forged), { FORCE_COLOR: '1' });
    expect(stderr).not.toMatch(/^error openapi/m);
    expect(stderr).toContain(String.raw`"a\u000aerror openapi.yaml:1:1  forged\u000d\u001b[2J"`);
    expect(stderr).not.toContain('\u001B[2J');
    expect(stderr).toContain('\u001B[33m');
  });

  test('is the same in a report for programs', async () => {
    const { stdout } = await runCommand(['lint', '-', '--json'], JSON.stringify(forged));
    const { findings } = JSON.parse(stdout) as { findings: { message: string }[] };
    expect(findings.some(({ message }) => message.includes('a\nerror openapi.yaml'))).toBe(true);
  });

  test('is none in an overlay that is printed, which means the same', async () => {
    const description = 'How many\u202E of them, maximum 50\u{E0041}.';
    const parameter = { name: 'limit', in: 'query', description, schema: { type: 'integer' } };
    const paths = { '/x': { get: { parameters: [parameter] } } };
    const { stdout } = await runCommand(
      ['lint', '-', '--format', 'overlay'],
      JSON.stringify({ ...forged, paths }),
    );
    expect(findHidden(stdout)).toEqual([]);
    const { actions } = parse(stdout) as { actions: { description: string }[] };
    expect(actions.map((action) => action.description)).toEqual([description]);
  });
});
