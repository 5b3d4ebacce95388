import type { InputError } from '../../model/diagnostic.js';
import { escapeHidden } from '../../text/hidden.js';
import type { Context } from '../context.js';

/** What went wrong, where, and what to do, in lines for the terminal. */
export function describeInputError(error: InputError, paint: Context['paint']): string {
  const told = [error, ...error.others].slice(0, mostTold).map((one) => describeOne(one, paint));
  const more = error.others.length + 1 - told.length;
  return `${told.join('')}${more > 0 ? `… and ${more} more.\n` : ''}`;
}

/** With more, nobody reads them. */
const mostTold = 20;

function describeOne({ message, hint, location }: InputError, paint: Context['paint']): string {
  const where = location === undefined ? '' : `${location.file}:${location.line}:${location.column}: `;
  const lines = [`${where}${message}`, ...(hint === undefined ? [] : [hint])].map((line) =>
    escapeHidden(line),
  );
  return `${paint('red', 'error')} ${lines.join('\n')}\n`;
}
