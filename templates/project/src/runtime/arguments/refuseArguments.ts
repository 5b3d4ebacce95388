import { CallError, notSent } from '../callError.js';

/** Lines that are shown; the others are counted. */
export const mostLines = 8;

/** The answer to arguments that cannot be sent: one line for each problem, eight at most. */
export function refuseArguments(tool: string, problems: Iterable<string>): CallError {
  const distinct = [...new Set(problems)];
  const shown = distinct.length > mostLines ? distinct.slice(0, mostLines - 1) : distinct;
  const lines = shown.map((problem) => `- ${problem}`);
  if (shown.length < distinct.length) lines.push(`- and ${distinct.length - shown.length} more`);
  return new CallError(
    `Invalid arguments for ${tool}${notSent}. Fix these and call again:\n${lines.join('\n')}`,
  );
}
