import { describe, expect, test } from 'vitest';
import type { Case } from './case.js';
import exceptions from './exceptions.json' with { type: 'json' };
import gaps from './gaps.json' with { type: 'json' };
import { judgeCase } from './judgeCase.js';

/** Facts of a case that are known not to hold, and why. */
export interface Known {
  facts: string[];
  reason: string;
}

/** By the identifier of the case: what is not built yet, and where the design says otherwise. */
export const lists: Record<string, Known>[] = [gaps, exceptions];

/** A test for each case, by area: every fact holds but those that are listed, and those do not. */
export function describeCases(cases: readonly Case[]): void {
  describe.each([...new Set(cases.map(({ area }) => area))])('%s', (area) => {
    test.each(cases.filter((one) => one.area === area))('$id: $title', async (one) => {
      const failures = await judgeCase(one);
      const known = lists.flatMap((list) => list[one.id]?.facts ?? []);
      const failed = new Set(failures.map(({ fact }) => fact));
      expect(failures.filter(({ fact }) => !known.includes(fact))).toEqual([]);
      expect(
        known.filter((fact) => !failed.has(fact)),
        'these hold: take them off the list',
      ).toEqual([]);
    });
  });
}
