#!/usr/bin/env node
/** Serves over HTTP, on `/mcp`, and some of it on `/mcp/<toolset>`. */
import { enableCompileCache, endWith } from '#runtime/transport/start.js';

enableCompileCache();

// Imported only now, so that the line above holds for everything that is loaded.
const [{ runHttp }, { createApp, catalog, custom }] = await Promise.all([
  import('#runtime/transport/http/runHttp.js'),
  import('./program.js'),
]).catch(endWith);
await runHttp(process, (env) => createApp({ catalog, custom, env }));
