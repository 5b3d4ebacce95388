import { parseUrl } from '../../templates/project/src/runtime/text.js';

/** The server reads URLs in the same way. */
export { parseUrl };

/** Whether a host, as `URL.hostname` has it, is the machine itself: nothing goes over a network to it. */
export function isLocalHost(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/**
 * A URL as messages may show it: without its user, password, query and fragment, which may be secrets.
 *
 * @param text - what stands where a URL is expected; what is none, such as the name of a package, stays as it is
 */
export function showUrl(text: string): string {
  const url = parseUrl(text);
  if (url !== undefined && url.host !== '')
    return `${url.protocol}//${url.host}${url.pathname}`.replaceAll('%7B', '{').replaceAll('%7D', '}');
  const [shown = ''] = text.split(/[?#]/, 1);
  const start = shown.indexOf('//');
  const end = shown.lastIndexOf('@');
  return start === -1 || end < start ? shown : `${shown.slice(0, start + 2)}${shown.slice(end + 1)}`;
}

/** Whether two URLs are of one repository: forges take names in any case, `www.` before the host, and `.git` behind the name. */
export function isSameRepository(one: string, other: string): boolean {
  const [a, b] = [one, other].map((url) =>
    showUrl(url)
      .toLowerCase()
      .replace('://www.', '://')
      .replace(/\/$/, '')
      .replace(/\.git$/, ''),
  );
  return a === b;
}

/** Whether a host is one of those that are nobody's, which examples and tests have (RFC 2606, 2 and 3). */
export function isReservedHost(host: string): boolean {
  return /(?:^|\.)(?:example(?:\.(?:com|net|org))?|invalid|test)\.?$/i.test(host);
}
