import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diagnosed, rules } from '../../generator/lint/rules.js';
import { lintDocument } from './lintDocument.js';
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
    const covered = new Set([...cases.map(({ rule }) => rule), 'constraint-in-prose']);
    expect(Object.keys(rules).filter((rule) => !covered.has(rule))).toEqual([]);
  });

  test('each rule is in the documentation, with its cost', () => {
    const documentation = readFileSync(new URL('../../docs/lint.md', import.meta.url), 'utf8');
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
