import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { squarify } from '../../../templates/report/squarify.js';

describe('squarify', () => {
  const size = fc.double({ min: 1, max: 2000, noNaN: true });
  const values = fc
    .array(fc.integer({ min: 0, max: 5000 }), { maxLength: 200 })
    .map((all) => all.toSorted((a, b) => b - a));

  test('gives each value its share of the box, inside of it, and none of it twice', () => {
    fc.assert(
      fc.property(values, size, size, (all, width, height) => {
        const box = { x: 3, y: 7, width, height };
        const boxes = squarify(all, box);
        const total = all.reduce((sum, value) => sum + value, 0);
        expect(boxes).toHaveLength(all.length);
        for (const [index, part] of boxes.entries()) {
          const share = total === 0 ? 0 : ((all[index] ?? 0) / total) * width * height;
          expect(Math.abs(part.width * part.height - share)).toBeLessThan(1e-6 * width * height + 1e-9);
          expect(part.x).toBeGreaterThanOrEqual(box.x - 1e-6);
          expect(part.y).toBeGreaterThanOrEqual(box.y - 1e-6);
          expect(part.x + part.width).toBeLessThanOrEqual(box.x + width + 1e-6);
          expect(part.y + part.height).toBeLessThanOrEqual(box.y + height + 1e-6);
        }
        for (const [index, a] of boxes.entries()) {
          for (const b of boxes.slice(index + 1)) {
            const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
            const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
            expect(wide > 1e-6 && high > 1e-6).toBe(false);
          }
        }
      }),
    );
  });

  test('lays equal values out as squares, where that can be', () => {
    const boxes = squarify([1, 1, 1, 1], { x: 0, y: 0, width: 100, height: 100 });
    for (const { width, height } of boxes) expect([width, height]).toEqual([50, 50]);
  });
});
