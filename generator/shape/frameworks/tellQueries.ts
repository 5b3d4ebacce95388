import type { ApiParameter, Operation } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import { listNames } from '../../text/notes.js';

/** Characters of the names of parameters. */
const longestNames = 100;

/**
 * Reports lists in queries, of which the framework reads one of a single item as a text, and parameters that it may have
 * written as required though they are not; each once for all of a document.
 *
 * @param tellsLists - whether nothing is chosen for lists
 */
export function tellQueries(
  framework: string,
  operations: readonly Operation[],
  tellsLists: boolean,
  report: Report,
): void {
  const find = (is: (parameter: ApiParameter) => boolean) =>
    operations.filter(({ parameters }) => parameters.some((one) => one.in === 'query' && is(one)));
  const listing = tellsLists ? find(takesList) : [];
  const [first] = listing;
  if (first !== undefined) report('list-of-one', first.pointer, { framework, called: nameFirst(listing) });
  const asking = find(isNeeded);
  const [asks] = asking;
  if (asks === undefined) return;
  const names = asks.parameters.flatMap((one) => (one.in === 'query' && isNeeded(one) ? [one.name] : []));
  report('query-required', asks.pointer, {
    framework,
    called: nameFirst(asking),
    names: listNames(names, longestNames),
  });
}

function nameFirst([first, ...others]: readonly Operation[]): string {
  return `${first?.method} ${first?.path}${others.length === 0 ? '' : ` (and ${others.length} more)`}`;
}

function takesList({ schema }: ApiParameter): boolean {
  return typeof schema === 'object' && schema['type'] === 'array';
}

function isNeeded({ required, schema }: ApiParameter): boolean {
  return required && (typeof schema === 'boolean' || schema['default'] === undefined);
}
