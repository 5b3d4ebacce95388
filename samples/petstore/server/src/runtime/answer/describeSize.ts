const units = ['KB', 'MB', 'GB'];

/** A number of bytes in words: `3 bytes`, `12.3 MB`. */
export function describeSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** power;
  return `${size.toFixed(size < 10 ? 1 : 0).replace(/\.0$/, '')} ${units[power - 1]}`;
}
