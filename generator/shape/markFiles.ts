import type { Content, Encoding } from '../model/api.js';
import type { Schema } from '../model/server.js';
import { isFileSchema } from './fileSchema.js';

/** How the parts of a body are written: by their names, and by their places in a list. */
export interface PartEncodings {
  encoding: Content['encoding'];
  items: Pick<Content, 'prefixEncoding' | 'itemEncoding'>;
}

/** The encodings of a multipart body whose `schema` has its files in place, with the parts marked that may be files. */
export function markFiles(schema: Schema, { encoding, items }: PartEncodings): PartEncodings {
  const forms = formsOf(schema);
  const named = forms.flatMap(({ properties = {} }) =>
    Object.entries(properties as Record<string, Schema>).filter(([, property]) => holdsFile(property)),
  );
  const { prefixEncoding = [], itemEncoding } = items;
  const first = forms.flatMap((form) => (form['prefixItems'] ?? []) as Schema[]);
  const isOther = forms.some(
    (form) =>
      holdsFile(form['items'] as Schema | undefined) ||
      holdsFile(form['additionalProperties'] as Schema | undefined),
  );
  const count = Math.max(first.length, prefixEncoding.length);
  const isMarked = isOther || first.some(holdsFile);
  const prefix = Array.from({ length: count }, (_, index) =>
    mark(prefixEncoding[index] ?? itemEncoding, index in first ? holdsFile(first[index]) : isOther),
  );
  return {
    encoding: {
      ...encoding,
      ...Object.fromEntries(
        named.map(([name]) => [name, mark(Object.hasOwn(encoding, name) ? encoding[name] : undefined, true)]),
      ),
    },
    items: isMarked
      ? {
          ...(count > 0 && { prefixEncoding: prefix }),
          ...(isOther && { itemEncoding: mark(itemEncoding, true) }),
        }
      : items,
  };
}

function mark(encoding: Encoding = {}, isFile: boolean): Encoding {
  return isFile ? { ...encoding, file: true } : encoding;
}

/** The schemas that a value may be meant for; those that only refer to others hold no files. */
function formsOf(schema: Schema): Exclude<Schema, boolean>[] {
  if (typeof schema === 'boolean') return [];
  return [schema, ...branchesOf(schema).flatMap(formsOf)];
}

function holdsFile(schema: Schema | undefined): boolean {
  if (schema === undefined || typeof schema === 'boolean') return false;
  return (
    isFileSchema(schema) ||
    holdsFile(schema['items'] as Schema | undefined) ||
    branchesOf(schema).some(holdsFile)
  );
}

function branchesOf({ allOf = [], anyOf = [], oneOf = [] }: Exclude<Schema, boolean>): Schema[] {
  return [allOf, anyOf, oneOf].flat() as Schema[];
}
