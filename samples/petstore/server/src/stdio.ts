#!/usr/bin/env node
/** Serves over standard input and output: a JSON message on each line. All else goes to standard error. */
import { Console } from 'node:console';
import { enableCompileCache, endWith } from '#runtime/transport/start.js';

enableCompileCache();
globalThis.console = new Console(process.stderr);

// Imported only now, so that the two lines above hold for everything that is loaded.
const [{ runStdio }, { createApp, catalog, custom }] = await Promise.all([
  import('#runtime/transport/stdio/runStdio.js'),
  import('./program.js'),
]).catch(endWith);
await runStdio(process, (env) => createApp({ catalog, custom, env }));
