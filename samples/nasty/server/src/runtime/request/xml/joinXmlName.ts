import { Unsendable } from '../unsendable.js';

const start =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f' +
  '\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const part = `[${start}][${start}.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040-]*`;
const qualified = new RegExp(`^${part}(?::${part})?$`, 'u');

/** The name of an element or attribute (Namespaces in XML 1.0, QName); `at` is named where it cannot be one. */
export function joinXmlName(prefix: string, name: string, at: string): string {
  const whole = prefix === '' ? name : `${prefix}:${name}`;
  if (qualified.test(whole)) return whole;
  throw new Unsendable(at, `cannot be written, since ${JSON.stringify(whole)} is not a name in XML`);
}
