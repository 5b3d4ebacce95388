import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countTokens as countWhole } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { connectTo } from '../../generator/commands/connectTo.js';
import { inspect } from '../../generator/inspect.js';
import { type Config, defaults } from '../../generator/model/config.js';
import { sizeOf } from '../../generator/model/size.js';
import { rungs } from '../../generator/shape/rungs.js';
import { shapeDocument } from './shapeDocument.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const specs = join(root, process.env['MCPWRIGHT_SHARED'] ?? '../shared', 'specs');
if (!existsSync(specs)) console.log(`Only the lists of the samples are counted: ${specs} does not exist.`);

const documents = [
  ...['petstore', 'nasty'].map((name) => join(root, 'samples', name, 'openapi.yaml')),
  ...['docker-engine.yaml', 'figma.yaml', 'qdrant.json', 'conjur-multi/openapi.yml']
    .map((file) => join(specs, file))
    .filter((file) => existsSync(file)),
];
const readStdin = () => Promise.resolve('');

describe('what is counted is what is listed', () => {
  test.each(documents)('%s', { timeout: 300_000 }, async (file) => {
    const { server } = await inspect(file, defaults, { readStdin });
    const entries = server.toolsets.flatMap(({ tools }) => tools);
    const { tools: listed } = await connectTo(server, 'list');
    expect(listed.map(({ name }) => name)).toEqual(entries.map(({ tool }) => tool.name));
    const options = { disallowedSpecial: new Set<string>() };
    const counted = listed.map((tool) => countWhole(JSON.stringify(tool), options));
    expect(counted).toEqual(entries.map(({ cost }) => cost.tokens));
    // What is over its budget has gone all the way down.
    const broken = entries.filter(
      ({ cost }) => cost.tokens > defaults.budget && cost.rung < rungs.length - 1,
    );
    expect(broken.map(({ tool }) => tool.name)).toEqual([]);
    expect(entries.filter(({ cost }) => cost.rung === 0 && cost.lost.some(isOfInput))).toEqual([]);
    for (const { cost } of entries) expect(cost.naive).toBeGreaterThan(0);
  });
});

/** Whether a loss is one of the ladder. */
function isOfInput(lost: string): boolean {
  return lost !== 'no output schema';
}

const long = 'It goes on and on, and says little that anybody would want to know about it. '.repeat(4);
const names = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}_${index}`);
const parametersOf = (count: number, required = false) =>
  names(count, 'filter').map((name) => ({
    name,
    in: 'query',
    required,
    description: long,
    schema: { type: 'string' },
  }));

/** A tool with so many parameters, for so much of a budget. */
function shapeTool(parameters: object[], config: Partial<Config> = {}, responses: object = {}) {
  const operation = { operationId: 'getX', description: 'Gets x.', parameters, responses };
  return shapeDocument({ paths: { '/x': { get: operation } } }, config).tool('GET /x');
}

const answer = {
  200: {
    description: 'Ok',
    content: {
      'application/json': { schema: { type: 'object', properties: { colour: { type: 'string' } } } },
    },
  },
};

describe('the naive tokens of a tool', () => {
  const plain = { name: 'a', in: 'query', schema: { type: 'string' } };

  test('are those that are listed, where there is nothing to leave out', () => {
    const { naive, tokens } = shapeTool([plain], {}, answer).cost;
    expect(naive).toBe(tokens);
  });

  test('are more by what is left out', () => {
    const { naive, tokens } = shapeTool([{ ...plain, schema: { type: 'string', title: 'The a' } }]).cost;
    expect(naive).toBeGreaterThan(tokens);
  });
});

describe('the budget of a tool', () => {
  test('is kept where it can be, by leaving out no more than that takes', () => {
    const rungsOf = [0, 3, 8, 20, 60].map((count) => shapeTool(parametersOf(count)).cost);
    expect(rungsOf.map(({ rung }) => rung)).toEqual([0, 0, 1, 7, 9]);
    expect(rungsOf.map(({ tokens }) => tokens > defaults.budget)).toEqual([false, false, false, false, true]);
  });

  test('is another one where the user says so', () => {
    expect(shapeTool(parametersOf(8), { budget: 4000 }).cost.rung).toBe(0);
    expect(shapeTool(parametersOf(8), { budget: 200 }).cost).toMatchObject({ rung: 7 });
    expect(shapeTool(parametersOf(8), { budget: 10 }).cost).toMatchObject({ rung: 9 });
  });

  test.each(['portable', 'rich', 'openai-strict', 'gemini'] as const)(
    'never costs an argument: %s',
    (profile) => {
      const { tool } = shapeTool(parametersOf(120, true), { profile });
      expect(Object.keys(tool.inputSchema.properties)).toEqual(names(120, 'filter'));
      expect(tool.inputSchema['required']).toEqual(names(120, 'filter'));
    },
  );

  test('what is lost is said', () => {
    expect(shapeTool(parametersOf(2)).cost.lost).toEqual([]);
    // Two of the eight get back what the rung took from all.
    expect(shapeTool(parametersOf(8)).cost.lost).toEqual([
      `words of 6 arguments cut: ${names(8, 'filter').slice(2).join(', ')}`,
    ]);
    const [last] = shapeTool([...parametersOf(1, true), ...parametersOf(60).slice(1)]).cost.lost.slice(-1);
    expect(last).toBe('words of 1 required argument off: filter_0');
  });
});

describe('the output schema', () => {
  test('takes what the arguments leave', () => {
    expect(shapeTool([], {}, answer).tool.outputSchema).toEqual({
      type: 'object',
      properties: { colour: { description: 'string' } },
    });
    const tight = shapeTool(parametersOf(60), {}, answer);
    expect(tight.tool.outputSchema).toBeUndefined();
    expect(tight.cost.lost).toContain('no output schema');
  });

  test('takes no more than its own budget', () => {
    expect(shapeTool([], { outputBudget: 5 }, answer)).toMatchObject({
      cost: { rung: 0, lost: ['no output schema'] },
    });
    const off = shapeTool([], { outputBudget: 0 }, answer);
    expect(off.tool.outputSchema).toBeUndefined();
    expect(off.cost.lost).toEqual([]);
  });
});

describe('what is over', () => {
  const paths = {
    '/a': { get: { operationId: 'getA', tags: ['one'], parameters: parametersOf(60) } },
    '/b': { get: { operationId: 'getB', tags: ['two'] } },
  };

  test('is named', async () => {
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'X', version: '1' }, paths });
    const { server, diagnostics } = await inspect(
      '-',
      { ...defaults, total: 300 },
      {
        readStdin: () => Promise.resolve(text),
      },
    );
    const [one] = server.toolsets;
    const { tokens } = sizeOf(one?.tools ?? []);
    expect(diagnostics.filter(({ code }) => /over/.test(code))).toMatchObject([
      {
        code: 'tool-over-budget',
        severity: 'warning',
        pointer: '#/paths/~1a/get',
        message: expect.stringContaining(`"get_a" takes ${tokens} tokens`) as string,
      },
      {
        code: 'toolset-over-total',
        severity: 'info',
        message: expect.stringContaining(`"one" takes ${tokens} tokens`) as string,
      },
    ]);
  });
});
