import type { Schema } from '../../../generator/model/api.js';
import type { Form, ListForms } from './sampleForms.js';

/** Makes the function that says how many levels of objects and lists a value of a form has at least. */
export function measureHeight(formsOf: ListForms): (form: Form) => number {
  const known = new Map<Schema, number>();

  function heightOf(form: Form, open: ReadonlySet<Schema>): number {
    const heights = form.flatMap(neededBy).map((schema) => 1 + heightOfSchema(schema, open));
    return Math.max(0, ...heights);
  }

  function heightOfSchema(schema: Schema, open: ReadonlySet<Schema>): number {
    if (open.has(schema)) return Number.POSITIVE_INFINITY;
    const now = new Set([...open, schema]);
    const height = known.get(schema) ?? Math.min(...formsOf(schema).map((form) => heightOf(form, now)));
    if (Number.isFinite(height)) known.set(schema, height);
    return height;
  }

  return (form) => heightOf(form, new Set());
}

/** The schemas of the members and items that must be there. */
function neededBy({ required = [], properties = {}, minItems = 0, items = true }: Form[number]): Schema[] {
  const members = new Map(Object.entries(properties as Record<string, Schema>));
  const needed = (required as string[]).map((name) => members.get(name) ?? true);
  return Number(minItems) > 0 ? [...needed, items as Schema] : needed;
}
