import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
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

/**
 * Writes a file that is the owner's from then on, into a folder that need not exist.
 *
 * @returns its path
 * @throws InputError where it is there already, or cannot be written
 */
export async function writeConfig(
  folder: string,
  name: string,
  content: string,
  whereThere = 'It is yours: edit it, or name another folder with --out.',
): Promise<string> {
  const file = join(folder, name);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, content, { flag: 'wx' });
    return file;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && syscall === 'mkdir')
      throw new InputError(`${folder} is a file.`, 'Name a folder with --out.');
    if (code === 'EEXIST') {
      throw new InputError(`Nothing was written: ${file} is there already.`, whereThere);
    }
    throw explainError(error);
  }
}
