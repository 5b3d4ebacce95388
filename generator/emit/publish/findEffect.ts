import type { ToolEntry } from '../../model/server.js';
import { splitWords } from '../../text/words.js';

/** What calls of a tool do to the data of the API; `asks`: what seems to read, by a method that may change something. */
export type Effect = 'reads' | 'asks' | 'creates' | 'acts' | 'changes' | 'replaces' | 'deletes';

/** Words with which what only creates begins: `Create a pet`, `Sends a message`. */
const creating =
  /^(?:add|book|comment|create|draft|enroll|insert|invite|place|post|register|reply|report|request|reserve|schedule|send|submit|subscribe|upload)s?$/;

/** Words of what takes away, ends or changes what is there, in all their forms. Those of the last line begin other words, too. */
const taking = new RegExp(
  '^(?:abort|adjust|archiv|cancel|chang|clean|clear|clos|deactivat|delet|destr[ou]|detach|disabl|discard|eras|expir|' +
    'flush|invalidat|kill|merg|modif|overrid|overwrit|patch|prun|purg|reassign|remov|renam|replac|reset|restor|revert|' +
    'revo[ck]|rollback|rotat|stop|suspend|terminat|trash|truncat|un(?:assign|do|link|set|subscrib)|updat|upsert|withdraw|' +
    '(?:ban|drop|edit|empt(?:y|i)|end|mov|put|set|swap|void|wip)(?:n|p)?(?:e|es|s|ed|ing)?$)',
);

/**
 * What a tool does by the method and the words of its operation (RFC 9110, 9.3; RFC 5789). Hints do not say it: towards a
 * directory, all that does not read may destroy (`hints: directory`).
 */
export function findEffect({ tool, search }: Pick<ToolEntry, 'tool' | 'search'>): Effect {
  const { annotations, name, request, title } = tool;
  if (annotations.readOnlyHint) return 'reads';
  if (request.method === 'DELETE' || search.act === 'delete') return 'deletes';
  if (request.method === 'PUT') return request.body === undefined ? 'acts' : 'replaces';
  if (request.method === 'PATCH' || search.act === 'update') return 'changes';
  if (search.act === 'get' || search.act === 'list') return 'asks';
  const [first = '', ...others] = splitWords(title);
  const createsOnly =
    search.act === 'create' &&
    creating.test(first) &&
    ![...others, ...splitWords(name)].some((word) => taking.test(word));
  return request.method === 'POST' && createsOnly ? 'creates' : 'acts';
}
