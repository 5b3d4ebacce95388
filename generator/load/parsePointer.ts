import { decodePercent } from '../text/decodePercent.js';
import { joinPointer, unescapeSegment } from '../model/document.js';

/** The tokens of a JSON pointer such as `#/paths/~1pets`; undefined where the text is none. */
export function parsePointer(pointer: string): string[] | undefined {
  const text = pointer.replace(/^#/, '');
  if (text === '') return [];
  if (!text.startsWith('/')) return undefined;
  return text.slice(1).split('/').map(unescapeSegment);
}

/** The same for the fragment of a reference, which is percent-encoded too (RFC 6901, section 6). */
export function parseFragment(fragment: string): string[] | undefined {
  return parsePointer(decodePercent(fragment));
}

/** The JSON pointer `#/paths/~1pets` of the tokens `paths` and `/pets`. */
export function formatPointer(tokens: readonly string[]): string {
  return joinPointer('#', ...tokens);
}

/** The same as a reference, in which `%` and `#` have a meaning. */
export function formatReference(tokens: readonly string[]): string {
  return `#${formatPointer(tokens).slice(1).replaceAll('%', '%25').replaceAll('#', '%23')}`;
}
