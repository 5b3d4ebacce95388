/** Digits of a decimal number that JavaScript always keeps, in numbers that are not smaller than this. */
const keptDigits = 15;
const leastExact = 1e-300;

/**
 * Whether JavaScript would write a number of JSON as another one: one of more digits than it keeps, or out of its
 * range. Another spelling (`1.10`, `1E2`) is the same number; so is a fraction in the 17 digits that C writes it in.
 */
export function isRounded(number: string): boolean {
  const value = Number(number);
  if (!Number.isFinite(value)) return true;
  if (number.length <= keptDigits && Math.abs(value) > leastExact) return false;
  if (String(value) === number) return false;
  const exact = spell(number);
  return (
    exact !== spell(String(value)) && (Number.isInteger(value) || exact !== spell(value.toPrecision(17)))
  );
}

/** Numbers that are equal are spelled alike, but for their sign: `0.0120` as `12e-1`. */
function spell(number: string): string {
  const [mantissa = '', exponent = '0'] = number.split(/e/i);
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  const first = digits.search(/[1-9]/);
  if (first === -1) return '0';
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return `${digits.slice(first, end)}e${whole.length - first + Number(exponent)}`;
}
