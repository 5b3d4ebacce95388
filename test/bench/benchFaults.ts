import { formatTable } from '../../generator/commands/formatTable.js';
import { endure } from './endure.js';

const calls = Number(process.env['BENCH_FAULTS'] ?? 10_000);
const seed = Number(process.env['BENCH_SEED'] ?? 1);

/** What many faults of an API make of a server; ends with 1 where it grows or fails. */
export async function benchFaults(): Promise<void> {
  const started = performance.now();
  const found = await endure({ calls, seed, clients: 64, timeoutMs: 200, retries: 1 });
  console.log(`${calls} calls that meet faults of the API, 64 at once, seed ${seed}`);
  const kinds = Object.entries(found.kinds).map(([kind, { results, errors }]) =>
    [kind, results + errors, results, errors].map(String),
  );
  console.log(formatTable([['fault', 'calls', 'results', 'isError'], ...kinds], [1, 2, 3]));
  console.log('The server in between, after garbage is collected');
  const looks = found.looks.map(({ heap, sockets, handles, strays }, index) =>
    [
      (index + 1) * Math.ceil(calls / found.looks.length),
      heap.toFixed(1),
      sockets,
      handles,
      strays.length,
    ].map(String),
  );
  const head = ['calls', 'heap MiB', 'sockets', 'handles', 'unhandled'];
  console.log(formatTable([head, ...looks], [0, 1, 2, 3, 4]));
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  if (found.faults.length === 0) {
    console.log(`Neither heap nor sockets grow, and the server still answers, after ${seconds} s.\n`);
    return;
  }
  console.error(found.faults.join('\n'));
  process.exitCode = 1;
}
