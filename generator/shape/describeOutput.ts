import type { Schema } from '../model/server.js';
import { flatten } from './flatten.js';
import { listFields } from './listFields.js';
import { listNames } from './listNames.js';
import type { Keywords } from './subschemas.js';
import { typesOf } from './typesOf.js';

/** Characters of the names of members. */
const longestNames = 80;

/** Says in one short sentence what an answer of a schema is: `Returns a list of objects: id, name, tag.` */
export function describeOutput(schema: Schema, lookUp: (name: string) => Schema): string {
  const keywords = look(schema, lookUp);
  const types = typesOf(keywords);
  const isList = types?.length === 1 && types[0] === 'array';
  const item = isList ? look((keywords['items'] ?? true) as Schema, lookUp) : keywords;
  const names = listFields(isList ? ((keywords['items'] ?? true) as Schema) : schema, lookUp);
  const members = names.length === 0 ? '' : `: ${listNames(names.filter(isPlain), longestNames)}`;
  const kinds = typesOf(item) ?? (names.length > 0 ? ['object'] : []);
  const [kind = ''] = kinds.length === 1 ? kinds : [];
  if (isList)
    return `Returns a list${kind === '' ? '' : ` of ${kind === 'array' ? 'lists' : `${kind}s`}`}${members}.`;
  if (kind === '' && names.length === 0) return kinds.length === 0 ? '' : `Returns ${kinds.join(' or ')}.`;
  return `Returns ${/^[aeio]/.test(kind) ? 'an' : 'a'} ${kind === '' ? 'value' : kind}${members}.`;
}

function look(schema: Schema, lookUp: (name: string) => Schema): Keywords {
  return flatten(schema, lookUp, new Set())?.keywords ?? {};
}

/** Names go into words as they are. */
function isPlain(name: string): boolean {
  return /^[\w.$-]{1,64}$/.test(name) && name !== '__proto__';
}
