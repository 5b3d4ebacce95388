import type { InputError } from '../../model/diagnostic.js';
import { escapeHidden } from '../../text/hidden.js';
import type { Context } from '../context.js';

/** What went wrong, where, and what to do, in lines for the terminal. */
export function describeInputError({ message, hint, location }: InputError, paint: Context['paint']): string {
  const where = location === undefined ? '' : `${location.file}:${location.line}:${location.column}: `;
  return `${paint('red', 'error')} ${escapeHidden(`${where}${message}`)}\n${hint === undefined ? '' : `${escapeHidden(hint, '\n')}\n`}`;
}
