import type { ApiParameter } from '../model/api.js';
import type { Guard } from './guard.js';
import { holdsPath } from './holdsPath.js';

/**
 * The care that the value of a parameter needs where it is sent. JSON in a header escapes what a header cannot hold, or
 * is refused when it is sent.
 */
export function guardOf(parameter: ApiParameter): Guard | undefined {
  const { in: place, style, mediaType, slashes } = parameter;
  if (place === 'path') {
    if (holdsPath(parameter)) return 'segments';
    return slashes === 'refused' ? 'segment' : 'path';
  }
  const isRaw = place === 'header' || style === 'cookie';
  return isRaw && mediaType === undefined ? 'header' : undefined;
}
