import type { Report } from '../model/diagnostic.js';
import { formatPointer } from './parsePointer.js';
import type { Parsed } from './parseText.js';

/** Reports what is odd about the text of a file; `place` is where the file is in the document. */
export function reportOddities({ oddities }: Parsed, place: readonly string[], report: Report): void {
  for (const { path, what, done } of oddities) {
    report('odd-document', formatPointer([...place, ...path]), { what, done });
  }
}
