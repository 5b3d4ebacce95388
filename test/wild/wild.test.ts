import { readdirSync, readFileSync } from 'node:fs';
import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { emit } from '../../generator/emit/emit.js';
import { pins, readTemplates } from '../emit/readTemplates.js';
import type { Case } from './case.js';
import { generatedCases } from './generatedCases.js';
import { type Served, serveCase } from './serveCase.js';

const folder = new URL('cases/', import.meta.url);
const groups = [
  ...readdirSync(folder).map((file) => ({
    title: file.replace('.json', ''),
    cases: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case[],
  })),
  { title: 'generated', cases: generatedCases() },
];

describe.each(groups)('$title', ({ cases }) => {
  test.each(cases)('$name', async (one) => {
    const served = await serveCase(one);
    checkReports(served, one.reports ?? []);
    // A document without paths has no healthy operation that the rest could cost.
    if (one.document?.['paths'] === null) return expect(served.tools).toEqual([]);
    expect(served.tools.toSorted()).toEqual(['get_health', ...one.tools].toSorted());
    const { sent } = await served.call('get_health', {}, one.env);
    expect(sent.map(({ line }) => line)).toEqual([expect.stringMatching(/^GET https:.*\/health$/)]);
    await checkCalls(served, one);
    checkOffer(served, one);
    if (one.code) await checkCode(served);
  });
});

/** Each finding is expected, and each expected one found. */
function checkReports({ diagnostics }: Served, expected: NonNullable<Case['reports']>): void {
  const found = diagnostics.map(({ code, message }) => `${code}: ${message}`);
  const missed = expected.filter(([code, part]) => {
    const index = found.findIndex((line) => line.startsWith(`${code}: `) && line.includes(part));
    if (index !== -1) found.splice(index, 1);
    return index === -1;
  });
  expect({ missed, unexpected: found }).toEqual({ missed: [], unexpected: [] });
}

async function checkCalls(served: Served, { calls = [], refused = [], env }: Case): Promise<void> {
  for (const { tool, arguments: args = {}, env: own = env, sends, headers = {}, lacks = [], body } of calls) {
    const { sent, result } = await served.call(tool, args, own);
    const what = `${tool} ${JSON.stringify(args)} ${JSON.stringify(result.content)}`;
    expect(
      sent.map(({ line }) => line),
      what,
    ).toEqual([sends]);
    const [request] = sent;
    expect(Object.fromEntries(request?.headers ?? []), what).toMatchObject(headers);
    for (const name of lacks) expect(request?.headers.has(name), name).toBe(false);
    if (typeof body === 'string')
      expect(request?.body.replace(/-{6}[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '------'), what).toContain(
        body,
      );
    else if (body !== undefined) expect(JSON.parse(request?.body ?? ''), what).toEqual(body);
  }
  for (const { tool, arguments: args, says } of refused) {
    const { sent, result } = await served.call(tool, args, env);
    expect(sent, `${tool} ${JSON.stringify(args)}`).toEqual([]);
    expect(JSON.stringify(result)).toContain(says);
  }
}

function checkOffer({ server }: Served, { shown = {}, hidden = [] }: Case): void {
  const tools = server.toolsets.flatMap((set) => set.tools.map(({ tool }) => tool));
  for (const [name, parts] of Object.entries(shown)) {
    expect(tools.find((tool) => tool.name === name)).toMatchObject(parts);
  }
  const text = JSON.stringify(tools);
  for (const part of hidden) expect(text).not.toContain(part);
}

/** What a document of the wild becomes is TypeScript all the same. */
async function checkCode({ server }: Served): Promise<void> {
  const files = await emit(server, readTemplates(), pins);
  const generated = files.filter(({ owner, path }) => owner === 'generated' && path.endsWith('.ts'));
  expect(generated.length).toBeGreaterThan(3);
  for (const { path, content } of generated) {
    const { diagnostics = [] } = ts.transpileModule(content, { reportDiagnostics: true });
    expect(
      diagnostics.map(({ messageText }) => messageText),
      path,
    ).toEqual([]);
  }
}

describe('the list in README.md', () => {
  const text = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const names = new Set(groups.flatMap(({ cases }) => cases.map(({ name }) => name)));
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (seen|-)/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | *\|$/g, '').trim()));

  test('every name is that of one case', () => {
    expect(names.size).toBe(groups.flatMap(({ cases }) => cases).length);
  });

  test.each(rows)('%s', (_item, cases = '') => {
    const listed = cases.split(';').map((name) => name.trim());
    expect(listed.filter((name) => !names.has(name))).toEqual([]);
  });

  test('every case is listed', () => {
    const listed = new Set(rows.flatMap(([, cases = '']) => cases.split(';').map((name) => name.trim())));
    expect([...names].filter((name) => !listed.has(name))).toEqual([]);
  });
});
