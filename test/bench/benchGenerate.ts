import { formatTable } from '../../generator/commands/context.js';
import { choose, generate } from './bed.js';

const names = ['petstore', 'petstore3', 'docker-engine', 'discord', 'stripe', 'kubernetes'];

/** What generating takes, one process for each document. */
export async function benchGenerate(): Promise<void> {
  console.log('Generating, one process each');
  const rows = [['document', 'CPU s', 'peak MiB']];
  for (const [name, file] of choose(names)) {
    const { cpu, peak } = await generate(name, file);
    rows.push([name, (cpu / 1000).toFixed(2), peak.toFixed(0)]);
  }
  console.log(formatTable(rows, [1, 2]));
}
