/** Serves over HTTP where a platform hands requests over: Cloudflare Workers, Deno, Bun, Vercel. */
import { type FetchEntry, serveFetch } from '#runtime/transport/web/serveFetch.js';
import { catalog, createApp, custom } from './program.js';

const entry: FetchEntry = await serveFetch(catalog.api, (env) => createApp({ catalog, custom, env }));
export default entry;
