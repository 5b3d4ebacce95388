import { Unsendable } from '../unsendable.js';

/** Gives a text back, of which all characters can stand in a document (XML 1.0, Char); throws where one cannot. */
export function checkXmlText(text: string, at: string): string {
  const [odd] = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(text) ?? [];
  if (odd === undefined) return text;
  const code = odd.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  throw new Unsendable(at, `holds the character U+${code}, which cannot be written in XML`);
}
