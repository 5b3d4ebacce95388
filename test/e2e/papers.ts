import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generate } from '../../generator/index.js';
import { configOf, isOwned } from '../support/isCommitted.js';
import { buildProject, root, scratch } from './project.js';

const readStdin = () => Promise.reject(new Error('it comes from a file'));

/** Generates and builds the server of papers, with what its owner has written, in a folder; gives it. */
export async function buildPapers(name: string): Promise<string> {
  const folder = join(scratch, name);
  const sample = join(root, 'samples/papers');
  const config = { ...(await configOf(sample)), document: '../openapi.yaml' };
  const { files } = await generate(join(sample, 'openapi.yaml'), config, { readStdin });
  rmSync(folder, { recursive: true, force: true });
  for (const { path, content } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (isOwned('papers', path)) cpSync(join(sample, 'server', path), join(folder, path));
    else writeFileSync(join(folder, path), content);
  }
  await buildProject(folder);
  return folder;
}
