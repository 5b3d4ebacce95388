import { element } from './element.js';

const parts = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/**
 * A value as JSON on many lines, its parts told apart by colour.
 *
 * @param {unknown} value
 * @returns {DocumentFragment}
 */
export function printJson(value) {
  return paintJson(JSON.stringify(value, undefined, 2) ?? '');
}

/**
 * Text that is JSON or a part of it, such as a line, its parts told apart by colour.
 *
 * @param {string} text
 * @returns {DocumentFragment}
 */
export function paintJson(text) {
  const printed = document.createDocumentFragment();
  let end = 0;
  for (const { 0: part, 1: quoted, 2: colon, index } of text.matchAll(parts)) {
    printed.append(text.slice(end, index));
    const kind = quoted === undefined ? 'literal' : colon === undefined ? 'text' : 'key';
    printed.append(element('span', { class: kind }, quoted ?? part), colon ?? '');
    end = index + part.length;
  }
  printed.append(text.slice(end));
  return printed;
}
