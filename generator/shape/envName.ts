/** The name of an environment variable: parts in upper case, with `_` for what is neither letter nor digit. */
export function envName(...parts: string[]): string {
  return parts
    .map((part) =>
      part
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]+/g, '_')
        .replaceAll(/^_+|_+$/g, ''),
    )
    .filter(Boolean)
    .join('_');
}
