import { formatTable } from '../../generator/commands/context.js';
import { bundle, prepare, scratch } from './bed.js';
import { callsOverHttp, callsOverStdio, medians, start } from './measure.js';

const calls = Number(process.env['BENCH_CALLS'] ?? 6000);

const trivial = { name: 'trivial', arguments: {} };
// The operation with the fewest demands: no credential, no required argument.
const real = { name: 'list_pets', arguments: { limit: 2 } };

/** Calls per second of an emitted server, beside those of a bare one. */
export async function benchCalls(): Promise<void> {
  console.log(
    `Calls per second, ${calls} calls, 32 at once, an API that answers at once; medians of 3 interleaved runs`,
  );
  const banner = {
    js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
  };
  const bare = await bundle('bare', { minify: true, banner });
  const project = await prepare('petstore');
  const speed = await medians(3, {
    'stdio bare': () => callsOverStdio(start([bare, 'stdio'], scratch), trivial, calls),
    'stdio emitted': () => callsOverStdio(start(['dist/stdio.js'], project), real, calls),
    'http bare': () => callsOverHttp(start([bare, 'http'], scratch), trivial, calls),
    'http emitted': () => callsOverHttp(start(['dist/http.js', '--port', '0'], project), real, calls),
  });
  const rows = Object.entries(speed).map(([name, each]) => {
    const floor = name.startsWith('stdio') ? speed['stdio bare'] : speed['http bare'];
    return [name, each.toFixed(0), (each / floor).toFixed(2)];
  });
  console.log(formatTable([['server', 'calls/s', 'ratio to bare'], ...rows], [1, 2]));
}
