import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Budget } from '../../templates/report/data.js';
import { root, scratch } from './project.js';
import { runCommand } from '../support/runCommand.js';

const cwd = join(scratch, 'budget');
const petstore = join(root, 'samples/petstore/openapi.yaml');

async function budget(...args: string[]) {
  const { code, stdout: out, stderr: err } = await runCommand(['budget', ...args]);
  return { code, out, err };
}

beforeAll(() => {
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  process.chdir(cwd);
});

test('budget prints the table, writes the page, and ends with 0', async () => {
  const { code, out, err } = await budget(petstore, '--html', 'report.html', '--tools');
  expect(code, err).toBe(0);
  expect(out).toMatch(/^TOOLSET +TOOL +NAIVE/);
  expect(out).toMatch(/^pets +list_pets +[\d,]+ +[\d,]+/m);
  expect(out + err).not.toContain('\u001b[');
  expect(err).toContain('The report is in report.html');
  expect(readFileSync(join(cwd, 'report.html'), 'utf8')).toContain('Content-Security-Policy');
});

test('budget --json holds nothing but JSON, and --fail-over makes the exit code 1', async () => {
  const { code, out, err } = await budget(petstore, '--json', '--fail-over', '100');
  expect(code).toBe(1);
  const { tools, tokens, mode } = JSON.parse(out) as Budget;
  expect({ mode, tools: tools.length }).toEqual({ mode: 'list', tools: 16 });
  expect(tokens.list).toBe(tools.reduce((sum, tool) => sum + tool.tokens, 0));
  const over = tools.filter((tool) => tool.tokens > 100).map(({ name }) => name);
  for (const name of over) expect(err).toContain(`error ${name} takes`);
});

test.each([
  ['a limit that is no number', ['--fail-over', 'many'], /--fail-over must be a whole number/],
  ['a page that cannot be written', ['--html', 'none/report.html'], /there is no folder none/],
  ['a page under another name', ['--html', 'openapi.yaml'], /ends in \.html/],
])('budget ends with 2 at %s', async (_what, args, message) => {
  const { code, err } = await budget(petstore, ...args);
  expect(err).toMatch(message);
  expect(err).not.toContain('    at ');
  expect(code).toBe(2);
});
