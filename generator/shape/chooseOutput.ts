import type { Content, Operation } from '../model/api.js';
import { bareType, kindOf } from '../model/kindOf.js';
import { listSuccesses } from './listSuccesses.js';

/**
 * The JSON that an operation answers success with; undefined where there is none, or where an answer may be
 * something else as well, but for a page. Another media type with the same schema is only another spelling: `Accept` asks for
 * JSON before it.
 */
export function chooseOutput(operation: Operation): Content | undefined {
  const contents = listSuccesses(operation).flatMap((response) => response.contents);
  const json = contents.filter(isJson);
  const others = contents.filter((content) => !isPage(content));
  const isElse = others.some((content) => !json.some(({ schema }) => schema === content.schema));
  return isElse ? undefined : json[0];
}

/** A page for people, which browsers ask for. */
function isPage({ mediaType }: Content): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)$/.test(bareType(mediaType));
}

function isJson({ mediaType }: Content): boolean {
  return kindOf(mediaType) === 'json';
}
