import type { SearchEntry, Tool } from '../../model/server.js';
import { splitWords } from '../../text/words.js';
import type { Operation } from '../../model/api.js';

/** Names of operations that find things. */
const seeking = /^(?:search|find|query|lookup|list|count)$/i;
const searching = new Set(['search', 'find', 'lookup', 'query']);
/** What a POST is called that only looks, or takes away, whatever its path. */
const looking = new Set(['get', 'list', 'retrieve', 'fetch', 'read', 'search', 'find', 'count', 'query']);
const removing = new Set(['delete', 'remove']);
/** Arguments that hold a text to look for. */
const textual = /^(?:q|query|search|text|term|keywords?|search_?(?:text|term|query|string))$/i;
/** Words by which descriptions say that an operation goes out of use. */
const outdated = /\b(?:deprecated|closing down|legacy)\b/i;

/** What a tool does to what it is about (`isMany`: whether it answers with several), whether it is deprecated, and whether it finds things by a text. */
export function readAct(
  tool: Pick<Tool, 'name' | 'title' | 'description' | 'annotations'>,
  operation: Operation,
  isMany: boolean,
  names: readonly string[],
): Pick<SearchEntry, 'act' | 'old' | 'seeks'> {
  const { method, deprecated } = operation;
  const segments = (operation.path.split('?')[0] ?? '').split('/').filter(Boolean);
  const last = segments.findLast((segment) => !/[{}]/.test(segment)) ?? '';
  const [verb = ''] = splitWords(tool.title);
  const isItem = segments.at(-1)?.endsWith('}') === true;
  const isSearch = !isItem && (seeking.test(last) || seeking.test(verb));
  const words = [...splitWords(last), ...splitWords(tool.name)];
  const isOld = deprecated || saysOutdated(tool.title, tool.description);
  return {
    act: actOf(),
    ...(isOld && { old: true as const }),
    ...(words.some((word) => searching.has(word)) &&
      names.some((name) => textual.test(name)) && { seeks: true as const }),
  };

  function actOf(): NonNullable<SearchEntry['act']> {
    if (tool.annotations.readOnlyHint || (method === 'POST' && isSearch))
      return (isItem || !isMany) && !isSearch ? 'get' : 'list';
    if (method === 'DELETE') return 'delete';
    if (method === 'PUT' || method === 'PATCH') return 'update';
    if (method !== 'POST') return 'do';
    // `get_points` at /points/get, `delete_shard` at /shards/delete.
    const [begins = ''] = splitWords(tool.name);
    if (looking.has(begins)) return isMany ? 'list' : 'get';
    if (removing.has(begins) || removing.has(last)) return 'delete';
    if (isItem) return 'update';
    const isDeed = /[{}]/.test(segments.at(-2) ?? '') && !/[^s]s$/.test(last);
    return isDeed ? 'do' : 'create';
  }
}

/** Whether it is said at the beginning of the title, or of a sentence of the description. */
function saysOutdated(title: string, description: string): boolean {
  const starts = [title, ...description.slice(0, 600).split(/(?<=[.!:)])\s+|\n/)];
  return starts.some((start) => outdated.test(start.slice(0, 30)));
}
