import type * as fc from 'fast-check';

/** Values as they arrive in a call. */
export function sampleJson(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  return arbitrary.map((value) => JSON.parse(JSON.stringify(value ?? null)) as Record<string, unknown>);
}
