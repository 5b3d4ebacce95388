import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { configName } from '../model/config.js';

/** The first of the folders' files with the user's choices, if there is any. */
export async function findConfig(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const file = join(folder, configName);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() === true) return file;
  }
  return undefined;
}
