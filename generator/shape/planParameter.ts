import type { ApiParameter, Place, Style } from '../model/api.js';
import type { Tool } from '../model/server.js';
import type { Fate } from './decideFate.js';
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
export function planParameter(parameter: ApiParameter, argument: string, fate: Fate): Parameter {
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
    ...(encoding === undefined || place !== 'querystring' ? {} : { encoding }),
    ...(typeof fate === 'object' ? fate : {}),
  };
}
