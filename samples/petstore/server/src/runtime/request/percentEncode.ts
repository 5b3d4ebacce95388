/** RFC 3986, section 2: everything but unreserved characters as `%XX`. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Reserved characters that stand for themselves in a query or a form (OpenAPI 3.2, Appendix C.4.2): not `& = +`, which
 * mean something there, and not `[ ] #`, which RFC 3986 does not allow there.
 */
export const keptInQuery = ":/?@!$'()*,;";

/**
 * OpenAPI 3.2, Parameter Object, `allowReserved`: reserved characters and what is percent-encoded already stay
 * as they are, but for those that would end the part of the URL that they stand in.
 */
export function encodeReserved(text: string, kept: string): string {
  return percentEncode(text).replaceAll(
    /%25([0-9a-f]{2})|%([0-9a-f]{2})/gi,
    (encoded, already: string | undefined, code: string) => {
      if (already !== undefined) return `%${already}`;
      const character = String.fromCharCode(Number.parseInt(code, 16));
      return kept.includes(character) ? character : encoded;
    },
  );
}
