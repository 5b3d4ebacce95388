/** A server in front of an API that misbehaves; the first argument holds the addresses of the API, as JSON. */
import { serveOverHttp } from '../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../templates/project/src/server.js';
import { makeFaultCatalog } from '../judges/faults/makeFaultCatalog.js';
import type { FaultyApi } from '../judges/faults/startFaults.js';

/** What a server holds on to. */
export interface Look {
  /** Bytes in use after garbage is collected, of the heap and of buffers beside it. */
  memory: number;
  sockets: number;
  /** Sockets, timers and all else that is open. */
  handles: number;
  /** Promises that were rejected and that nobody looked at, and errors that nobody caught. */
  strays: string[];
}

const strays: string[] = [];
process.on('unhandledRejection', (reason) => strays.push(String(reason)));
process.on('uncaughtException', (error) => strays.push(String(error.stack)));

const urls = JSON.parse(process.argv[2] ?? '{}') as FaultyApi['urls'];
const app = createApp({ catalog: makeFaultCatalog(urls), env: process.env });
const { url } = await serveOverHttp(app, {
  host: '127.0.0.1',
  port: 0,
  allowUnauthenticated: false,
  log: () => undefined,
});
process.on('message', () => process.send?.(look()));
process.on('disconnect', () => process.exit());
process.send?.(url);

function look(): Look {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const open = process.getActiveResourcesInfo();
  return {
    memory: heapUsed + external,
    sockets: open.filter((name) => /^(?:TCP|TLS)(?:Socket)?Wrap$/.test(name)).length,
    handles: open.length,
    strays,
  };
}
