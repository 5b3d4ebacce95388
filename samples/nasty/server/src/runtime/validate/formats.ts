import { fullFormats } from 'ajv-formats/dist/formats.js';

/** Whether a text is of a format. */
export type FormatCheck = (text: string) => boolean;

const { date, email, hostname, ipv4, ipv6, uri } = fullFormats;

const isUri = toCheck(uri);

/** A number of a duration: ISO 8601 allows a fraction, which JSON Schema's grammar has forgotten. */
const number = String.raw`\d+(?:[.,]\d+)?`;
const days = `(?:${number}Y)?(?:${number}M)?(?:${number}D)?`;
const hours = `(?:${number}H)?(?:${number}M)?(?:${number}S)?`;
const duration = new RegExp(`^-?P(?!$)(?:${number}W|${days}(?:T(?=\\d)${hours})?)$`);

/** No API fetches them, redirects to them, or names a thing by them. */
const script = /^(?:javascript|vbscript):/i;
/** RFC 3987: letters of any script beside those of a URI; no white space, and none of `<>"\\^`{|}`. */
const iriReference = /^(?:[^\s\p{Cc}<>"\\^`{|}%]|%[0-9a-f]{2})*$/iu;
const scheme = /^[a-z][a-z0-9+.-]*:./i;
const ascii = /^[\x21-\x7e]*$/;

/** The formats that are checked; a text of any other format is taken as it is. */
export const formats: Readonly<Record<string, FormatCheck>> = {
  date: toCheck(date),
  /** Many APIs mean local time, which has no offset. */
  time: toCheck(fullFormats['iso-time']),
  'date-time': toCheck(fullFormats['date-time']),
  duration: toCheck(duration),
  email: toCheck(email),
  hostname: toCheck(hostname),
  ipv4: toCheck(ipv4),
  ipv6: toCheck(ipv6),
  'json-pointer': toCheck(fullFormats['json-pointer']),
  /** Absolute (RFC 3986), of any scheme but those of scripts: apps have schemes of their own. */
  uri: (text) => isUri(text) && !script.test(text),
  /** As browsers read it, and so with hosts such as `localhost`. */
  url: (text) => URL.canParse(text) && !/\s/.test(text) && !script.test(text),
  'uri-reference': (text) => ascii.test(text) && iriReference.test(text),
  iri: (text) => scheme.test(text) && iriReference.test(text) && !script.test(text),
  'iri-reference': (text) => iriReference.test(text),
  /** Not `urn:uuid:` before it: APIs take the bare form. */
  uuid: (text) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text),
  /** Base64 (RFC 4648, section 4), which may be long. */
  byte: (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
};

/** A format as `ajv-formats` has it: an expression, or an object with a function or an expression. */
function toCheck(format: unknown): FormatCheck {
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === 'function') return format as FormatCheck;
  return toCheck((format as { validate: unknown }).validate);
}
