/** Writes the servers of samples/ anew. Read the difference before you commit it. */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { generate, write } from '../../generator/index.js';
import { configOf, isCommitted, isOwned } from '../support/isCommitted.js';

const samples = join(process.cwd(), 'samples');
const readStdin = () => Promise.reject(new Error('no sample comes from standard input'));

for (const entry of readdirSync(samples, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const dir = join(samples, entry.name, 'server');
  // The document, as the server's own folder has it.
  const config = { ...(await configOf(join(samples, entry.name))), document: '../openapi.yaml' };
  const { files, server } = await generate(join(samples, entry.name, 'openapi.yaml'), config, { readStdin });
  const kept = mkdtempSync(join(tmpdir(), 'sample-'));
  const filter = (path: string) =>
    statSync(path).isDirectory() || isOwned(entry.name, relative(dir, path).replaceAll('\\', '/'));
  if (existsSync(dir)) cpSync(dir, kept, { recursive: true, filter });
  rmSync(dir, { recursive: true, force: true });
  // Without what identifies the program, which every change of it would change.
  const committed = files
    .filter(({ path }) => isCommitted(entry.name, path))
    .map(({ path, owner, content }) => ({ path, owner, content }));
  const { changes } = await write(committed, dir, { overwrite: true, force: true, version: '0.0.0' });
  cpSync(kept, dir, { recursive: true });
  rmSync(kept, { recursive: true });
  const tools = server.toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  console.log(`${entry.name}: ${tools} tools, ${changes.length} files`);
}
