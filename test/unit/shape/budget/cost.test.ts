import { describe, expect, test } from 'vitest';
import { inspect } from '../../../../generator/inspect.js';
import { type Config, defaults, profileNames } from '../../../../generator/model/config.js';
import { type Cost, sizeOf } from '../../../../generator/model/server.js';
import { checkProfile } from '../../../../generator/shape/check/checkProfile.js';
import { profiles } from '../../../../generator/shape/profiles.js';
import { countTokens } from '../../../support/countTokens.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

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

/** A body with such members. */
const bodyOf = (members: object) => ({
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { type: 'object', properties: members } } },
  },
});

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
    expect(rungsOf.map(({ rung }) => rung)).toEqual([0, 0, 1, 7, 13]);
    expect(rungsOf.map(({ tokens }) => tokens > defaults.budget)).toEqual([false, false, false, false, true]);
  });

  test('is another one where the user says so', () => {
    expect(shapeTool(parametersOf(8), { budget: 4000 }).cost.rung).toBe(0);
    expect(shapeTool(parametersOf(8), { budget: 200 }).cost).toMatchObject({ rung: 7 });
    expect(shapeTool(parametersOf(8), { budget: 10 }).cost).toMatchObject({ rung: 13 });
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
  test('is counted apart, and takes nothing of the budget of the tool', () => {
    const { tool, cost } = shapeTool([], {}, answer);
    expect(tool.outputSchema).toEqual({
      type: 'object',
      properties: { colour: { description: 'string' } },
    });
    expect(cost.output).toBe(countTokens(JSON.stringify(tool.outputSchema)));
    const without = shapeTool([], { output: 'none' }, answer);
    expect(without.cost).toEqual({ ...cost, output: 0 });
    expect(without.tool.outputSchema).toBeUndefined();
    const over = shapeTool(parametersOf(60), {}, answer);
    expect(over.tool.outputSchema).toEqual(tool.outputSchema);
  });

  test('is compared with itself, written out in full', () => {
    const { cost } = shapeTool([], {}, answer);
    const { schema } = answer[200].content['application/json'];
    expect(cost.naiveOutput).toBe(countTokens(JSON.stringify(schema)));
    expect(shapeTool([], {}).cost).toMatchObject({ naiveOutput: 0, output: 0 });
  });

  test.each([
    [{ type: 'object', properties: { id: {}, name: {} } }, 'Returns an object: id, name.'],
    [{ type: 'array', items: { type: 'object', properties: { id: {} } } }, 'Returns a list of objects: id.'],
    [{ type: 'array', items: { type: 'string' } }, 'Returns a list of strings.'],
    [{ type: 'array' }, 'Returns a list.'],
    [{ type: 'integer' }, 'Returns an integer.'],
    [{ type: ['string', 'boolean'] }, 'Returns string or boolean.'],
    [{}, ''],
  ])('of %j is a sentence where words are wanted', (schema, words) => {
    const responses = { 200: { description: 'Ok', content: { 'application/json': { schema } } } };
    const { tool, cost } = shapeTool([], { output: 'words' }, responses);
    expect(tool.description).toBe(['Gets x.', words].filter(Boolean).join(' '));
    expect(tool.outputSchema).toBeUndefined();
    expect(cost).toMatchObject({ output: 0, lost: [] });
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

function shapeBody(schema: object, config: Partial<Config> = {}) {
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  return shapeDocument({ paths: { '/x': { post: { operationId: 'addX', requestBody } } } }, config);
}

describe('arguments that no rung makes small enough', () => {
  const words = ['billing', 'shipping', 'contact', 'legal', 'tax'];
  const keys = Array.from({ length: 640 }, (_, index) => `${words[index % 5]}_field_${index}`);
  const properties = Object.fromEntries(keys.map((key) => [key, { type: 'string', maxLength: 40 }]));
  const required = keys.slice(-3);
  const wide = { type: 'object', properties, required };

  test.each(['portable', 'rich', 'openai-strict', 'gemini'] as const)(
    'of a body are named, grouped, required ones first, in 2,000 tokens: %s',
    (profile) => {
      const shaped = shapeBody(wide, { profile });
      const { tool, cost, enforced } = shaped.tool('POST /x');
      expect(cost.rung).toBe(10);
      expect(cost.tokens).toBeLessThanOrEqual(2000);
      const body = tool.inputSchema.properties['body'] as { description: string; properties?: object };
      const shown = Object.keys(body.properties ?? {});
      if (profile !== 'openai-strict' && profile !== 'gemini') expect(shown).toEqual(required);
      expect(cost.lost).toEqual([`${640 - shown.length} arguments listed by name only`]);
      const { description } = body;
      expect(description).toMatch(/billing_field_\{0,5,10,/);
      expect(description).toContain('describe_tools');
      expect(JSON.stringify(shaped.server.components) + JSON.stringify(enforced)).toContain(keys[400]);
      expect(measureLost(cost)).toBe(0);
      expect(checkProfile(tool, profiles[profile], 60)).toBeUndefined();
    },
  );

  test('of a body that is spread are named in one object, beside those that are required', () => {
    const schema = {
      type: 'object',
      properties: Object.fromEntries(keys.slice(0, 20).map((key) => [key, { type: 'string' }])),
      required: [keys[7]],
    };
    const requestBody = { required: true, content: { 'application/json': { schema } } };
    const parameters = parametersOf(300);
    const { tool, cost } = shapeDocument({
      paths: { '/x': { post: { operationId: 'addX', parameters, requestBody } } },
    }).tool('POST /x');
    expect(cost.tokens).toBeLessThanOrEqual(2000);
    expect(tool.request.body?.argument).toBe('body');
    expect(tool.request.body?.fields).toBeDefined();
    expect(tool.inputSchema['required']).toEqual([keys[7]]);
    expect(measureLost(cost)).toBe(0);
  });

  test('of a body with rules of its own are named there', () => {
    const { tool, cost } = shapeBody({ ...wide, minProperties: 1 }).tool('POST /x');
    expect(cost.tokens).toBeLessThanOrEqual(2000);
    expect(tool.inputSchema.properties['body']).toMatchObject({ required });
    expect(tool.inputSchema['required']).toEqual(['body']);
  });

  test('of a query are named beside those that are required', () => {
    const parameters = [...parametersOf(2, true), ...parametersOf(302).slice(2)];
    const { tool, cost } = shapeTool(parameters);
    expect(cost.tokens).toBeLessThanOrEqual(2000);
    expect(Object.keys(tool.inputSchema.properties)).toEqual(names(2, 'filter'));
    expect(tool.inputSchema['description']).toMatch(/^Further arguments, .*: filter_\{2,3,4,/);
  });

  const kinds = ['billing', 'shipping', 'carrier', 'invoice', 'region'];
  const members = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `${kinds[index % kinds.length]}_${index}`,
        { type: index % 3 === 0 ? 'integer' : 'string', description: long },
      ]),
    );
  const asQuery = (count: number) =>
    Object.entries(members(count)).map(([name, schema], index) => ({
      name,
      in: 'query',
      required: index % 50 === 0,
      schema,
    }));
  const values = Array.from({ length: 500 }, (_, index) => `${kinds[index % kinds.length]}_value_${index}`);
  const large: [what: string, operation: object, names: string[]][] = [
    ['240 parameters', { parameters: asQuery(240) }, Object.keys(members(240))],
    ['834 members of a body', bodyOf(members(834)), Object.keys(members(834))],
    [
      '240 members within a member',
      bodyOf({ head: { type: 'object', properties: members(240) }, tail: { type: 'string' } }),
      ['head', 'tail'],
    ],
    [
      'parameters beside a body',
      { parameters: asQuery(240), ...bodyOf(members(12)) },
      Object.keys(members(240)),
    ],
    [
      '500 values',
      {
        parameters: ['a', 'b'].map((name) => ({
          name,
          in: 'query',
          schema: { type: 'string', enum: values },
        })),
      },
      ['a', 'b'],
    ],
    [
      'a description of 100,000 characters',
      {
        description: long.repeat(320),
        parameters: [{ name: 'q', in: 'query', description: long.repeat(320), schema: { type: 'string' } }],
      },
      ['q'],
    ],
  ];
  test.each(
    large.flatMap(([what, operation, named]) =>
      (['portable', 'rich', 'openai-strict', 'gemini'] as const).map(
        (profile) => [what, profile, operation, named] as const,
      ),
    ),
  )('of %s are all listed or named in 2,000 tokens: %s', (_what, profile, operation, named) => {
    const { tool, cost } = shapeDocument({ paths: { '/x': { post: operation } } }, { profile }).tool(
      'POST /x',
    );
    expect(cost.tokens).toBeLessThanOrEqual(2000);
    expect(measureLost(cost)).toBe(0);
    expect(checkProfile(tool, profiles[profile], 60)).toBeUndefined();
    const told = spellNames(JSON.stringify(tool.inputSchema));
    expect(named.filter((name) => !told.has(name))).toEqual([]);
  });

  test('pass the check of the list by their names', async () => {
    const paths = { '/x': { get: { operationId: 'getX', parameters: parametersOf(240) } } };
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'X', version: '1' }, paths });
    for (const profile of profileNames) {
      const options = { readStdin: () => Promise.resolve(text) };
      const { server, diagnostics } = await inspect('-', { ...defaults, profile }, options);
      expect(server.toolsets.flatMap(({ tools }) => tools)).toHaveLength(1);
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  });

  test('of a query are given in one text where a profile gives none that has no schema', () => {
    const parameters = [...parametersOf(2, true), ...parametersOf(242).slice(2)];
    for (const profile of ['openai-strict', 'gemini'] as const) {
      const { tool } = shapeTool(parameters, { profile });
      const { further_arguments: further, ...others } = tool.inputSchema.properties;
      expect(Object.keys(others)).toEqual(names(2, 'filter'));
      expect(further).toMatchObject({
        type: profile === 'gemini' ? 'string' : ['string', 'null'],
        description: expect.stringMatching(
          /^A JSON object as text: Further arguments.*filter_\{2,3,4,/,
        ) as string,
      });
    }
    const taken = [...parameters, { name: 'further_arguments', in: 'query', schema: { type: 'string' } }];
    const { tool } = shapeTool(taken, { profile: 'openai-strict' });
    expect(Object.keys(tool.inputSchema.properties)).toHaveLength(243);
  });

  test('that do not even fit by name are counted as lost', () => {
    const many = Object.fromEntries(
      Array.from({ length: 1600 }, (_, index) => [`w${index.toString(36)}x${index}`, { type: 'string' }]),
    );
    const { tool, cost } = shapeBody({ type: 'object', properties: many }).tool('POST /x');
    expect(cost.tokens).toBeLessThanOrEqual(2000);
    expect(measureLost(cost)).toBeGreaterThan(1000);
    expect(JSON.stringify(tool.inputSchema)).toContain(` and ${measureLost(cost)} more`);
  });

  test('stay as they are within a larger budget', () => {
    expect(shapeBody(wide, { budget: 20_000 }).tool('POST /x').cost.rung).toBe(0);
  });
});

/** Characters of what is counted for three bodies that are a million members each, written out. */
function charactersAt(budget: number): number {
  const schemas = Object.fromEntries(
    Array.from({ length: 6 }, (_, level) => [
      `L${level}`,
      {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 10 }, (__, index) => [
            `m${index}`,
            level === 5 ? { type: 'string' } : { $ref: `#/components/schemas/L${level + 1}` },
          ]),
        ),
      },
    ]),
  );
  const paths = Object.fromEntries(
    Array.from({ length: 3 }, (_, index) => [
      `/x${index}`,
      {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: { ...schemas['L0'], description: `Number ${index}`, minProperties: index },
              },
            },
          },
        },
      },
    ]),
  );
  let characters = 0;
  const count = (text: string): number => {
    characters += text.length;
    return countTokens(text);
  };
  shapeDocument({ paths, components: { schemas } }, { budget }, undefined, count);
  return characters;
}

describe('a budget beyond all measure', () => {
  test('takes no more work than one that no model would read', () => {
    expect(charactersAt(1_000_000)).toBeLessThan(2 * charactersAt(20_000));
  });

  test.each([0, 1, 50])('and one of %i lists all the same', (budget) => {
    const { tool, cost } = shapeTool(parametersOf(3), { budget });
    expect(Object.keys(tool.inputSchema.properties)).toEqual(names(3, 'filter'));
    expect(cost.rung).toBe(13);
  });
});

test('what a tool takes where nothing is done about it is counted only for who asks', () => {
  let calls = 0;
  const count = (text: string): number => {
    calls += 1;
    return countTokens(text);
  };
  const paths = { '/a': { get: { operationId: 'getA', parameters: parametersOf(3) } } };
  const { tools } = shapeDocument({ paths }, {}, undefined, count);
  const before = calls;
  const cost = tools[0]!.cost;
  expect(cost.tokens).toBeGreaterThan(0);
  expect(calls).toBe(before);
  expect(cost.naive).toBeGreaterThan(0);
  expect(calls).toBeGreaterThan(before);
});

/** All names in a text, with those written out that are grouped by what they begin with. */
function spellNames(text: string): Set<string> {
  const grouped = [...text.matchAll(/([\w.]+)\{([^{}]*)\}/g)].flatMap(([, start = '', ends = '']) =>
    ends.split(',').map((end) => start + end),
  );
  return new Set([...grouped, ...(text.match(/[\w.]+/g) ?? [])]);
}

/** How many arguments a model is not even told the name of. */
function measureLost({ unnamed = [] }: Cost): number {
  return unnamed.length;
}

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
