import { type Lengths, sampleFromPattern } from '../../regex/sample.js';
import type { Keywords } from '../../schema/subschemas.js';
import { memoizeIn } from '../../text/memo.js';

/** Makes an example of what a schema describes; the schema is finite and refers to nothing. */
export interface Sampler {
  /** A JSON value. */
  value: (schema: Keywords) => unknown;
  /** An XML document whose root is called `name`. */
  xml: (schema: Keywords, name: string) => string;
  /** A text that a pattern matches, where there is one that is found. */
  spell: (pattern: string, lengths: Lengths) => string | undefined;
}

/** A {@link Sampler}. What it makes is the same in every run: nothing is random, and no date is that of the day. */
export async function loadSampler(): Promise<Sampler> {
  const { default: library } = await import('openapi-sampler');
  // Without this it tells the console of what it leaves out.
  const options = { quiet: true };
  const spelled = new Map<string, string | undefined>();
  return {
    value: (schema) => library.sample(schema, options),
    spell: (pattern, { least, most }) =>
      memoizeIn(spelled, `${least} ${most} ${pattern}`, () => sampleFromPattern(pattern, { least, most })),
    xml: (schema, name) => {
      // What is referred to is an element; the library puts none around a value by itself.
      const document = { root: { ...wrapList(schema), xml: { name } } };
      return String(library.sample({ $ref: '#/root' }, { ...options, format: 'xml' }, document));
    },
  };
}

/** An object that holds a list: a document of XML has one element at its root. */
function wrapList(schema: Keywords): Keywords {
  const { type, const: value, items, xml: _, ...rest } = schema;
  const { xml } = (items ?? {}) as { xml?: { name?: string } };
  const name = xml?.name ?? 'item';
  if (Array.isArray(value)) return { const: { [name]: value } };
  if (type !== 'array') return schema;
  return { type: 'object', properties: { [name]: { type, items, ...rest } } };
}
