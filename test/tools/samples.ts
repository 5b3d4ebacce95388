/** Writes the servers of samples/ anew. Read the difference before you commit it. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { defaults, generate, write } from '../../generator/index.js';
import { isCommitted } from '../support/isCommitted.js';

const samples = join(process.cwd(), 'samples');
const readStdin = () => Promise.reject(new Error('no sample comes from standard input'));

for (const entry of readdirSync(samples, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const dir = join(samples, entry.name, 'server');
  // The document, as the server's own folder has it.
  const config = { ...defaults, document: '../openapi.yaml' };
  const { files, server } = await generate(join(samples, entry.name, 'openapi.yaml'), config, { readStdin });
  rmSync(dir, { recursive: true, force: true });
  const committed = files.filter(({ path }) => isCommitted(entry.name, path));
  const { changes } = await write(committed, dir, { overwrite: true, force: true, version: '0.0.0' });
  const tools = server.toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  console.log(`${entry.name}: ${tools} tools, ${changes.length} files`);
}
