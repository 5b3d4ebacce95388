import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { budget, report } from '../../../generator/commands/budget.js';
import { defaults } from '../../../generator/index.js';
import { InputError } from '../../../generator/model/diagnostic.js';
import type { Budget } from '../../../templates/report/data.js';
import { makeContext } from '../../support/makeContext.js';
import { type ToolCase, makeInspection } from '../../support/makeInspection.js';
import { tempFolder } from '../../support/tempFolder.js';

const plain = {
  config: defaults,
  json: false,
  byTool: false,
  html: undefined,
  failOver: undefined,
  failTotal: undefined,
};
const cases: ToolCase[] = [
  { name: 'list_pets', naive: 1000, tokens: 250, naiveOutput: 900, output: 40 },
  { name: 'add_pet', naive: 3000, tokens: 390, rung: 3, lost: ['2 parts shown as stubs: owner, tags'] },
  { name: 'search', toolset: 'shop', naive: 9000, tokens: 470, rung: 9, lost: ['words of the tool cut'] },
];

async function reportOn(tools: readonly ToolCase[], changes: Partial<typeof plain> | object = {}) {
  const { said, context } = makeContext();
  const code = await report(makeInspection(tools), { ...plain, ...changes }, context);
  return { code, ...said };
}

async function run(document: object, changes: object = {}) {
  const { said, context } = makeContext(JSON.stringify(document));
  const code = await budget({ document: '-', ...plain, ...changes }, context);
  return { code, ...said };
}

const documentOf = (paths: object) => ({
  openapi: '3.1.0',
  info: { title: 'Tiny', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths,
});
const one = documentOf({ '/things': { get: { operationId: 'listThings', responses: {} } } });

describe('the table', () => {
  test('has a row for each toolset, and says what the whole comes to', async () => {
    const { code, out, err } = await reportOn(cases);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const lines = out.split('\n');
    expect(lines.slice(0, 4).map((line) => line.split(/ {2,}/))).toEqual([
      ['TOOLSET', 'TOOLS', 'NAIVE', 'TOKENS', 'SAVED', 'OUTPUT', 'RUNG', 'LOST'],
      ['pets', '2', '4,000', '640', '84%', '40', '3', 'parts shown as stubs (1)'],
      ['shop', '1', '9,000', '470', '95%', '0', '9', 'words of the tool cut (1)'],
      ['in all', '3', '13,000', '1,110', '91%', '40', '9'],
    ]);
    expect(lines.slice(5)).toEqual([
      expect.stringMatching(/^Tokens: 13,000 naive, 1,110 listed \(91% saved\), [\d,]+ at connect\.$/),
      'Output schemas: 900 naive, 40 listed; they are in none of the figures above.',
      'Mode: list. 3 tools, within 40 tools and 20,000 tokens.',
      expect.stringMatching(
        /^Counted in o200k; Claude counts 1\.2 to 1\.55 times as much: [\d,]+ to [\d,]+ at/,
      ),
      'Over the budget of 400 tokens: search (470).',
      'No parameter is lost.',
      '',
      ...['NAIVE', 'TOKENS', 'OUTPUT', 'RUNG', 'LOST'].map(
        (word) => expect.stringMatching(new RegExp(`^${word} +\\w`)) as string,
      ),
      '',
    ]);
  });

  test('has a row for each tool with --tools', async () => {
    const { out } = await reportOn(cases, { byTool: true });
    expect(
      out
        .split('\n')
        .slice(0, 4)
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['TOOLSET', 'TOOL', 'NAIVE', 'TOKENS', 'SAVED', 'OUTPUT', 'RUNG', 'LOST'],
      ['pets', 'list_pets', '1,000', '250', '75%', '40', '0'],
      ['pets', 'add_pet', '3,000', '390', '87%', '0', '3', '2 parts shown as stubs: owner, tags'],
      ['shop', 'search', '9,000', '470', '95%', '0', '9', 'words of the tool cut'],
    ]);
  });

  test('names toolsets over the total, lost parameters, and where tools take more than before', async () => {
    const { inputSchema } = { inputSchema: { type: 'object' as const, properties: {} } };
    const { out } = await reportOn(
      [{ name: 'list_pets', naive: 100, tokens: 150, changes: { inputSchema } }],
      {
        config: { ...defaults, total: 100 },
      },
    );
    expect(out).toContain('150 listed (50% more)');
    expect(out).toContain('Every tool keeps to its budget of 400 tokens.');
    expect(out).toContain('Toolsets over the total of 100 tokens: pets (150).');
    expect(out).toContain('1 parameter lost: limit of list_pets.');
  });

  test('tells of tools over their budget once, and of other findings before', async () => {
    const { said, context } = makeContext();
    const inspection = makeInspection(cases);
    const finding = { severity: 'warning' as const, pointer: '#/paths' };
    inspection.diagnostics.push(
      { ...finding, code: 'tool-over-budget', message: 'The tool "search" is over.' },
      { ...finding, code: 'no-server', message: 'There is no server.' },
    );
    await report(inspection, plain, context);
    expect(said.err).toBe('warning #/paths  There is no server.\n');
  });

  test('names a dozen tools that are over, the largest first, and counts the rest', async () => {
    const large = Array.from({ length: 15 }, (_, index) => ({ name: `tool_${index}`, tokens: 500 + index }));
    const { out } = await reportOn(large);
    expect(out).toMatch(/tokens: tool_14 \(514\), tool_13 \(513\),.* tool_3 \(503\), and 3 more\.\n/);
  });
});

const paint = (style: string, text: string) => `<${style}>${text}</${style}>`;

describe('an operation that failed', () => {
  const broken = documentOf({
    '/things': {
      get: { operationId: 'listThings', responses: {} },
      post: {
        operationId: 'addThing',
        requestBody: { content: { 'text/\u0007': {} } },
      },
      delete: { operationId: 'dropThings', responses: {} },
    },
  });
  const config = { ...defaults, exclude: [{ method: ['DELETE'] }] };

  test('is called failed, with why, apart from what is not selected', async () => {
    const { out, code } = await run(broken, { config, json: true });
    expect(code).toBe(0);
    const { failed, unselected } = JSON.parse(out) as Budget;
    expect(unselected).toBe(1);
    expect(failed).toMatchObject([
      { operation: 'POST /things', pointer: '#/paths/~1things/post', location: { line: 1 } },
    ]);
    expect(failed[0]?.why).toContain('its request body has no media type that can be sent');
  });

  test('is named in the text, in red', async () => {
    const { said, context } = makeContext(JSON.stringify(broken));
    await budget({ document: '-', ...plain, config }, { ...context, paint });
    expect(said.out).toContain(
      '<red>Failed: 1 operation could not become a tool.</red>\n  POST /things is left out: ',
    );
  });
});

describe('--json', () => {
  test('has the figures at its root', async () => {
    const { code, out } = await reportOn(cases, { json: true });
    expect(code).toBe(0);
    const { tools, tokens, ...rest } = JSON.parse(out) as Budget;
    expect(tokens).toEqual({
      naive: 13_000,
      list: 1110,
      connect: expect.any(Number) as number,
      naiveOutput: 900,
      output: 40,
    });
    expect(rest).toMatchObject({
      mode: 'list',
      parametersLost: 0,
      over: ['search'],
      server: { name: 'petstore' },
      budget: { tool: 400, total: 20_000, tools: 40 },
      diagnostics: [],
    });
    expect(tools[1]).toMatchObject({
      name: 'add_pet',
      toolset: 'pets',
      method: 'GET',
      path: '/add_pet',
      naive: 3000,
      tokens: 390,
      rung: 3,
      lost: ['2 parts shown as stubs: owner, tags'],
      parametersLost: 0,
      over: false,
    });
  });

  test('says the same of a document', async () => {
    const { code, out } = await run(one, { json: true });
    expect(code).toBe(0);
    const { tools, tokens } = JSON.parse(out) as Budget;
    expect(tools).toHaveLength(1);
    expect(tokens.list).toBe(tools[0]?.tokens);
    expect(tokens.connect).toBeGreaterThan(tokens.list);
  });
});

describe('limits', () => {
  test('--fail-over names the tools that take more', async () => {
    expect(await reportOn(cases, { failOver: 470 })).toMatchObject({ code: 0, err: '' });
    const { code, err } = await reportOn(cases, { failOver: 389 });
    expect(code).toBe(1);
    expect(err).toBe('error add_pet takes 390 tokens, over 389.\nerror search takes 470 tokens, over 389.\n');
  });

  test('--fail-over works with --json, whose output stays JSON', async () => {
    const { code, out, err } = await reportOn(cases, { failOver: 400, json: true });
    expect(code).toBe(1);
    expect((JSON.parse(out) as Budget).over).toEqual(['search']);
    expect(err).toContain('search takes 470 tokens');
  });

  test('--fail-total looks at what a client gets when it connects', async () => {
    const { out } = await reportOn(cases, { json: true });
    const { connect } = (JSON.parse(out) as Budget).tokens;
    expect((await reportOn(cases, { failTotal: connect })).code).toBe(0);
    const { code, err } = await reportOn(cases, { failTotal: connect - 1 });
    expect(code).toBe(1);
    expect(err).toMatch(/^error A connection takes [\d,]+ tokens, over \d+\.\n$/);
  });

  test.each([
    ['failOver', '--fail-over', Number.NaN],
    ['failOver', '--fail-over', 1.5],
    ['failTotal', '--fail-total', -1],
  ])('%s is a whole number', async (key, option, limit) => {
    await expect(run(one, { [key]: limit })).rejects.toThrow(`${option} must be a whole number`);
  });
});

describe('--html', () => {
  test('writes the page and says where', async () => {
    const html = join(tempFolder(), 'report.html');
    const { code, err } = await reportOn(cases, { html });
    expect({ code, err }).toEqual({ code: 0, err: `The report is in ${html}\n` });
    expect(readFileSync(html, 'utf8')).toMatch(/^<!doctype html>.*"search".*<\/html>\n$/s);
  });

  test('replaces a page, and leaves nothing else behind', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'report.html'), 'old');
    await reportOn(cases, { html: join(folder, 'report.html') });
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).not.toBe('old');
    expect(readdirSync(folder)).toEqual(['report.html']);
  });

  test('is written although a limit is passed, beside --json', async () => {
    const html = join(tempFolder(), 'report.htm');
    expect((await reportOn(cases, { html, json: true, failOver: 1 })).code).toBe(1);
    expect(readFileSync(html, 'utf8')).toContain('"search"');
  });

  test('needs a name that ends in .html: the document is not replaced by mistake', async () => {
    await expect(run(one, { html: 'openapi.yaml' })).rejects.toThrow('ends in .html, not "openapi.yaml"');
    await expect(run(one, { html: '' })).rejects.toThrow(InputError);
  });

  test.each([
    ['in a folder that there is none of', 'none/report.html', /there is no folder .*none/],
    ['at a folder', 'folder.html', /folder\.html is a folder/],
    ['below a file', 'file/report.html', /a folder on the way to it is a file/],
    ['under a name that is too long', `${'a'.repeat(300)}.html`, /the path is too long/],
  ])('says what is wrong %s, and writes nothing', async (_what, path, message) => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'folder.html'));
    writeFileSync(join(folder, 'file'), '');
    const failed = reportOn(cases, { html: join(folder, path) });
    await expect(failed).rejects.toBeInstanceOf(InputError);
    await expect(failed).rejects.toThrow(message);
    expect(readdirSync(folder)).toEqual(['file', 'folder.html']);
  });

  test('leads a link no further than to itself', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'kept.txt'), 'kept');
    symlinkSync(join(folder, 'kept.txt'), join(folder, 'report.html'));
    await reportOn(cases, { html: join(folder, 'report.html') });
    expect(readFileSync(join(folder, 'kept.txt'), 'utf8')).toBe('kept');
  });
});

describe('a document with nothing to offer', () => {
  const nothing = documentOf({});

  test('exits with 1 and says why', async () => {
    const folder = tempFolder();
    const { code, out, err } = await run(nothing, { html: join(folder, 'report.html') });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('There is nothing to offer');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('says so in JSON as well', async () => {
    const { code, out } = await run(nothing, { json: true });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      tools: [],
      tokens: { naive: 0, list: 0, connect: 0 },
      diagnostics: [{ code: 'nothing-to-offer' }],
    });
  });
});
