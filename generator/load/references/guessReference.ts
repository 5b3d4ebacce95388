import type { Json } from '../../model/document.js';
import { isObject } from '../../model/document.js';
import { formatReference, parseFragment } from '../parsePointer.js';
import { memberOf } from '../values.js';
import type { Reference } from './findReferences.js';
import { type Kind, specObjects } from './specObjects.js';

/** Where versions 3 and 2 keep what can be referred to. */
const homes: readonly { kind: Kind; path: readonly string[] }[] = [
  { kind: 'components', path: ['components'] },
  { kind: 'document', path: [] },
];

/** What is a file by its name, or at an address. */
const elsewhere = /^[a-z][a-z0-9+.-]*:|\.(?:json|ya?ml)\b|^\.{0,2}$/i;

/**
 * The reference that is meant by one that leads nowhere: to the component of the kind that belongs there and that has
 * the last name of the reference, as in `Pet`, `#/schemas/Pet` or `components/schemas/Pet`. In another case only where
 * one component alone has the name so.
 */
export function guessReference(root: Json, { text, kind, path }: Reference): string | undefined {
  if (elsewhere.test(text) || leadsOn(root, text, path)) return undefined;
  const last = text.trim().replace(/[/#]+$/, '');
  const [name = ''] = parseFragment(`/${last.split(/[/#]/).at(-1)}`) ?? [];
  for (const home of homes) {
    const members = [...(specObjects.get(home.kind)?.members ?? [])];
    const section = members.find(([, is]) => is === `${kind} map`)?.[0] ?? '';
    const known = valueAt(root, [...home.path, section]);
    const names = Object.keys(isObject(known) ? known : {});
    const alike = names.filter((one) => one.toLowerCase() === name.toLowerCase());
    const found = alike.includes(name) ? name : alike.length === 1 ? alike[0] : undefined;
    if (found === undefined) continue;
    const reference = formatReference([...home.path, section, found]);
    return reference === text ? undefined : reference;
  }
  return undefined;
}

/** Whether it leads somewhere from a schema around it, as references of plain JSON Schema do from their root. */
function leadsOn(root: Json, text: string, path: readonly string[]): boolean {
  const tokens = text.startsWith('#/') ? parseFragment(text.slice(1)) : undefined;
  if (tokens === undefined) return false;
  // A component is three steps from the root of the document.
  const around = path.map((_, index) => path.slice(0, index + 1)).slice(2);
  return around.some((one) => valueAt(valueAt(root, one), tokens) !== undefined);
}

function valueAt(root: Json | undefined, path: readonly string[]): Json | undefined {
  let value = root;
  for (const token of path) value = memberOf(value, token);
  return value;
}
