import { unsaidStyle } from '../../model/api.js';
import type { Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/document.js';

/** Words of a parameter, a header or an item that belong into its schema (OpenAPI 2.0, Parameter Object). */
const schemaWords = new Set(
  [
    'type format items default enum x-ms-enum x-extensible-enum multipleOf pattern x-nullable',
    'x-enum-varnames x-enumNames x-enum-names x-enum-descriptions x-enumDescriptions x-enum-comments',
    'maximum exclusiveMaximum minimum exclusiveMinimum',
    'maxLength minLength maxItems minItems uniqueItems',
  ].flatMap((line) => line.split(' ')),
);

/** `collectionFormat` in the words of OpenAPI 3; `tabDelimited` is a word of ours, since it has none. */
const collectionStyles: Record<string, { style: string; explode: boolean }> = {
  ssv: { style: 'spaceDelimited', explode: false },
  tsv: { style: 'tabDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
};

/** A parameter of Swagger 2.0 that is not part of the body, as one of OpenAPI 3.1; a reference stays. */
export function upgradeParameter(parameter: JsonObject): JsonObject {
  if (typeof parameter['$ref'] === 'string') return parameter;
  const { collectionFormat: _, ...rest } = withSchema(parameter);
  return {
    ...upgradeExamples(rest),
    ...rest,
    ...styleOf(parameter),
    ...markUnsaid(parameter),
  };
}

/** Marks a list that has the style which is the default of 2.0, since nobody has said another. */
export function markUnsaid({ type, collectionFormat }: JsonObject): { [unsaidStyle]?: true } {
  return type === 'array' && collectionFormat === undefined ? { [unsaidStyle]: true } : {};
}

/** A parameter or a header of Swagger 2.0, its words about the value moved into a schema. */
export function withSchema(described: JsonObject): JsonObject {
  const entries = Object.entries(described);
  const { schema } = described;
  const moved = Object.fromEntries(entries.filter(([word]) => schemaWords.has(word)));
  return {
    ...Object.fromEntries(entries.filter(([word]) => !schemaWords.has(word))),
    schema: schema === undefined ? joinInner(upgradeFile(moved)) : schema,
  };
}

/**
 * Only arrays have a style that differs from the default of OpenAPI 3. In a query or a form, a name that ends in
 * `[]`, as Rack and PHP read lists, is repeated where no format is declared.
 */
export function styleOf({ in: place, name, type, collectionFormat }: JsonObject): {
  style?: string;
  explode?: boolean;
} {
  if (type !== 'array') return {};
  const format = String(collectionFormat).trim().toLowerCase();
  const known = Object.hasOwn(collectionStyles, format) ? collectionStyles[format] : undefined;
  if (known !== undefined) return known;
  if (/^\s*(?:path|header)\s*$/i.test(String(place))) return { style: 'simple', explode: false };
  const isRepeated = collectionFormat === undefined && String(name).endsWith('[]');
  return { style: 'form', explode: format === 'multi' || isRepeated };
}

/** What stands between the values of a list, as `collectionFormat` says, and how that is called. */
const delimiters: Record<string, readonly [delimiter: string, called: string]> = {
  ssv: [' ', 'blanks'],
  tsv: ['\t', 'tabs'],
  pipes: ['|', '"|"'],
};

/**
 * A list whose items are lists has texts, each joined as the `collectionFormat` of the items says (OpenAPI 2.0, Items
 * Object): OpenAPI 3 has no word for it.
 */
function joinInner(schema: JsonObject): JsonObject {
  const { type, items, default: usual } = schema;
  if (type !== 'array' || !isObject(items) || items['type'] !== 'array') return schema;
  const format = String(items['collectionFormat']).trim().toLowerCase();
  const known = Object.hasOwn(delimiters, format) ? delimiters[format] : undefined;
  const [delimiter, called] = known ?? [',', 'commas'];
  const inner = isObject(items['items']) ? items['items'] : {};
  const values = Array.isArray(inner['enum']) ? ` Each is one of ${inner['enum'].join(', ')}.` : '';
  const join = (one: Json): Json => (Array.isArray(one) ? one.join(delimiter) : one);
  return {
    ...schema,
    items: { type: 'string', description: `Values joined by ${called}.${values}` },
    ...(Array.isArray(usual) && { default: usual.map(join) }),
  };
}

/** `type: file`, which is no type of JSON Schema, here or in the items of an array. */
export function upgradeFile(schema: JsonObject): JsonObject {
  if (schema['type'] === 'file') return { ...schema, type: 'string', format: 'binary' };
  const items: Json | undefined = schema['items'];
  return isObject(items) && items['type'] === 'file' ? { ...schema, items: upgradeFile(items) } : schema;
}

/**
 * The examples of a parameter of Swagger 2.0, which has no word for them: `x-example` holds one, `x-examples` some by
 * name, as values or as Example Objects. In those of a body, the name may be the media type that the value is for.
 */
export function upgradeExamples(
  { 'x-example': example, 'x-examples': named }: JsonObject,
  mediaType?: string,
): JsonObject {
  const entries = Object.entries(isObject(named) ? named : {}).filter(
    ([name]) => mediaType === undefined || !name.includes('/') || name === mediaType,
  );
  const examples = Object.fromEntries(entries.map(([name, value]) => [name, toExample(value)]));
  return {
    ...(example !== undefined && { example }),
    ...(entries.length > 0 && { examples }),
  };
}

function toExample(value: Json): JsonObject {
  return isObject(value) && 'value' in value ? value : { value };
}
