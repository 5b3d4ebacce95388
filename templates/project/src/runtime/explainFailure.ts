import { refuseArguments } from './arguments/refuseArguments.js';
import { CallError } from './callError.js';
import { escapeHidden } from './escapeHidden.js';
import { Unsendable } from './request/unsendable.js';

/** What a model is told of a call of a tool that failed. */
export function explainFailure(error: unknown, tool: string): string {
  return escapeHidden(wordsOf(error, tool), '\n\t');
}

function wordsOf(error: unknown, tool: string): string {
  if (error instanceof CallError) return error.message;
  if (error instanceof Unsendable) return refuseArguments(tool, [error.message]).message;
  return `The call of ${tool} failed inside this server: ${error instanceof Error ? error.message : String(error)}`;
}
