import { findNumber } from './findNumber.js';

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
