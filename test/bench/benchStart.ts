import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatTable } from '../../generator/commands/context.js';
import { buildProject } from '../support/runtime/project.js';
import { startApi } from './benchCalls.js';
import { choose, freshFolder, prepare, root, rounds, runGenerator, scratch } from './bed.js';
import { measure, medians } from './measure.js';

/** The first exchange of a client. */
const list = [
  '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}\n',
].join('\n');

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

const call =
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_example","arguments":{"exampleId":"a"}}}\n';

/** What the first call of a server takes from its start, where it calls an API. */
function startCalling(checkout: string, env: Record<string, string>): () => Promise<number> {
  const project = buildProject('bench', {}, checkout);
  return async () => (await measure(['dist/stdio.js'], project, call, env)).answered;
}

/** The same for the servers of this checkout and of another that is built, in turns. */
export async function compareStart(other: string): Promise<void> {
  console.log(
    `From spawn to the answer of tools/list over stdio, median CPU ms of ${rounds} interleaved runs`,
  );
  const rows = [['server', 'here', 'other', 'ratio']];
  for (const [name, file] of choose(['petstore', 'kubernetes'])) {
    const build = async (checkout: string) => {
      const folder = freshFolder(checkout, name);
      await runGenerator(checkout, file, folder);
      execFileSync(process.execPath, ['build.js'], { cwd: folder });
      return folder;
    };
    const [ours, theirs] = [await build(root), await build(other)];
    for (const mode of ['list', 'dynamic']) {
      const start = async (cwd: string) =>
        (await measure(['dist/stdio.js', '--mode', mode], cwd, list)).answered;
      const times = await medians(rounds, { here: () => start(ours), other: () => start(theirs) });
      const ratio = (times.here / times.other).toFixed(2);
      rows.push([`${name}, ${mode}`, times.here.toFixed(0), times.other.toFixed(0), ratio]);
    }
  }
  const { url, api } = await startApi();
  const env = { EXAMPLE_BASE_URL: url, EXAMPLE_API_KEY: 'demo-key' };
  const times = await medians(rounds, { here: startCalling(root, env), other: startCalling(other, env) });
  api.kill();
  const ratio = (times.here / times.other).toFixed(2);
  rows.push(['the first call', times.here.toFixed(0), times.other.toFixed(0), ratio]);
  console.log(formatTable(rows, [1, 2, 3]));
}
