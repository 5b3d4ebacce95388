/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/**
 * Divides a box among values in proportion, in parts that are as square as can be
 * (Bruls, Huizing, van Wijk: Squarified Treemaps).
 *
 * @param {readonly number[]} values from large to small; at least 0
 * @param {Box} box
 * @returns {Box[]} one for each value
 */
export function squarify(values, box) {
  const total = values.reduce((sum, value) => sum + value, 0);
  if (total === 0) return values.map(() => ({ x: box.x, y: box.y, width: 0, height: 0 }));
  const scale = (box.width * box.height) / total;
  /** @type {Box[]} */
  const boxes = [];
  let left = { ...box };
  let start = 0;
  while (start < values.length) {
    const side = Math.min(left.width, left.height);
    let end = start + 1;
    let area = (values[start] ?? 0) * scale;
    let worst = ratio(area, area, area, side);
    while (end < values.length) {
      const next = area + (values[end] ?? 0) * scale;
      const nextWorst = ratio((values[start] ?? 0) * scale, (values[end] ?? 0) * scale, next, side);
      if (nextWorst > worst) break;
      worst = nextWorst;
      area = next;
      end += 1;
    }
    left = layRow(values.slice(start, end), scale, area, left, boxes);
    start = end;
  }
  return boxes;
}

/**
 * How far the worst part of a row is from a square; 1 is one.
 *
 * @param {number} largest
 * @param {number} smallest
 * @param {number} area of the whole row
 * @param {number} side that the row lies along
 */
function ratio(largest, smallest, area, side) {
  return Math.max((side * side * largest) / (area * area), (area * area) / (side * side * smallest));
}

/**
 * Lays a row along the shorter side, and returns what is left of the box.
 *
 * @param {readonly number[]} values
 * @param {number} scale
 * @param {number} area
 * @param {Box} box
 * @param {Box[]} boxes
 * @returns {Box}
 */
function layRow(values, scale, area, { x, y, width, height }, boxes) {
  const upright = width >= height;
  const side = upright ? height : width;
  const depth = side === 0 ? 0 : area / side;
  let along = 0;
  for (const value of values) {
    const length = depth === 0 ? 0 : (value * scale) / depth;
    boxes.push(
      upright
        ? { x, y: y + along, width: depth, height: length }
        : { x: x + along, y, width: length, height: depth },
    );
    along += length;
  }
  return upright
    ? { x: x + depth, y, width: Math.max(0, width - depth), height }
    : { x, y: y + depth, width, height: Math.max(0, height - depth) };
}
