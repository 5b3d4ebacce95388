/** `X-HTTP-Method-Override`, `X-Method-Override`, `X-HTTP-Method`, `_method` and the like, without what divides their words. */
const named =
  /^(?:x?(?:http)?(?:method|verb)override|xhttp(?:method|verb)|x?(?:original|tunnel(?:ed)?)method)$/;

/**
 * Whether many a web server and framework takes what stands under a name (of a header, of a pair in a query, of a
 * field of a form) for the method that is meant, in place of that of the request. Case does not count.
 */
export function isMethodOverride(name: string): boolean {
  return (
    /^[_$]_?(?:http_?)?(?:method|verb)$/i.test(name) ||
    named.test(name.toLowerCase().replaceAll(/[^a-z]/g, ''))
  );
}
