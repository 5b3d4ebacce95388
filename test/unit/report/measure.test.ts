import { describe, expect, test } from 'vitest';
import { connectTo } from '../../../generator/commands/connectTo.js';
import { defaults } from '../../../generator/model/config.js';
import { measure } from '../../../generator/report/measure.js';
import { describeLoss } from '../../../generator/shape/budget/describeLoss.js';
import { loadTokenCounter } from '../../../generator/text/tokens.js';
import { makeBody } from '../../support/runtime/fixtures.js';
import { makeTool } from '../../support/makeServer.js';
import { type ToolCase, makeInspection } from '../../support/makeInspection.js';

async function measureTools(cases: readonly ToolCase[], config = defaults) {
  const inspection = makeInspection(cases);
  const connected = await connectTo(inspection.server, 'auto');
  return measure(inspection, inspection.server, config, connected, (text) => text.length);
}

const many = (number: number): ToolCase[] =>
  Array.from({ length: number }, (_, index) => ({ name: `tool_${index}`, toolset: `set_${index % 3}` }));

const query = (argument: string) => ({ argument, name: argument, in: 'query' as const });

const schema = (...names: string[]) => ({
  inputSchema: {
    type: 'object' as const,
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  },
});

const argument = (key: string, required: boolean, words: 'cut' | 'off') => ({
  key,
  required,
  words,
  lists: 1,
  patterns: 0,
  stubs: words === 'cut' ? [''] : ['', 'inner'],
});

describe('measure', () => {
  test('adds up tools and toolsets, and names those over what they may take', async () => {
    const cases = [
      { name: 'small', naive: 50, tokens: 40 },
      { name: 'large', naive: 5000, tokens: 401, rung: 9, toolset: 'orders' },
      { name: 'even', naive: 500, tokens: 400, rung: 4, toolset: 'orders' },
    ];
    const { tokens, over, toolsets, toolsetsOver, tools } = await measureTools(cases, {
      ...defaults,
      total: 800,
    });
    expect(tokens).toMatchObject({ naive: 5550, list: 841 });
    expect(over).toEqual(['large']);
    expect(tools.map((tool) => tool.over)).toEqual([false, true, false]);
    expect(toolsets).toMatchObject([
      { name: 'pets', tools: 1, naive: 50, tokens: 40, rung: 0 },
      { name: 'orders', tools: 2, naive: 5500, tokens: 801, rung: 9 },
    ]);
    expect(toolsetsOver).toEqual(['orders']);
  });

  test('counts what a client gets: the listed tools, and the instructions', async () => {
    const cases = many(2);
    const inspection = makeInspection(cases);
    const { instructions, tools } = await connectTo(inspection.server, 'auto');
    const { mode, reason, tokens, claude } = await measureTools(cases);
    expect(mode).toBe('list');
    expect(reason).toMatch(/2 tools.*within 40 tools and 20,000 tokens/);
    expect(tools.map(({ name }) => name)).toEqual(['tool_0', 'tool_1']);
    const texts = [instructions, ...tools.map((tool) => JSON.stringify(tool))];
    expect(tokens.connect).toBe(texts.join('').length);
    expect(claude).toEqual([Math.round(tokens.connect * 1.2), Math.round(tokens.connect * 1.55)]);
  });

  test('takes the mode from the server: beyond 40 tools they are searched for', async () => {
    expect(await measureTools(many(40))).toMatchObject({ mode: 'list' });
    const { mode, reason, tokens } = await measureTools(many(41));
    expect(mode).toBe('dynamic');
    expect(reason).toMatch(/41 tools.*more than 40/);
    const listed = await connectTo(makeInspection(many(41)).server, 'list');
    expect(tokens.connect).toBeLessThan(JSON.stringify(listed.tools).length);
  });

  test('counts the arguments that the listed schema does not tell of', async () => {
    const request = {
      ...makeTool().request,
      parameters: [query('limit'), query('gone'), { ...query(''), constant: 'v1' }],
    };
    const body = makeBody({});
    const fields = { name: 'name', tag: 'tag' };
    const { parametersLost, tools } = await measureTools([
      { name: 'with_parameters', changes: { request, ...schema('limit') } },
      { name: 'with_body', changes: { request: { ...request, parameters: [], body }, ...schema('body') } },
      { name: 'without_body', changes: { request: { ...request, parameters: [], body }, ...schema() } },
      {
        name: 'with_fields',
        changes: { request: { ...request, parameters: [], body: { ...body, fields } }, ...schema('tag') },
      },
    ]);
    expect(tools.map(({ lostArguments }) => lostArguments)).toEqual([['gone'], [], ['body'], ['name']]);
    expect(tools.map((tool) => tool.parametersLost)).toEqual([1, 0, 1, 1]);
    expect(parametersLost).toBe(3);
  });

  test('sums up what was lost without names and numbers, most common first', async () => {
    const losses = [
      describeLoss({ words: true, output: true, arguments: [argument('a', false, 'cut')] }),
      describeLoss({
        words: false,
        output: false,
        arguments: [argument('b', false, 'off'), argument('c', true, 'off'), argument('d', true, 'off')],
      }),
      describeLoss({ words: true, output: false, arguments: [argument('e', true, 'off')] }),
    ];
    const { toolsets } = await measureTools(losses.map((lost, index) => ({ name: `tool_${index}`, lost })));
    expect(toolsets[0]?.lost).toEqual([
      { what: 'parts shown as stubs', tools: 3 },
      { what: 'values of enums in words', tools: 3 },
      { what: 'words of required arguments off', tools: 2 },
      { what: 'words of the tool cut', tools: 2 },
      { what: 'no output schema', tools: 1 },
      { what: 'words of arguments cut', tools: 1 },
      { what: 'words of optional arguments off', tools: 1 },
    ]);
  });

  test('the tokens of a tool are those of what the server lists', async () => {
    const count = await loadTokenCounter();
    const document = new URL('../../../samples/petstore/openapi.yaml', import.meta.url).pathname;
    const { inspect } = await import('../../../generator/inspect.js');
    const inspection = await inspect(document, defaults, { readStdin: async () => '' });
    const { tools } = await connectTo(inspection.server, 'list');
    const listed = new Map(
      tools.map((tool) => [tool.name, count(JSON.stringify({ ...tool, outputSchema: undefined }))]),
    );
    const entries = inspection.server.toolsets.flatMap((toolset) => toolset.tools);
    expect(entries).toHaveLength(16);
    for (const { tool, cost } of entries) expect(cost.tokens, tool.name).toBe(listed.get(tool.name));
  });
});
