import { dirname } from 'node:path';
import { findConfig, readConfig } from '../load/config/readConfig.js';
import { isWebUrl } from '../load/fetchText.js';
import type { Parsed } from '../load/parse/parsed.js';
import { parsePointer } from '../load/parsePointer.js';
import { type Choices, type Config, defaults, writeRule } from '../model/config.js';
import type { Diagnostic } from '../model/diagnostic.js';

/** The user's choices, and the file that they come from, if any. */
export interface Chosen {
  config: Config;
  file?: string;
  /** Where a choice was made: in the file, else by a flag. */
  placeOf?: (pointer: string) => Pick<Diagnostic, 'pointer' | 'location'>;
}

/** What the command line says of the choices. */
export interface Said {
  choices: Choices;
  /** The file that it names. */
  file: string | undefined;
  document: string;
}

/**
 * Puts together what the command line and the file say: the file that the command line names, else the one in the
 * project that is written to, in the current folder or beside the document. The command line counts more; only what it
 * excludes is left out beside what the file does, since a flag for less must not bring anything back.
 *
 * @throws InputError where the file cannot be used.
 */
export async function chooseConfig({ choices, file, document }: Said, project?: string): Promise<Chosen> {
  const isFile = document !== '-' && !isWebUrl(document);
  const folders = [...(project === undefined ? [] : [project]), '.', ...(isFile ? [dirname(document)] : [])];
  const found = file ?? (await findConfig(folders));
  let locate: Parsed['locate'] | undefined;
  const read = found === undefined ? {} : await readConfig(found, (how) => (locate = how));
  const excluding = [...(read.exclude ?? []), ...(choices.exclude ?? [])];
  const exclude = [...new Map(excluding.map((rule) => [writeRule(rule), rule])).values()];
  const config = { ...defaults, ...read, ...choices, exclude };
  const placeOf: NonNullable<Chosen['placeOf']> = (pointer) => {
    const [key = '', ...path] = parsePointer(pointer.replace('config', '')) ?? [];
    const [index = ''] = path;
    if (key === 'exclude') {
      const texts = (read.exclude ?? []).map(writeRule);
      const at = texts.indexOf(writeRule(exclude[Number(index)] ?? {}));
      if (at === -1) return { pointer: '--exclude' };
      path[0] = String(at);
    } else if (Object.hasOwn(choices, key)) return { pointer: `--${key}` };
    if (found === undefined || locate === undefined) return { pointer };
    return { pointer, location: { file: found, ...locate([key, ...path]) } };
  };
  return found === undefined ? { config, placeOf } : { config, file: found, placeOf };
}
