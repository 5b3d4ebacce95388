import * as fc from 'fast-check';

/** A text of some lines. */
export const textOf = (lines: readonly string[]) => lines.map((one) => `${one}\n`).join('');

/** A text with distinct lines, and what becomes of it by changes in places of their own. */
export const arbitraryEdits = fc
  .array(fc.record({ kind: fc.constantFrom('keep', 'keep', 'drop', 'change', 'add'), side: fc.nat(2) }), {
    maxLength: 14,
  })
  .map((places) => {
    const apply = (own: number) =>
      places.flatMap(({ kind, side }, index) => {
        const old = `line ${index}`;
        if (kind === 'keep' || (side !== own && side !== 2)) return [old];
        if (kind === 'drop') return [];
        return kind === 'add' ? [old, `${side === 2 ? 'both' : own} new ${index}`] : [`${own} ${index}`];
      });
    return {
      base: textOf(places.map((_, index) => `line ${index}`)),
      yours: textOf(apply(0)),
      ours: textOf(apply(1)),
    };
  });
