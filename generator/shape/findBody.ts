import { bareType } from '../model/kindOf.js';
import type { Operation } from '../model/api.js';

/** The body of a media type, whatever its case; of several that differ in parameters, the one with the same. */
export function findBody({ bodies }: Operation, wanted: string): Operation['bodies'][number] | undefined {
  const same = (write: (mediaType: string) => string) =>
    bodies.find(({ mediaType }) => write(mediaType) === write(wanted));
  return same(writeWhole) ?? same(bareType);
}

function writeWhole(mediaType: string): string {
  return mediaType.toLowerCase().replaceAll(/\s/g, '');
}
