/**
 * The name of an environment variable: parts in upper case, with `_` for what is neither letter nor digit. What one
 * part ends and the next begins with is said once: `acme-api` and `API_KEY` are `ACME_API_KEY`.
 */
export function toEnvName(...parts: string[]): string {
  return parts.map(toUpperSnakeCase).filter(Boolean).reduce(joinNames, '');
}

function toUpperSnakeCase(part: string): string {
  return part
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}

function joinNames(before: string, part: string): string {
  if (before === '') return part;
  const [last, next] = [before.split('_'), part.split('_')];
  for (let shared = Math.min(last.length, next.length); shared > 0; shared -= 1) {
    if (last.slice(-shared).join('') === next.slice(0, shared).join(''))
      return [...last, ...next.slice(shared)].join('_');
  }
  // `MYAPIKEY` says `API_KEY` as well.
  const squeezed = next.join('');
  if (next.length > 1 && before.endsWith(squeezed))
    return [before.slice(0, -squeezed.length).replace(/_$/, ''), part].filter(Boolean).join('_');
  return `${before}_${part}`;
}
