import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../generator/lint/finding.js';
import { lint } from '../../../generator/lint/lint.js';
import { diagnosed, rules } from '../../../generator/lint/rules.js';
import { inspectDocument, lintDocument, loadMeans } from '../../support/lintDocument.js';
import cases from './rules.json' with { type: 'json' };

interface Case {
  rule: string;
  name: string;
  /** Where it is found, and a part of what is said. */
  where: string;
  says: string;
  /** Parts of a document that has it, and of one that is like it and does not. */
  finds: object;
  passes: object;
}

describe('rules', () => {
  test.each(cases as Case[])('$rule $name', async ({ rule, where, says, finds, passes }) => {
    const found = (await lintDocument(finds)).filter((finding) => finding.rule === rule);
    expect(found.map(({ pointer }) => pointer)).toEqual([where]);
    expect(found[0]?.message).toContain(says);
    expect(found[0]?.location?.line).toBeGreaterThan(1);
    expect((await lintDocument(passes)).filter((finding) => finding.rule === rule)).toEqual([]);
  });

  test('each rule has a case', () => {
    const covered = new Set([...cases.map(({ rule }) => rule), 'constraint-in-prose', 'not-judged']);
    expect(Object.keys(rules).filter((rule) => !covered.has(rule))).toEqual([]);
  });

  test('each rule is in the documentation, with its cost', () => {
    const documentation = readFileSync(new URL('../../../docs/lint.md', import.meta.url), 'utf8');
    for (const [id, { what, cost }] of Object.entries({ ...diagnosed, ...rules })) {
      for (const part of [`\`${id}\``, what, cost]) expect(documentation).toContain(part);
    }
  });

  test('each rule says what it is, what it costs and what to do in whole sentences', () => {
    for (const { what, cost, fix } of Object.values({ ...diagnosed, ...rules })) {
      for (const text of [what, cost, fix]) expect(text).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe('an operation that rules fail at', () => {
  const paths = Object.fromEntries(
    ['xq', 'xt', 'xz'].map((name) => {
      const parameters = [{ name, in: 'query', schema: {} }];
      return [`/${name}`, { get: { operationId: `list_${name}`, summary: `TODO`, parameters } }];
    }),
  );

  test('is named; other rules judge it, and all rules judge the others', async () => {
    const { inspection, findings } = await inspectDocument({ paths });
    const bad = inspection.api.operations[1] ?? expect.unreachable();
    Object.defineProperty(bad, 'summary', {
      get: () => {
        throw new RangeError('Maximum call stack size exceeded');
      },
    });
    const found = lint(inspection, await loadMeans());
    const failed = found.filter(({ rule }) => rule === 'not-judged');
    expect(failed.map(({ pointer, message }) => [pointer, message])).toEqual([
      [
        bad.pointer,
        expect.stringMatching(/^GET \/xt is not judged in full: .*Maximum call stack size exceeded/),
      ],
    ]);
    expect(failed[0]?.location?.line).toBeGreaterThan(1);
    const ofRest = ({ rule, pointer }: Finding) =>
      pointer !== bad.pointer && rule !== 'duplicate-description';
    expect(new Set(findings.filter(ofRest).map(({ rule }) => rule))).toEqual(
      new Set(['vague-description', 'undescribed-parameter']),
    );
    expect(found.filter(ofRest)).toEqual(findings.filter(ofRest));
  });
});
