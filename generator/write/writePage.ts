import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../model/diagnostic.js';
import { explainError } from './apply.js';
import { findReal, makeFolders, putFile, realDisk } from './disk.js';
import { ignoreMissing } from './readProject.js';

const hint = 'Name another file: --html report.html';

/**
 * Writes one page, in place of the file that stands there: whole, or not at all. The folder is the user's choice, and may
 * be a link; a link in the place of the page gives way to it, and what it leads to stays as it is.
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
    const found = await stat(path).catch(ignoreMissing);
    if (found?.isFile() === false)
      throw new InputError(
        `Nothing was written: ${path} is ${found.isDirectory() ? 'a folder' : 'not a file'}.`,
        hint,
      );
    await putFile(join(findReal(folder), basename(path)), content);
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
    if ((await stat(folder).catch(ignoreMissing))?.isDirectory() === false)
      throw new InputError(`${folder} is a file.`, 'Name a folder with --out.');
    const real = findReal(folder);
    await makeFolders(real, realDisk);
    await realDisk.write(join(real, name), content);
    return file;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new InputError(`Nothing was written: ${file} is there already.`, whereThere);
    }
    throw explainError(error);
  }
}
