import type { JsonObject } from '../../model/document.js';
import { isObject } from '../../model/document.js';
import { fullStop } from '../../text/sentences.js';

/** A reference to a filter of rows, as PostgREST names them: `rowFilter.todos.id`. */
const reference = /^#\/(?:components\/)?parameters\/rowFilter\.[^/]+$/;
const filterWords = 'A filter: eq.5, gt.5, like.ab*, in.(1,2), is.null.';
const allRows = 'Without a filter, every row is affected.';

/** What the methods do that change rows, for operations that say nothing of themselves. */
const changes = [
  ['delete', 'Delete'],
  ['patch', 'Change'],
] as const;

/**
 * Makes filters of rows what they are, in place and before references are followed: PostgREST gives them the format of
 * their column, though each is an operator and a value. Of operations that change rows, it is said that without a filter
 * they change all.
 */
export function repairRowFilters({ parameters, components, paths }: JsonObject): void {
  const tables = [parameters, isObject(components) ? components['parameters'] : undefined];
  const named = tables.flatMap((table) => (isObject(table) ? Object.entries(table) : []));
  const filters = named.filter(([name, filter]) => /^rowFilter\../.test(name) && isOfQuery(filter));
  for (const [, filter] of filters) if (isObject(filter)) repairFilter(filter);
  if (filters.length === 0) return;
  for (const [path, item] of Object.entries(isObject(paths) ? paths : {})) {
    for (const [method, verb] of changes) {
      const operation = isObject(item) ? item[method] : undefined;
      if (isObject(operation) && hasFilter(operation))
        tellRows(operation, `${verb} ${path.split('/').at(-1)} rows`);
    }
  }
}

function isOfQuery(filter: unknown): boolean {
  return isObject(filter as JsonObject) && (filter as JsonObject)['in'] === 'query';
}

function repairFilter(filter: JsonObject): void {
  delete filter['format'];
  if (isObject(filter['schema'])) filter['schema'] = { type: 'string' };
  else filter['type'] = 'string';
  filter['description'] = join(filter['description'], filterWords);
}

function hasFilter({ parameters }: JsonObject): boolean {
  return (
    Array.isArray(parameters) &&
    parameters.some((one) => isObject(one) && typeof one['$ref'] === 'string' && reference.test(one['$ref']))
  );
}

function tellRows(operation: JsonObject, summary: string): void {
  if (typeof operation['summary'] !== 'string' && typeof operation['description'] !== 'string')
    operation['summary'] = summary;
  operation['description'] = join(operation['description'], allRows);
}

function join(text: unknown, words: string): string {
  const said = typeof text === 'string' ? text.trim() : '';
  return said === '' ? words : `${said}${fullStop(said)} ${words}`;
}
