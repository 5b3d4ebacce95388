import type { Wire } from './case.js';

/**
 * A request in the form in which two are compared. The URL is as a URL parser leaves it, since all clients have one
 * before the wire; percent-encoding means the same in both cases (RFC 3986, 6.2.2.1).
 */
export function toWire(url: string, headers: Headers, body: unknown): Wire {
  return {
    url: upper(new URL(url).href),
    headers: Object.fromEntries(headers),
    ...(body === undefined ? {} : { body: upper(toText(body)) }),
  };
}

function toText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function upper(text: string): string {
  return text.replaceAll(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}
