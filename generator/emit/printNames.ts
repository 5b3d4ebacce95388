import type { NameLock } from '../model/names.js';

/** Characters that are invisible or that reorder text. */
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** The text of a lock: one line an operation, in a fixed order, so that a renamed tool is one changed line. */
export function printNames({ given }: NameLock): string {
  const lines = Object.entries(given)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { name, operationId }]) => {
      const id = operationId === undefined ? '' : `, "operationId": ${printText(operationId)}`;
      return `  ${printText(key)}: { "name": ${printText(name)}${id} }`;
    });
  return lines.length === 0 ? '{}\n' : `{\n${lines.join(',\n')}\n}\n`;
}

function printText(text: string): string {
  return JSON.stringify(text).replace(invisible, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
