import { formatTable } from '../../generator/commands/context.js';
import { ask, bundle, choose, rounds } from './bed.js';
import { median } from './measure.js';
import type { Spent } from './spend.js';

const stages = ['parse', 'load', 'read', 'shape'] as const;

type Costs = Record<(typeof stages)[number], Spent>;

/** What deriving the schemas takes, beside parsing the text of the document. */
export async function benchDerive(): Promise<void> {
  const times = Math.min(rounds, 5);
  console.log(`Deriving schemas, median of ${times} processes; ratios are to JSON.parse of the document`);
  const program = await bundle('derive', { packages: 'external' });
  const rows = [['document', 'stage', 'CPU ms', 'ratio', 'MiB kept', 'ratio']];
  for (const [name, file] of choose(['stripe', 'kubernetes'])) {
    const runs: Costs[] = [];
    for (let round = 0; round < times; round += 1) runs.push(await ask<Costs>(program, file));
    const of = (pick: (costs: Costs) => number) => median(runs.map(pick));
    const floor = { cpu: of(({ parse }) => parse.cpu), kept: of(({ parse }) => parse.kept) };
    const row = (stage: string, cpu: number, kept: number) => [
      name,
      stage,
      cpu.toFixed(0),
      (cpu / floor.cpu).toFixed(1),
      kept.toFixed(1),
      (kept / floor.kept).toFixed(1),
    ];
    for (const stage of stages) {
      rows.push(
        row(
          stage,
          of((costs) => costs[stage].cpu),
          of((costs) => costs[stage].kept),
        ),
      );
    }
    rows.push(
      row(
        'read + shape',
        of(({ read, shape }) => read.cpu + shape.cpu),
        of(({ read, shape }) => read.kept + shape.kept),
      ),
    );
  }
  console.log(formatTable(rows, [2, 3, 4, 5]));
}
