import { readFileSync, readdirSync } from 'node:fs';
import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { emit } from '../../../generator/emit/emit.js';
import { pins, readTemplates } from '../../support/readTemplates.js';
import type { Case } from './case.js';
import { checkCalls } from './checkCalls.js';
import { checkReports } from './checkReports.js';
import { generatedCases } from './generatedCases.js';
import { type Served, serveCase } from './serveCase.js';

const folder = new URL('./cases/', import.meta.url);
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
    checkReports(served.diagnostics, one.reports ?? []);
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
  const text = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
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
