import { stem } from './terms.js';

/** Words that mean about the same where an API is concerned; a word may stand in several lines. */
const verbs = [
  'create add new insert post make register generate creation write save store record',
  'get read fetch show retrieve view describe return obtain display see look inspect detail info information',
  'list index search find query browse enumerate lookup',
  'get list show return retrieve',
  'update edit modify change patch set put replace alter adjust configure',
  'delete remove destroy drop erase deletion removal discard purge prune clear clean',
  'revoke remove detach unassign withdraw',
  'grant give assign attach allow add',
  'cancel stop abort end terminate halt kill',
  'start run launch begin trigger execute exec invoke',
  'enable activate',
  'disable deactivate',
  'upload import push',
  'download export pull',
  'send submit post publish deliver',
  'check verify validate test status',
  'copy duplicate clone fork',
  'restore recover undelete',
  'backup snapshot',
];

/** Other words that do. */
const others = [
  'count total number',
  'image picture photo',
  'email mail',
  'app application',
  'auth authentication authorization',
  'config configuration setting',
  'doc document documentation',
  'env environment',
  'id identifier',
  'org organization organisation',
  'repo repository',
  'person people',
];

/** Other terms for the same, by term. */
const table = new Map<string, Set<string>>();
for (const group of [...verbs, ...others]) {
  const terms = group.split(' ').map(stem);
  for (const term of terms) {
    const known = table.get(term) ?? new Set();
    table.set(term, known);
    for (const other of terms) if (other !== term) known.add(other);
  }
}

/** The terms that mean about the same as a term. */
export function related(term: string): Iterable<string> {
  return table.get(term) ?? [];
}

const verbTerms = new Set(verbs.flatMap((group) => group.split(' ').map(stem)));

/** Whether a term says what is done. */
export function isVerb(term: string): boolean {
  return verbTerms.has(term);
}
