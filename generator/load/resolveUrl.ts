import { fileURLToPath, pathToFileURL } from 'node:url';

/** One spelling for each file: `x%41.json` and `xA.json` are the same. */
export function resolveUrl(address: string, base: string): string | undefined {
  try {
    const url = new URL(address, base);
    return url.protocol === 'file:' ? pathToFileURL(fileURLToPath(url)).href : url.href;
  } catch {
    return undefined;
  }
}
