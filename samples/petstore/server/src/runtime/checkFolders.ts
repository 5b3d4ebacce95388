import { statSync } from 'node:fs';
import type { Settings } from './environment.js';
import { SetupError } from './setupError.js';

/**
 * Looks at the folders that files are sent from and saved in, so that a wrong one is noticed at the start. The one that
 * they are saved in is made when it is needed.
 *
 * @throws SetupError where one is no folder.
 */
export function checkFolders({ fileRoots, downloads }: Pick<Settings, 'fileRoots' | 'downloads'>): void {
  for (const root of fileRoots) if (isFolder(root) !== true) throw noFolder('MCP_FILE_ROOTS', root);
  if (downloads !== undefined && isFolder(downloads) === false) throw noFolder('MCP_DOWNLOAD_DIR', downloads);
}

/** Undefined where nothing is there. */
function isFolder(path: string): boolean | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory();
  } catch {
    return false;
  }
}

function noFolder(variable: string, path: string): SetupError {
  return new SetupError(`${variable} names "${path}", which is not a folder of this machine.`);
}
