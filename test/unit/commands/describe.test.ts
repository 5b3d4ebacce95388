import { describe, expect, test } from 'vitest';
import { execFileSync } from 'node:child_process';
import { formatCount, formatTable, nameFolder, quoteForShell } from '../../../generator/commands/context.js';
import { describeInputError } from '../../../generator/commands/describe/describeInputError.js';
import {
  describeCredentials,
  describeDiagnostics,
  describeSelection,
} from '../../../generator/commands/describe/outcome.js';
import { type Diagnostic, InputError } from '../../../generator/model/diagnostic.js';
import type { ApiInfo } from '../../../generator/model/server.js';

const plain = (_style: string, text: string) => text;

const finding = (severity: Diagnostic['severity'], message: string, located = true): Diagnostic => ({
  code: 'odd-document',
  severity,
  message,
  pointer: '#/info',
  ...(located ? { location: { file: 'api.yaml', line: 3, column: 5 } } : {}),
});

describe('describeDiagnostics', () => {
  test('puts the worst last, and says where', () => {
    const grave = { ...finding('warning', 'None.'), code: 'no-credential' as const };
    const found = [
      finding('error', 'Bad.', false),
      grave,
      finding('warning', 'Odd.'),
      finding('info', 'Fine.'),
    ];
    expect(describeDiagnostics(found, plain)).toBe(
      'warning api.yaml:3:5  Odd.\nwarning api.yaml:3:5  None.\nerror   #/info  Bad.\n',
    );
  });

  test('counts by kind what it does not show, and shows what is about every call', () => {
    const many = Array.from({ length: 15 }, (_, n) => finding('warning', `Odd ${n}.`));
    const relaxed = { ...finding('warning', 'Relaxed.'), code: 'schema-relaxed' as const };
    const grave = { ...finding('warning', 'None.'), code: 'no-server' as const };
    const lines = describeDiagnostics([...many, relaxed, grave], plain)
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(13);
    expect(lines[0]?.trim()).toBe(
      '5 more warnings are not shown (4 odd-document, 1 schema-relaxed); --json lists them all',
    );
    expect(lines.slice(1, 3)).toEqual(['warning api.yaml:3:5  Odd 0.', 'warning api.yaml:3:5  Odd 1.']);
    expect(lines.at(-1)).toBe('warning api.yaml:3:5  None.');
  });
});

test('what is wrong and what to do about it are a line each, whatever they repeat', () => {
  const error = new InputError('No a\nFAKE.', 'Check b\u2028\u0085\r\nFAKE.');
  expect(describeInputError(error, plain)).toBe(
    String.raw`error No a\u000aFAKE.` +
      String.raw`@Check b\u2028\u0085\u000d\u000aFAKE.@`.replaceAll('@', '\n'),
  );
  expect(nameFolder('a\nFAKE')).toBe(String.raw`a\u000aFAKE`);
});

test.each([
  ['a b/c', "'a b/c'"],
  ["it's", String.raw`'it'\''s'`],
  [String.raw`a\b`, String.raw`'a\b'`],
  ["x\n'FAKE\\", String.raw`$'x\n\'FAKE\\'`],
  ['a\u001b[2J1', String.raw`$'a\033[2J1'`],
  ['é\u20281', String.raw`$'é\342\200\2501'`],
])('%j can be copied into a shell as it is shown', (path, shown) => {
  expect(quoteForShell(path)).toBe(shown);
  expect(execFileSync('bash', ['-c', `printf %s ${shown}`], { encoding: 'utf8' })).toBe(path);
});

test('rules that were written with line breaks stay on their lines', () => {
  const rule = { kind: 'include', rule: 'tag="a\nerror\u001b[2J"', operations: ['GET /a'] };
  const shown = String.raw`tag="a\u000aerror\u001b[2J"`;
  for (const rules of [[rule], [rule, rule, rule]]) {
    const lines = describeSelection({ operations: 3, offered: 1, rules });
    expect(lines.join('')).toContain(shown);
    for (const line of lines) expect(line).not.toContain('\n');
  }
});

test('formatTable aligns columns', () => {
  const rows = [
    ['NAME', 'N'],
    ['a', '1'],
    ['long', '100'],
  ];
  expect(formatTable(rows, [1])).toBe('NAME    N\na       1\nlong  100\n');
});

test('count puts numbers into words', () => {
  expect([formatCount(0, 'tool'), formatCount(1, 'tool'), formatCount(1123, 'tool')]).toEqual([
    '0 tools',
    '1 tool',
    '1,123 tools',
  ]);
});

describe('credentials that are set', () => {
  const api = {
    auth: { one: { kind: 'bearer' as const, env: 'GITHUB_TOKEN' } },
    servers: [{ url: 'https://api.evil.example/v1' }],
    baseUrlEnv: 'GITHUB_BASE_URL',
  } as unknown as ApiInfo;

  test.each([
    [{}, []],
    [{ GITHUB_TOKEN: 't' }, ['The value of GITHUB_TOKEN is sent to https://api.evil.example.']],
    [{ GITHUB_TOKEN_FILE: '/t' }, ['The value of GITHUB_TOKEN is sent to https://api.evil.example.']],
    [
      { GITHUB_TOKEN: 't', GITHUB_BASE_URL: 'https://test.example/v2' },
      ['The value of GITHUB_TOKEN is sent to https://test.example.'],
    ],
  ])('in %j are told with where they go', (env, lines) => {
    expect(describeCredentials(api, env)).toEqual(lines);
  });
});
