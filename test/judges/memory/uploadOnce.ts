/** Sends a file as the whole body, or as a part of one, and tells by how many bytes this process grew meanwhile. */
import { features } from '../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../templates/project/src/runtime/offer/createOffer.js';
import { makeUploads } from '../../support/runtime/makeUploads.js';

const [url = '', root = '', tool = ''] = process.argv.slice(2);
const catalog = makeUploads(url);
const call = await createCaller({ features, catalog, env: {}, timeoutMs: 60_000, fileRoots: [root] });
const offered = (await offerTools(catalog.toolsets[0]!)).get(tool)!;

async function send(path: string): Promise<boolean> {
  const args = tool === 'put_file' ? { body: { path } } : { note: 'n', file: { path } };
  const { isError } = await call(offered, args, { signal: new AbortController().signal, trace: {} });
  return isError !== true;
}

// All that is needed is loaded then, and memory that is free is not given back at once.
await send('smaller.bin');
const before = process.resourceUsage().maxRSS;
const isSent = await send('large.bin');
console.log(JSON.stringify({ isSent, grownBy: (process.resourceUsage().maxRSS - before) * 1024 }));
