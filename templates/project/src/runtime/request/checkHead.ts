import { Unsendable } from './unsendable.js';

/** Characters of the address and the headers of a request; servers take less. */
export const longestHead = 64 * 1024;

/** Refuses arguments that are too long for where they stand. */
export function checkHead(url: URL, headers: Headers): void {
  const lengths = [...headers].map(([name, value]) => name.length + value.length);
  const size = lengths.reduce((sum, length) => sum + length, url.href.length);
  if (size <= longestHead) return;
  throw new Unsendable(
    'arguments',
    `too long for the address and the headers of a request, which may have ${longestHead} characters`,
  );
}
