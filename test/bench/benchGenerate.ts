import { formatTable } from '../../generator/commands/context.js';
import { choose, generate, freshFolder, root, runGenerator } from './bed.js';
import { medians } from './measure.js';

const names = ['petstore', 'petstore3', 'docker-engine', 'discord', 'stripe', 'kubernetes', 'github'];

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

/** The same for this checkout and another that is built, in turns. */
export async function compareGenerate(other: string, rounds: number): Promise<void> {
  console.log(`Generating, median CPU s of ${rounds} interleaved runs, and the highest peak here`);
  const rows = [['document', 'here', 'other', 'ratio', 'peak MiB']];
  for (const [name, file] of choose(names)) {
    let highest = 0;
    const cost = async (checkout: string) => {
      const { cpu, peak } = await runGenerator(checkout, file, freshFolder(checkout, name));
      if (checkout === root) highest = Math.max(highest, peak);
      return cpu / 1000;
    };
    const times = await medians(rounds, { here: () => cost(root), other: () => cost(other) });
    const ratio = (times.here / times.other).toFixed(2);
    rows.push([name, times.here.toFixed(2), times.other.toFixed(2), ratio, highest.toFixed(0)]);
  }
  console.log(formatTable(rows, [1, 2, 3, 4]));
}
