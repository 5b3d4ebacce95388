import { statSync } from 'node:fs';
import { SetupError } from '../setupError.js';

/**
 * Looks at the folders that files may be sent from, so that a wrong one is noticed at the start.
 *
 * @throws SetupError where one is no folder.
 */
export function checkRoots(roots: readonly string[]): void {
  for (const root of roots) {
    const isFolder = statSync(root, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (!isFolder)
      throw new SetupError(`MCP_FILE_ROOTS names "${root}", which is not a folder of this machine.`);
  }
}
