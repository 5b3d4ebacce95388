import type { Report } from '../../model/diagnostic.js';
import type { Json } from '../../model/document.js';
import { formatPointer } from '../parsePointer.js';
import { checkBounds } from './checkBounds.js';
import { parseJson } from './parseJson.js';
import { parseYaml } from './parseYaml.js';
import type { Parsed } from './parsed.js';

/**
 * Parses JSON or YAML, whatever the name of the file says.
 *
 * @throws InputError where the text is neither, or nested beyond reason.
 */
export function parseText(text: string, file: string): Parsed {
  const parsed = (looksLikeJson(text) ? parseJson(text) : undefined) ?? parseYaml(text, file);
  checkBounds(parsed.value, file);
  return parsed.hasAliases ? { ...parsed, value: writeOut(parsed.value) } : parsed;
}

function writeOut(value: Json): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** Reports what is odd about the text of a file; `place` is where the file is in the document. */
export function reportOddities({ oddities }: Parsed, place: readonly string[], report: Report): void {
  for (const { path, what, done } of oddities) {
    report('odd-document', formatPointer([...place, ...path]), { what, done });
  }
}
