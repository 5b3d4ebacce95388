/** Runs the API of the pet shop, for the tutorial: `node test/tools/run.js samples/petstore/start.ts`. */
import { startUpstream } from './upstream.js';

const { url } = await startUpstream({ port: 8790 });
console.log(`The API of the pet shop listens on ${url}. Its key is demo-key. Stop it with Ctrl+C.`);
