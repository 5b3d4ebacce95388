import type { Json, JsonObject } from '../model/document.js';
import { isObject } from './isObject.js';

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
