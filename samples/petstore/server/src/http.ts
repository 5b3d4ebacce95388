#!/usr/bin/env node
/** Serves over HTTP, on `/mcp`, and some of it on `/mcp/<toolset>`. */
import { enableCompileCache } from './runtime/transport/enableCompileCache.js';
import { endWith } from './runtime/transport/endWith.js';

enableCompileCache();

// Imported only now, so that the line above holds for everything that is loaded.
const [{ runHttp }, { createApp }, { catalog }, { default: custom }] = await Promise.all([
  import('./runtime/transport/runHttp.js'),
  import('./server.js'),
  import('./generated/catalog.js'),
  import('./custom.js'),
]).catch(endWith);
await runHttp(process, (env) => createApp({ catalog, custom, env }));
