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
  const exact = canonicalNumber(number);
  return (
    exact !== canonicalNumber(String(value)) &&
    (Number.isInteger(value) || exact !== canonicalNumber(value.toPrecision(17)))
  );
}

/** Numbers that are equal are spelled alike, but for their sign: `0.0120` as `12e-1`. */
function canonicalNumber(number: string): string {
  const [mantissa = '', exponent = '0'] = number.split(/e/i);
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  const first = digits.search(/[1-9]/);
  if (first === -1) return '0';
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return `${digits.slice(first, end)}e${whole.length - first + Number(exponent)}`;
}

/** Shorter numbers without an exponent are never rounded. */
const shortest = 16;

/**
 * Finds the next number of valid JSON that JavaScript might round and that fits: where it starts and ends. `from` is a
 * place outside of texts.
 */
export function findNumber(
  json: Buffer,
  fits: (number: string) => boolean,
  from = 0,
): [start: number, end: number] | undefined {
  for (let at = from; at < json.length;) {
    const start = at;
    const first = json[at] ?? 0;
    at += 1;
    if (first === 0x22) {
      for (let byte = json[at]; at < json.length && byte !== 0x22; byte = json[at])
        at += byte === 0x5c ? 2 : 1;
      at += 1;
    } else if (isPartOfNumber(first)) {
      let hasExponent = false;
      for (let byte = json[at] ?? 0; ; byte = json[at] ?? 0) {
        if (byte === 0x65 || byte === 0x45) hasExponent = true;
        else if (!isPartOfNumber(byte)) break;
        at += 1;
      }
      if ((hasExponent || at - start >= shortest) && fits(json.toString('latin1', start, at)))
        return [start, at];
    }
  }
  return undefined;
}

/** A digit, sign or point. */
function isPartOfNumber(byte: number): boolean {
  return (0x30 <= byte && byte <= 0x39) || byte === 0x2d || byte === 0x2e || byte === 0x2b;
}

/** Writes something else in the place of each number of valid JSON that JavaScript might round and that fits. */
export function mapNumbers(
  json: string,
  fits: (number: string) => boolean,
  write: (number: string) => string,
): string {
  const bytes = Buffer.from(json);
  const parts: string[] = [];
  let taken = 0;
  for (let found = findNumber(bytes, fits); found !== undefined; found = findNumber(bytes, fits, taken)) {
    const [start, end] = found;
    parts.push(bytes.toString('utf8', taken, start), write(bytes.toString('latin1', start, end)));
    taken = end;
  }
  return parts.join('') + bytes.toString('utf8', taken);
}
