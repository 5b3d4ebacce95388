import type { Api, ApiParameter, Place, Style } from '../model/api.js';
import type { Tool } from '../model/server.js';
import type { Fate } from './decideFate.js';
import { gatherParts } from './gatherParts.js';
import { guardOf } from './guardOf.js';
import { holdsPath, isEncodedPath } from './holdsPath.js';

type Parameter = Tool['request']['parameters'][number];

/** The style that each place has by default (OpenAPI 3.2, Parameter Object, style). */
const defaults: Record<Place, Style> = {
  path: 'simple',
  query: 'form',
  querystring: 'form',
  header: 'simple',
  cookie: 'form',
};

/** How a parameter is written into the request; what is the default is left out. */
export function planParameter(
  parameter: ApiParameter,
  argument: string,
  fate: Fate,
  components: Api['components'],
): Parameter {
  const { name, in: place, style, explode, allowReserved, mediaType, encoding } = parameter;
  const explodes = style === 'form' || style === 'cookie';
  return {
    argument,
    name,
    in: place,
    ...(style === defaults[place] ? {} : { style }),
    ...(explode === explodes ? {} : { explode }),
    ...(allowReserved ? { allowReserved } : {}),
    ...(holdsPath(parameter) ? { segments: isEncodedPath(parameter) ? 'encoded' : true } : {}),
    ...(guardOf(parameter) === 'segment' ? { slashes: 'refused' as const } : {}),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(mayBeEmpty(parameter, components) ? { required: true } : {}),
    ...(encoding === undefined || place !== 'querystring' ? {} : { encoding }),
    ...(typeof fate === 'object' ? fate : {}),
  };
}

/** Whether a parameter that has to be given could be a list or object of which nothing would be sent. */
function mayBeEmpty(
  { required, in: place, mediaType, schema }: ApiParameter,
  components: Api['components'],
): boolean {
  if (!required || place === 'path' || (mediaType !== undefined && place !== 'querystring')) return false;
  const parts = gatherParts(schema, (name) => components[name] ?? true) ?? [];
  const types = parts.flatMap(({ type }) => (type === undefined ? [] : [type].flat()));
  return types.length === 0 || types.includes('array') || types.includes('object');
}
