import type { Json, JsonObject } from '../model/document.js';
import { asArray, isObject } from './asObject.js';
import type { Place } from './Place.js';

/**
 * A schema whose listed values are only those that are known: others of the type are taken, too. Azure says so with
 * `x-ms-enum: { modelAsString: true }`, the guidelines of Zalando with `x-extensible-enum` in place of `enum`.
 */
export function openEnum(schema: JsonObject, place: Place): JsonObject {
  const { enum: listed, 'x-ms-enum': azure, 'x-extensible-enum': extensible, ...rest } = schema;
  const isOpen = isObject(azure) && azure['modelAsString'] === true;
  const values = listed === undefined ? extensible : isOpen ? listed : undefined;
  if (!Array.isArray(values) || values.length === 0) return schema;
  if (listed !== undefined) place.openEnum(values.length);
  const type: Json = rest['type'] ?? 'string';
  const union = [{ type, enum: values }, { type }];
  if (rest['anyOf'] === undefined) return { ...rest, anyOf: union };
  return { ...rest, allOf: [...asArray(rest['allOf']), { anyOf: union }] };
}
