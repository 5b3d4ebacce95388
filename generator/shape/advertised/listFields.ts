import type { Schema } from '../../model/api.js';

/** Names beyond which no more are looked for. */
const mostNames = 100;

/** The names of the fields that a value may have by any of the schemas that apply to it or to its items. */
export function listFields(schema: Schema, lookUp: (name: string) => Schema, most = mostNames): string[] {
  const names = new Set<string>();
  const seen = new Set<Schema>();
  const visit = (part: Schema): void => {
    if (typeof part === 'boolean' || seen.has(part) || names.size >= most) return;
    seen.add(part);
    const { $ref: ref, properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = part as Holder;
    if (ref !== undefined) visit(lookUp(ref));
    for (const name of Object.keys(properties)) names.add(name);
    for (const other of [...allOf, ...anyOf, ...oneOf, ...(items === undefined ? [] : [items])]) visit(other);
  };
  visit(schema);
  return [...names];
}

/** Keywords that lead to fields. */
interface Holder {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}
