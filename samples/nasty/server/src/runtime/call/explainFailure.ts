import { CallError, UnsendableError, refuseArguments } from '../errors.js';
import { clip, escapeHidden } from '../text.js';

/** Characters that are shown of the message of an error which is none of ours. */
const longestMessage = 2000;

/** What a model is told of a call of a tool that failed. */
export function explainFailure(error: unknown, tool: string): string {
  return escapeHidden(messageFor(error, tool), '\n\t');
}

function messageFor(error: unknown, tool: string): string {
  if (error instanceof CallError) return error.message;
  if (error instanceof UnsendableError) return refuseArguments(tool, [error.message]).message;
  return `The call of ${tool} failed inside this server: ${clip(messageOf(error), longestMessage)}`;
}

/** Code of `custom.ts` may throw anything, values that cannot be written as text among them. */
function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'what was thrown cannot be shown';
  }
}
