/** A keyword that every client takes. */
interface Portable {
  /** The types it says something about; others do not carry it. */
  types: readonly string[];
  /** Whether a value is worth its tokens. */
  keep?: (value: unknown) => boolean;
}

const text = ['string'];
const number = ['number', 'integer'];
const list = ['array'];
const object = ['object'];
const any = [...text, ...number, ...list, ...object, 'boolean'];

const isShort = (value: unknown): boolean => JSON.stringify(value).length <= 120;

/** The checks that advertised schemas carry as they are. Those that hold schemas or values are written apart. */
export const portableKeywords: ReadonlyMap<string, Portable> = new Map<string, Portable>([
  ['format', { types: any }],
  ['default', { types: any, keep: (value) => value !== null && isShort(value) }],
  ['pattern', { types: text, keep: isShort }],
  ['minLength', { types: text }],
  ['maxLength', { types: text }],
  ['multipleOf', { types: number }],
  ['minimum', { types: number }],
  ['maximum', { types: number }],
  ['exclusiveMinimum', { types: number }],
  ['exclusiveMaximum', { types: number }],
  ['minItems', { types: list }],
  ['maxItems', { types: list }],
  ['uniqueItems', { types: list }],
  ['minProperties', { types: object }],
  ['maxProperties', { types: object }],
]);
