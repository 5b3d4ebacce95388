import { formatTable } from '../../generator/commands/context.js';
import { endure } from './endure.js';

const calls = Number(process.env['BENCH_FAULTS'] ?? 10_000);
const seed = Number(process.env['BENCH_SEED'] ?? 1);

/**
 * Bytes that a call may leave behind: half of the 200 that are to be noticed. Between looks, memory differs by some
 * 200 KiB; by that, the slope over 10,000 calls differs by some 30 bytes a call.
 */
const leak = 100;

/** What many faults of an API make of a server; ends with 1 where it grows or fails. */
export async function benchFaults(): Promise<void> {
  const started = performance.now();
  const found = await endure({
    calls,
    seed,
    clients: 64,
    timeoutMs: 200,
    retries: 1,
    intervals: 20,
    leak,
    sockets: 0,
  });
  console.log(`${calls} calls that meet faults of the API, 64 at once, seed ${seed}`);
  const kinds = Object.entries(found.kinds).map(([kind, { results, errors }]) =>
    [kind, results + errors, results, errors].map(String),
  );
  console.log(formatTable([['fault', 'calls', 'results', 'isError'], ...kinds], [1, 2, 3]));
  console.log('The server in between, after garbage is collected');
  const looks = found.looks.map(({ memory, sockets, handles, strays }, index) =>
    [
      (index + 1) * Math.ceil(calls / found.looks.length),
      (memory / 2 ** 20).toFixed(2),
      sockets,
      handles,
      strays.length,
    ].map(String),
  );
  const head = ['calls', 'MiB', 'sockets', 'handles', 'unhandled'];
  console.log(formatTable([head, ...looks], [0, 1, 2, 3, 4]));
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  if (found.faults.length === 0) {
    console.log(
      `Memory does not grow, no socket stays open, and the server still answers, after ${seconds} s.\n`,
    );
    return;
  }
  console.error(found.faults.join('\n'));
  process.exitCode = 1;
}
