import { dirname, join } from 'node:path';
import { InputError, type Report } from '../model/diagnostic.js';
import type { Located } from './createLocator.js';
import type { SourceFile } from './followReference.js';
import { nameFile } from './nameFile.js';
import { parseText } from './parseText.js';
import { readFiles } from './readFiles.js';
import { readReferenced, type Reach } from './readReferenced.js';
import { reportOddities } from './reportOddities.js';
import type { ReadFiles } from './resolveReferences.js';

/** Opens the files that a document refers to. */
export interface Opener {
  readFiles: ReadFiles;
  /** The files that were opened, by name. */
  opened: ReadonlyMap<string, Located>;
}

/**
 * Creates what opens the files of one document; they may hold `reach.limits.maxBytes` together.
 *
 * @param source - the document as the user gave it, from which the files are named to the user
 */
export function openFiles(
  source: string,
  reach: Reach,
  onProgress: (text: string) => void,
  report: Report,
): Opener {
  const opened = new Map<string, Located>();
  let bytesLeft = reach.limits.maxBytes;

  function open(url: string, text: string | InputError): SourceFile | string {
    if (typeof text !== 'string') return describe(text);
    bytesLeft -= Buffer.byteLength(text);
    if (bytesLeft < 0) return 'the files of the document are too large together';
    const name = nameFile(reach.main, url);
    const file = url.startsWith('file:') ? join(dirname(source), name) : url;
    try {
      const parsed = parseText(text, file);
      reportOddities(parsed, ['x-files', name], report);
      opened.set(name, { file, locate: parsed.locate });
      return { url, value: parsed.value };
    } catch (error) {
      if (error instanceof InputError) return describe(error);
      throw error;
    }
  }

  return {
    opened,
    readFiles: async (urls) => {
      onProgress(`Reading ${urls.length} more ${urls.length === 1 ? 'file' : 'files'}`);
      const texts = await readFiles(urls, (url) => readReferenced(url, reach));
      return new Map([...texts].map(([url, text]) => [url, open(url, text)]));
    },
  };
}

function describe({ message, location }: InputError): string {
  const where = location === undefined ? '' : ` (${location.file}:${location.line}:${location.column})`;
  return message.replace(/\.$/, '') + where;
}
