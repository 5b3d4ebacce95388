/**
 * Keywords that say something about a schema but check nothing (JSON Schema 2020-12, Validation, section 9; OpenAPI 3.2,
 * Schema Object).
 */
export const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'xml',
]);

/** A keyword of ours: what the document calls each value that it lists, by the value as JSON. */
export const valueNames = 'x-value-names';

/** A keyword of ours: an object that is shown as it is declared, and for which any value is taken. */
export const anyValue = 'x-any-value';

/** Keywords beside which a reference accepts what it does alone. */
export const besideReference: ReadonlySet<string> = new Set([...annotations, valueNames, 'discriminator']);

/** Keywords that are about the schema they stand in alone: those that include it have their own. A description is said of both. */
export const personal: ReadonlySet<string> = except(besideReference, 'description', valueNames);

/** Keywords that say nothing to a validator, or only to us: what is described, and what is meant where nothing is given, is kept. */
export const mute: ReadonlySet<string> = except(besideReference, 'description', 'default', valueNames);

function except(keywords: ReadonlySet<string>, ...others: string[]): ReadonlySet<string> {
  return new Set([...keywords].filter((keyword) => !others.includes(keyword)));
}
