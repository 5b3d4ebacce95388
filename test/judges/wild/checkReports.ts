import { expect } from 'vitest';
import type { Diagnostic } from '../../../generator/model/diagnostic.js';
import type { Case } from './case.js';

/** Expects each of these findings, in any order, and no other. */
export function checkReports(
  diagnostics: readonly Diagnostic[],
  expected: NonNullable<Case['reports']>,
): void {
  const found = diagnostics.map(({ code, message }) => `${code}: ${message}`);
  const missed = expected.filter(([code, part]) => {
    const index = found.findIndex((line) => line.startsWith(`${code}: `) && line.includes(part));
    if (index !== -1) found.splice(index, 1);
    return index === -1;
  });
  expect({ missed, unexpected: found }).toEqual({ missed: [], unexpected: [] });
}
