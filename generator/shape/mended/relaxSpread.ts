import { type Api, type ApiParameter, mapParameters } from '../../model/api.js';
import { type LookUp, gatherParts, lookIn } from '../../schema/parts.js';
import { memoizeIn } from '../../text/memo.js';

/**
 * The API whose required objects may be left out where nothing of them would be sent: the members of an object of style `form`
 * that is exploded have their own names in the request, and where none of them has to be given, a request without any
 * is complete (OpenAPI 3.2, Style Values). Springdoc writes `Pageable` and objects of filters like this.
 */
export function relaxSpread(api: Api): Api {
  const lookUp = lookIn(api.components);
  const known = new Map<ApiParameter, ApiParameter>();
  return mapParameters(api, (parameter) =>
    memoizeIn(known, parameter, () =>
      parameter.required && isSpread(parameter) && mayBeBare(parameter, lookUp)
        ? { ...parameter, required: false }
        : parameter,
    ),
  );
}

function isSpread({ in: place, style, explode, mediaType }: ApiParameter): boolean {
  return mediaType === undefined && explode && (place === 'cookie' || place === 'query') && style === 'form';
}

/** Whether a value is an object, and can be one without members. */
function mayBeBare({ schema }: ApiParameter, lookUp: LookUp): boolean {
  const parts = gatherParts(schema, lookUp) ?? [];
  const types = parts.flatMap(({ type }) => (type === undefined ? [] : [type].flat()));
  return (
    types.length > 0 &&
    types.every((type) => type === 'object') &&
    parts.every(
      ({ minProperties = 0, required = [] }) =>
        Number(minProperties) === 0 && (required as string[]).length === 0,
    )
  );
}
