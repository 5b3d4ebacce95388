import type { CallToolResult } from '@modelcontextprotocol/server';
import { CallError, PendingError, UnsendableError, describeShortage, refuseArguments } from '../errors.js';
import { redact } from '../redact.js';
import { textResult } from '../result/toolResult.js';
import { clip, escapeHidden } from '../text.js';

/** Runs a call: what goes wrong becomes a result in words, but where it was cancelled, or goes on otherwise. */
export async function explainFailures(
  tool: string,
  signal: AbortSignal,
  secrets: readonly string[],
  run: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await run();
  } catch (error) {
    if (signal.aborted || error instanceof PendingError) throw error;
    return textResult(redact(explainFailure(error, tool), secrets), true);
  }
}

/** Characters that are shown of the message of an error which is none of ours. */
const longestMessage = 2000;

/** What a model is told of a call of a tool that failed. */
export function explainFailure(error: unknown, tool: string): string {
  return escapeHidden(messageFor(error, tool), '\n\t');
}

function messageFor(error: unknown, tool: string): string {
  if (error instanceof CallError) return error.message;
  if (error instanceof UnsendableError) return refuseArguments(tool, [error.message]).message;
  const shortage = describeShortage(error);
  if (shortage !== undefined) return `The call of ${tool} failed: ${shortage}.`;
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
