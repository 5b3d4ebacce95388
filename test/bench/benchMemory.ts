import { join } from 'node:path';
import { formatTable } from '../../generator/commands/context.js';
import { bundle, root } from './bed.js';
import { driveServer, listServers, startApi } from './benchCalls.js';
import { slope } from './endure.js';

const calls = Number(process.env['BENCH_CALLS'] ?? 100_000);
const looks = 20;
const mebibyte = 1024 * 1024;

/** What a server keeps in memory from one call to the next. */
export async function benchMemory(): Promise<void> {
  console.log(
    `What ${calls} calls leave in memory: the heap after a collection, looked at ${looks} times; bytes a call by the median slope`,
  );
  const { url, api } = await startApi();
  const servers = await listServers(url, { emitted: root });
  const driver = await bundle('drive');
  const rows = [['transport', 'first MiB', 'last MiB', 'bytes a call']];
  for (const transport of ['stdio', 'http'] as const) {
    const server = servers(transport)['emitted']!;
    const preload = ['--expose-gc', '--require', join(root, 'test/bench/kept.cjs')];
    const { kept } = await driveServer(driver, {
      ...server,
      args: [...preload, ...server.args],
      transport,
      window: 32,
      warm: 1_000,
      calls,
      looks,
    });
    const perCall = slope(kept) / (calls / looks);
    const [first = 0] = kept;
    const last = kept.at(-1) ?? 0;
    rows.push([transport, (first / mebibyte).toFixed(1), (last / mebibyte).toFixed(1), perCall.toFixed(2)]);
  }
  api.kill();
  console.log(formatTable(rows, [1, 2, 3]));
}
