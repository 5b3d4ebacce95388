/** Writes a value where only text can stand: integers without an exponent, and what has members as JSON. */
export function writeScalar(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object') return JSON.stringify(value);
  const isLarge = typeof value === 'number' && Number.isInteger(value) && Math.abs(value) >= 1e21;
  return isLarge ? BigInt(value).toString() : String(value);
}
