import type { Components, SchemaObject } from '../arguments/createExpander.js';
import { isObject } from '../isObject.js';
import { followPointer, memberOf, splitFragment } from './pointers.js';
import { holdsNames } from './subschemas.js';

/** The schema that holds a keyword, by the way that led to it: through references, too. */
export function findSchema(location: string, root: SchemaObject, components: Components): SchemaObject {
  const parts = splitFragment(location).slice(0, -1);
  let found: unknown = root;
  let isName = false;
  for (const part of parts) {
    const ref = !isName && part === '$ref' ? memberOf(found, '$ref') : undefined;
    found = typeof ref === 'string' ? follow(ref, root, components) : memberOf(found, part);
    isName = !isName && holdsNames(part);
  }
  return isObject(found) ? found : {};
}

function follow(ref: string, root: SchemaObject, components: Components): unknown {
  return ref.startsWith('#') ? followPointer(root, ref) : memberOf(components, ref);
}
