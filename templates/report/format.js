const whole = new Intl.NumberFormat('en');

/**
 * A number as people read it: `1,123`.
 *
 * @param {number} number
 */
export function print(number) {
  return whole.format(number);
}

/**
 * A number in few characters: `107k`, `1.2M`.
 *
 * @param {number} number
 */
export function printShort(number) {
  if (number < 1000) return String(number);
  if (number < 9950) return `${(number / 1000).toFixed(1)}k`;
  if (number < 999_500) return `${Math.round(number / 1000)}k`;
  return `${(number / 1_000_000).toFixed(1)}M`;
}

/**
 * A number of things in words: `1 tool`, `1,123 tools`.
 *
 * @param {number} number
 * @param {string} thing
 */
export function count(number, thing) {
  return `${print(number)} ${thing}${number === 1 ? '' : 's'}`;
}

/**
 * The part of `before` that is gone, from 0 to 1.
 *
 * @param {number} before
 * @param {number} after
 */
export function savedShare(before, after) {
  return before === 0 ? 0 : 1 - after / before;
}

/**
 * What became of `before`: `71% saved`, or `5% more`.
 *
 * @param {number} before
 * @param {number} after
 */
export function printChange(before, after) {
  const share = savedShare(before, after);
  return share < 0 ? `${printShare(-share)} more` : `${printShare(share)} saved`;
}

/**
 * A share as a percentage: `71%`, `<1%`, `>99%`.
 *
 * @param {number} share
 */
export function printShare(share) {
  const percent = share * 100;
  if (percent > 0 && percent < 1) return '<1%';
  return percent > 99 && percent < 100 ? '>99%' : `${Math.round(percent)}%`;
}
