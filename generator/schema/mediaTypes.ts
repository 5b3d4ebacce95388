import { type Kind, bareType, kindOf } from '../../templates/project/src/runtime/mediaTypes.js';

/** What media types mean: to the generator as they do to the servers that it makes. */
export { bareType, type Kind, kindOf };

/** What is sent for a range of media types, such as `text/*`, and for what is none at all. */
const concrete: Record<Kind, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  xml: 'application/xml',
  lines: 'application/x-ndjson',
  text: 'text/plain',
  file: 'application/octet-stream',
};

/** A media type as it is sent: of several in one text, the first; of a range, one for what is of a `kind`. */
export function concreteType(mediaType: string, kind = kindOf(mediaType)): string {
  const [first = ''] = mediaType.split(/,(?=\s*[\w.+-]+\/[\w.+*-]+)/);
  const bare = bareType(first);
  if (bare.includes('*') || !bare.includes('/')) return concrete[kind];
  return first.trim().replace(/^([^;]*?)\s*\/\s*/, '$1/');
}

/** Media types, the one that serves a caller best first; others rank by their kind. */
const ranking: readonly (RegExp | Kind)[] = [
  /^application\/json$/,
  /^\*\/\*$|^application\/\*$/,
  'json',
  'form',
  /^multipart\/form-data$/,
  'multipart',
  'lines',
  'xml',
  /^text\/plain$/,
  'text',
  /^application\/octet-stream$/,
  'file',
];

/** How well a media type serves a caller: the less, the better. */
export function rankOf(mediaType: string): number {
  const bare = bareType(mediaType);
  const kind = kindOf(mediaType);
  return ranking.findIndex((row) => (typeof row === 'string' ? row === kind : row.test(bare)));
}
