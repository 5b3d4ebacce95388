import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../model/diagnostic.js';
import { explainError } from './apply.js';
import { ignoreMissing } from './readProject.js';

const hint = 'Name another file: --html report.html';

/**
 * Writes one page, in place of what stands there: whole, or not at all.
 *
 * @throws InputError where it cannot be written there
 */
export async function writePage(path: string, content: string): Promise<void> {
  const folder = dirname(path);
  try {
    if ((await stat(folder).catch(ignoreMissing)) === undefined) {
      throw new InputError(
        `Nothing was written: there is no folder ${folder}.`,
        'Make it, or name another file.',
      );
    }
    if ((await stat(path).catch(ignoreMissing))?.isDirectory()) {
      throw new InputError(`Nothing was written: ${path} is a folder.`, hint);
    }
    const staging = await mkdtemp(join(folder, '.mcpwright-'));
    try {
      const whole = join(staging, basename(path));
      await writeFile(whole, content);
      await rename(whole, path);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  } catch (error) {
    throw explainError(error, hint);
  }
}
