import type { Api, Schema } from '../model/api.js';
import { type Keywords, subschemaEntries } from './subschemas.js';

/** Finds where the document says a schema, as a JSON pointer; `#` for one that is not of the document. */
export function locateSchemas({ components, pointers, operations }: Api): (schema: Schema) => string {
  let known: Map<Schema, string> | undefined;

  function index(): Map<Schema, string> {
    const found = new Map<Schema, string>();
    const visit = (schema: Schema, pointer: string): void => {
      if (typeof schema === 'boolean' || found.has(schema)) return;
      found.set(schema, pointer);
      for (const [path, child] of subschemaEntries(schema as Keywords)) visit(child, pointer + path);
    };
    for (const [name, schema] of Object.entries(components)) visit(schema, pointers[name] ?? '#');
    for (const { parameters, bodies } of operations) {
      for (const { schema, pointer } of [...parameters, ...bodies]) visit(schema, `${pointer}/schema`);
    }
    return found;
  }

  return (schema) => {
    known ??= index();
    return known.get(schema) ?? '#';
  };
}
