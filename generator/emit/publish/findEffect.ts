import type { ToolEntry } from '../../model/server.js';
import { splitWords } from '../../text/words.js';

/** What calls of a tool do to the data of the API; `asks`: what seems to read, by a method that may change something. */
export type Effect = 'reads' | 'asks' | 'creates' | 'acts' | 'changes' | 'replaces' | 'deletes';

/** Words of a POST that does more than create. */
const taking = /^(?:deletes?|modif(?:y|ies)|moves?|overwrites?|removes?|replaces?|updates?|upserts?)$/;

/**
 * What a tool does by the method and the words of its operation (RFC 9110, 9.3; RFC 5789). Hints do not say it: towards a
 * directory, all that does not read may destroy (`hints: directory`).
 */
export function findEffect({ tool, search }: Pick<ToolEntry, 'tool' | 'search'>): Effect {
  const { annotations, request, title } = tool;
  if (annotations.readOnlyHint) return 'reads';
  if (request.method === 'DELETE' || search.act === 'delete') return 'deletes';
  if (request.method === 'PUT') return request.body === undefined ? 'acts' : 'replaces';
  if (request.method === 'PATCH' || search.act === 'update') return 'changes';
  if (search.act === 'get' || search.act === 'list') return 'asks';
  const createsOnly = search.act === 'create' && !splitWords(title).some((word) => taking.test(word));
  return request.method === 'POST' && createsOnly ? 'creates' : 'acts';
}
