import { formatTable } from '../../generator/commands/context.js';
import { inspect } from '../../generator/inspect.js';
import { argumentsOf } from '../../generator/model/api.js';
import { defaults } from '../../generator/model/config.js';
import { type ToolEntry, sizeOf } from '../../generator/model/server.js';
import { rungs } from '../../generator/shape/detail.js';
import { documents } from './bed.js';
import { noInput } from './noInput.js';

/** What the tools of each document take in a list, by the default budgets, and what that costs them. */
export async function benchBudget(): Promise<void> {
  console.log(
    `Tokens (o200k) of tools/list, ${defaults.budget} a tool; naive: every reference written out, no text cut`,
  );
  const ladder = [...rungs.keys()].map((rung) => `rung ${rung}`);
  const heads = ['document', 'tools', 'naive', 'listed', 'median', 'p95', 'at rung 0'];
  const rows = [[...heads, ...ladder, 'over', 'lost arguments', 'toolsets over']];
  for (const [name, file] of Object.entries(documents)) {
    const { server } = await inspect(file, defaults, noInput);
    const entries = server.toolsets.flatMap(({ tools }) => tools);
    const tokens = entries.map(({ cost }) => cost.tokens).toSorted((a, b) => a - b);
    const counts = [...rungs.keys()].map((rung) => entries.filter(({ cost }) => cost.rung === rung).length);
    rows.push([
      name,
      String(entries.length),
      String(sum(entries.map(({ cost }) => cost.naive))),
      String(sum(tokens)),
      String(quantile(tokens, 0.5)),
      String(quantile(tokens, 0.95)),
      `${((100 * (counts[0] ?? 0)) / entries.length).toFixed(0)}%`,
      ...counts.map(String),
      String(tokens.filter((count) => count > defaults.budget).length),
      String(sum(entries.map(countLost))),
      String(server.toolsets.filter(({ tools }) => sizeOf(tools).tokens > defaults.total).length),
    ]);
  }
  console.log(formatTable(rows, [...(rows[0] ?? []).keys()].slice(1)));
}

/** Arguments that the request is made from, and that the list does not show. */
function countLost({ tool: { inputSchema, request } }: ToolEntry): number {
  return argumentsOf(request).filter((argument) => !Object.hasOwn(inputSchema.properties, argument)).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
