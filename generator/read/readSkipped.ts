import type { Skipped } from '../model/api.js';
import { combineChoices } from '../model/combineChoices.js';
import type { ToolChoice } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import { asArray, asObject, asText } from './asObject.js';
import { readChoice, readScopes } from './readChoice.js';
import type { Found } from './resolve.js';

/** What rules and choices look at of an operation that cannot be read; `outer` is what is said of all of its path. */
export function readSkipped(
  { method, path, pointer }: Pick<Skipped, 'method' | 'path' | 'pointer'>,
  operation: Found,
  outer: ToolChoice,
  report: Report,
): Skipped {
  const node = asObject(operation.value);
  const literal = path.replace(/#.*$/s, '');
  return {
    operationId: asText(node['operationId']),
    tags: [...asArray(node['tags']).map(asText).filter(Boolean), ...readScopes(operation)],
    summary: asText(node['summary']),
    deprecated: node['deprecated'] === true,
    method,
    path: literal.startsWith('/') ? literal : `/${literal}`,
    choice: combineChoices(outer, readChoice(operation, method !== '', report)),
    pointer,
  };
}
