import { dirname, join } from 'node:path';
import { isWebUrl } from '../load/isWebUrl.js';
import { watchFiles, type FileWatch } from '../load/watchFiles.js';
import { configName } from '../model/config.js';
import { InputError } from '../model/diagnostic.js';

/**
 * Watches a document, and the places where the user's choices may come to be.
 *
 * @throws InputError where the document is no file.
 */
export function followDocument(document: string): FileWatch {
  if (document === '-' || isWebUrl(document)) {
    throw new InputError(
      '--watch needs a document that is a file.',
      'Save the document to a file, or leave --watch out.',
    );
  }
  const watch = watchFiles();
  for (const file of [document, configName, join(dirname(document), configName)]) watch.add(file);
  return watch;
}
