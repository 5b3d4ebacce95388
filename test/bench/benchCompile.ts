import { formatTable } from '../../generator/commands/context.js';
import { ask, bundle, choose } from './bed.js';
import type { Compiling } from './compile.js';

/** What the first call of a tool takes to compile its schema, and what all compiled schemas keep. */
export async function benchCompile(): Promise<void> {
  console.log(
    'Compiling a schema at the first call, CPU ms over all tools; ratios are to a tool that takes one string',
  );
  const program = await bundle('compile', { packages: 'external' });
  const rows = [['document', 'validator', 'tools', 'p50', 'p95', 'max', 'p50 ratio', 'MiB kept']];
  const slow: string[] = [];
  for (const [name, file] of choose(['discord', 'stripe'])) {
    const { least, first, all, again, kept, slowest } = await ask<Compiling>(program, file);
    const row = (what: string, times: number[], more = '') => [
      name,
      what,
      String(times.length),
      ...[0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(2)),
      (quantile(times, 0.5) / quantile(least, 0.5)).toFixed(2),
      more,
    ];
    rows.push(
      row('one string', least),
      row('fresh for each tool', first),
      row('one for all tools', all, kept.toFixed(0)),
      row('once compiled', again),
    );
    slow.push(`${name}: ${slowest}`);
  }
  console.log(formatTable(rows, [2, 3, 4, 5, 6, 7]));
  console.log(`Slowest: ${slow.join(', ')}\n`);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
