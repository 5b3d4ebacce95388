import type { Schema } from '../../generator/model/api.js';
import type { Mocks, ObjectSchema, Server, ToolEntry } from '../../generator/model/server.js';

/** Whatever of it runs leaves a mark on `globalThis`. */
const attack = 'globalThis.hostile = true';

/** Text that tries to get out of every place that it may be put in. */
export const hostileTexts = [
  `'; ${attack}; '`,
  `"; ${attack}; "`,
  `\`; ${attack}; \``,
  `\${${attack}}`,
  `*/ ${attack}; /*`,
  `\n${attack};\n`,
  `\r${attack};\r`,
  `\u2028${attack};\u2029`,
  `\\'; ${attack}; //`,
  `\\"; ${attack}; //`,
  `</script><script>${attack}</script><!--`,
  `{{${attack}}} {{{x}}} {{#each`,
  `@ts-nocheck @ts-ignore @deprecated {@link x}`,
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '\u202edetrevni\u202c \u200b\ufeff\0 \ud800',
  '| a | b |\n| - | - |',
  '```\n# [link](https://evil.example) ![image](https://evil.example) <img src=x onerror=alert(1)>',
  'https://evil.example www.evil.example me@evil.example <https://evil.example>',
  `$(touch /tmp/hostile) \`touch /tmp/hostile\` & ; # %PATH%`,
];

const all = hostileTexts.join(' ');

/** Answers with hostile texts for names and values. */
export function makeHostileMocks(): Mocks {
  const body = own(hostileTexts.map((text) => [text, { [text]: [text, all] }]));
  return own([
    ...hostileTexts.map((text): [string, Mocks[string]] => [
      text,
      { status: 200, mediaType: text, body: text, source: 'example' },
    ]),
    ['first', { status: 200, mediaType: 'application/json', body, source: 'schema' }],
    ['second', all],
  ]);
}

/** A server with hostile text in every string that the contract does not narrow. */
export function makeHostileServer(): Server {
  const tools = [...hostileTexts, all].map(makeEntry);
  return {
    api: {
      name: 'hostile',
      title: all,
      version: all,
      instructions: all,
      listLimit: { tools: 40, tokens: 20_000 },
      servers: hostileTexts.map((text) => ({
        url: text,
        variables: own([[text, { default: text, enum: [text, all], env: 'HOSTILE_REGION' }]]),
      })),
      baseUrlEnv: 'HOSTILE_BASE_URL',
      auth: own([
        ...hostileTexts.map((text, index): [string, Server['api']['auth'][string]] => [
          text,
          { kind: 'api-key', in: 'header', name: text, env: `HOSTILE_KEY_${index}` },
        ]),
        ['basic', { kind: 'basic', env: { username: 'HOSTILE_USERNAME', password: 'HOSTILE_PASSWORD' } }],
        [all, { kind: 'unsupported', reason: all }],
      ]),
    },
    summary: all,
    toolsets: [
      { name: 'components', title: all, description: all, tools },
      { name: 'api', title: '', description: '', tools: [makeEntry('plain', tools.length)] },
    ],
    components: own(hostileTexts.map((text) => [text, makeSchema(text)])),
    evidence: { examples: 0, acceptedBefore: 0, acceptedAfter: 0, relaxed: 0 },
    names: {
      given: own(
        hostileTexts.map((text, index) => [`GET /${text}`, { name: `tool_${index}`, operationId: text }]),
      ),
    },
  };
}

function makeEntry(text: string, index: number): ToolEntry {
  return {
    tool: {
      name: `tool_${index}`,
      title: text,
      description: text,
      inputSchema: makeSchema(text),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      request: {
        method: 'POST',
        path: text,
        server: { url: text, variables: own([[text, { default: text, env: 'HOSTILE_REGION' }]]) },
        parameters: [
          { argument: text, name: text, in: 'header' },
          { argument: '', name: text, in: 'query', mediaType: text, constant: text },
        ],
        body: {
          mediaType: text,
          codec: 'multipart',
          required: true,
          argument: text,
          fields: own([[text, text]]),
          encoding: own([[text, { contentType: text }]]),
        },
        accept: [text],
        security: [own([[text, [text]]]), {}],
      },
    },
    enforced: makeSchema(text),
    nullable: [],
    pointer: text,
    cost: { naive: 2, tokens: 1, naiveOutput: 0, output: 0, rung: 0, lost: [text] },
    pinned: index === 0,
    search: {
      name: `tool_${index}`,
      toolset: 'components',
      readOnly: true,
      title: text,
      arguments: text,
      act: 'get',
      terms: text,
    },
  };
}

function makeSchema(text: string): ObjectSchema {
  const inner: Schema = {
    type: 'string',
    description: text,
    pattern: text,
    enum: [text, all],
    default: text,
  };
  const nested = {
    type: 'object',
    description: text,
    properties: own([[text, inner]]),
    required: [text],
    additionalProperties: { anyOf: [inner, { type: 'array', items: inner }] },
  };
  return {
    type: 'object',
    description: text,
    properties: own([
      [text, inner],
      [`nested ${text}`, nested],
      ['list', { type: 'array', items: { ...nested, description: '' } }],
    ]),
    required: [text],
    [text]: text,
  };
}

/** Unlike a literal, this takes `__proto__` as a key like any other. */
function own<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries(entries);
}
