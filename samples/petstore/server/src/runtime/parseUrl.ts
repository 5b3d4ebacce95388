/**
 * A text as a URL, relative to another if there is one; undefined where it is none. Not by `URL.canParse`: on Node 20
 * that refuses hosts such as `ü.de` from the moment that it is called often enough to be compiled.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
