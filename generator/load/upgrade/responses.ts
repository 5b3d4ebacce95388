import type { Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/document.js';
import { mapMembers } from '../values.js';
import { upgradeFile, withSchema } from './parameters.js';

/** A response of Swagger 2.0 as one of OpenAPI 3.1; a reference stays. */
export function upgradeResponse(response: JsonObject, produces: readonly string[]): JsonObject {
  if (typeof response['$ref'] === 'string') return response;
  const { schema, examples, headers, ...rest } = response;
  const exampleOf = isObject(examples) ? examples : {};
  const types = mediaTypes(schema, exampleOf, produces);
  return {
    ...rest,
    ...(isObject(headers) && { headers: mapMembers(headers, upgradeHeader) }),
    ...(types.length > 0 && {
      content: Object.fromEntries(
        types.map((type, index) => [
          type,
          {
            ...(schema !== undefined && { schema: isObject(schema) ? upgradeFile(schema) : schema }),
            ...pickExamples(type, index === 0, types, exampleOf),
          },
        ]),
      ),
    }),
  };
}

/** A response without a schema has no content (OpenAPI 2.0, Response Object, schema). */
function mediaTypes(
  schema: JsonObject[string] | undefined,
  examples: JsonObject,
  produces: readonly string[],
): readonly string[] {
  const shown = Object.keys(examples);
  if (schema === undefined) return shown;
  if (produces.length > 0) return produces;
  if (shown.length > 0) return shown;
  return [isObject(schema) && schema['type'] === 'file' ? 'application/octet-stream' : 'application/json'];
}

/** Examples of media types that the operation does not produce are taken for those of the first that it does. */
function pickExamples(
  type: string,
  isFirst: boolean,
  types: readonly string[],
  exampleOf: JsonObject,
): JsonObject {
  const loose = Object.entries(exampleOf).filter(([shown]) => isFirst && !types.includes(shown));
  const own = Object.hasOwn(exampleOf, type) ? { example: exampleOf[type] as Json } : {};
  if (loose.length === 0) return own;
  return { ...own, examples: Object.fromEntries(loose.map(([shown, value]) => [shown, { value }])) };
}

function upgradeHeader(header: JsonObject): JsonObject {
  const { collectionFormat: _, ...rest } = withSchema(header);
  return rest;
}
