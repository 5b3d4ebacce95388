import type { Figures } from '../model/server.js';
import { count } from './count.js';

/** How a document's own examples of requests fared, in a line; none where there is nothing to tell. */
export function describeEvidence({ examples, acceptedBefore, acceptedAfter, relaxed }: Figures): string[] {
  if (examples === 0 && relaxed === 0) return [];
  if (examples === 0) {
    return [
      `${count(relaxed, 'constraint')} ${relaxed === 1 ? 'was' : 'were'} relaxed, since defaults or listed values of the document itself contradict ${relaxed === 1 ? 'it' : 'them'}.`,
    ];
  }
  const after =
    relaxed === 0
      ? ''
      : `, ${acceptedAfter} after ${count(relaxed, 'constraint')} ${relaxed === 1 ? 'was' : 'were'} relaxed`;
  return [
    `Of ${count(examples, 'declared example')} of a request, ${acceptedBefore} could be sent as derived${after}.`,
  ];
}
