import { type Kind, kindOf } from '../kindOf.js';

const kinds: ReadonlySet<Kind> = new Set(['json', 'lines', 'xml', 'text', 'form']);

/** Whether a media type is text that can be read as it is: XML, CSV, YAML and the like among it. */
export function isText(mediaType: string): boolean {
  return kinds.has(kindOf(mediaType));
}
