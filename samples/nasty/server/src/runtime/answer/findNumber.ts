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
