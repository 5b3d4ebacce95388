import { type Suggestion, describeClient } from '../../suggest/printSuggestion.js';
import type { ToolSet } from '../../suggest/suggestSets.js';
import { formatCount, formatTable } from '../context.js';

/** Each operation on a line: whether it is taken, and why. */
export function describeVerdicts({ verdicts }: Suggestion): string {
  return formatTable([
    ['', 'OPERATION', 'TOOL', 'REASON'],
    ...verdicts.map(({ candidate, taken, reason }) => [
      taken ? '+' : '-',
      candidate.key,
      candidate.entry.tool.name,
      reason,
    ]),
  ]);
}

/** How much is suggested, in a line. */
export function countSuggested({ verdicts, sets }: Suggestion): string {
  const taken = verdicts.filter((one) => one.taken).length;
  const inSets = sets === undefined ? '' : ` in ${formatCount(sets.length, 'tool set')}`;
  return `${formatCount(taken, 'tool')} of ${verdicts.length} suggested${inSets}; ${verdicts.length - taken} left out.\n`;
}

/** A suggestion for programs; `config` is the text of the file that it becomes. */
export function reportSuggestion({ name, verdicts, sets }: Suggestion, config: string): object {
  return {
    operations: verdicts.map(({ candidate: { operation, entry }, taken, reason }) => ({
      method: operation.method,
      path: operation.path,
      tool: entry.tool.name,
      tokens: entry.cost.tokens,
      taken,
      reason,
    })),
    ...(sets && { sets: sets.map((set) => describeToolSet(set, name)) }),
    config,
  };
}

/** A set, with what a client needs to connect to it. */
function describeToolSet({ name, title, candidates, tokens, scopes }: ToolSet, server: string): object {
  return {
    name,
    title,
    address: `/mcp/${name}`,
    tools: candidates.map(({ entry }) => entry.tool.name),
    tokens,
    scopes,
    client: { mcpServers: describeClient(server, name) },
  };
}
