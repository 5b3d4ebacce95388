import { escapeHidden } from '../model/escapeHidden.js';
import type { NameLock } from '../model/names.js';

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
  return escapeHidden(JSON.stringify(text));
}
