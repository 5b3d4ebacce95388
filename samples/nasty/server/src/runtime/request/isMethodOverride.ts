/** What `X-HTTP-Method-Override` and its like are made of, without what divides their words, in any order of them. */
const said = 'http|rest|request(?:ed)?|real|actual|original|tunnel(?:l?ed)?';
const verb = '(?:method|verb)';
const changed = 'over(?:ride|riding|write)';
const named = new RegExp(
  `^(?:http)?x?(?:${said})*(?:${verb}${changed}|${changed}(?:http)?${verb})$|^x(?:${said})*(?:${verb}|http${changed})$|^(?:original|tunnel(?:l?ed)?)${verb}$`,
);

/** `_method`, `$method`, `.method`: what frameworks read as `_method`, some with an index behind it. */
const marked = /^[^\p{L}\p{N}]+(?:http_?)?(?:method|verb)(?:\[[^\]]*\]?)*$/iu;

/**
 * Whether many a web server and framework takes what stands under a name (of a header, of a pair in a query, of a
 * field of a form) for the method that is meant, in place of that of the request. Case does not count, nor what
 * stands behind a NUL, where some end a name.
 */
export function isMethodOverride(name: string): boolean {
  const [read = ''] = name.split('\0');
  const plain = read.trimEnd();
  return marked.test(plain) || named.test(plain.toLowerCase().replaceAll(/[^a-z]/g, ''));
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY']);

/** Whether a value asks for a method that changes nothing. */
export function isReadingMethod(value: unknown): boolean {
  return typeof value === 'string' && reading.has(value.trim().toUpperCase());
}
