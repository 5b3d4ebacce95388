import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatTable } from '../../generator/commands/context.js';
import { choose, prepare, rounds, scratch } from './bed.js';
import { measure, medians } from './measure.js';

const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}\n';

/** What a server takes until it has listed its tools, beside an empty program. */
export async function benchStart(): Promise<void> {
  console.log(
    `From spawn to the answer of tools/list over stdio, median CPU ms of ${rounds} interleaved runs`,
  );
  const programs: Record<string, () => Promise<number>> = {};
  for (const [name] of choose(['petstore', 'petstore3', 'kubernetes'])) {
    const project = await prepare(name);
    for (const mode of ['list', 'dynamic']) {
      const args = ['dist/stdio.js', '--mode', mode];
      programs[`${name}, ${mode}`] = async () => (await measure(args, project, list)).answered;
    }
  }
  const empty = join(scratch, 'empty.js');
  writeFileSync(empty, '');
  const times = await medians(rounds, {
    empty: async () => (await measure([empty], scratch)).answered,
    ...programs,
  });
  const rows = Object.entries<number>(times).map(([name, ms]) => [
    name,
    ms.toFixed(0),
    (ms / times.empty).toFixed(2),
  ]);
  console.log(formatTable([['server', 'CPU ms', 'ratio to empty'], ...rows], [1, 2]));
}
