/** The server reads URLs in the same way. */
export { parseUrl } from '../../templates/project/src/runtime/text.js';

/** Whether a host is one of those that are nobody's, which examples and tests have (RFC 2606, 2 and 3). */
export function isReservedHost(host: string): boolean {
  return /(?:^|\.)(?:example(?:\.(?:com|net|org))?|invalid|test)\.?$/i.test(host);
}
