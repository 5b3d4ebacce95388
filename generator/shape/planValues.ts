import type { ApiParameter } from '../model/api.js';
import type { Value } from './argument.js';
import { cleanText } from './cleanText.js';
import type { Enforcer } from './enforce.js';
import { type Guard, guard } from './guard.js';

const longestExample = 60;

/** What parameters take; those that operations share are worked out once. */
export function planValues(enforcer: Enforcer): (parameter: ApiParameter) => Value {
  const known = new Map<ApiParameter, Value>();
  return (parameter) => {
    const value = known.get(parameter) ?? planValue(parameter, enforcer);
    known.set(parameter, value);
    return value;
  };
}

function planValue(parameter: ApiParameter, enforcer: Enforcer): Value {
  const schema = enforcer.schema(parameter.schema);
  const place = guardOf(parameter);
  return {
    schema,
    enforced: place === undefined ? schema : guard(schema, place, enforcer.component),
    words: cleanText(parameter.description),
    notes: [...(parameter.deprecated ? ['Deprecated.'] : []), ...showExample(parameter)],
  };
}

/** JSON in a header escapes what a header cannot hold, or is refused when it is sent. */
function guardOf({ in: place, style, mediaType }: ApiParameter): Guard | undefined {
  if (place === 'path') return 'path';
  const isRaw = place === 'header' || style === 'cookie';
  return isRaw && mediaType === undefined ? 'header' : undefined;
}

/** An example says more than words, where the schema does not list the values. */
function showExample({ schema, examples }: ApiParameter): string[] {
  const keywords = typeof schema === 'boolean' ? {} : schema;
  if (keywords['enum'] !== undefined || keywords['const'] !== undefined) return [];
  const [example] = [...examples, ...((keywords['examples'] ?? []) as unknown[])];
  if (typeof example !== 'string' && typeof example !== 'number') return [];
  const text = JSON.stringify(example);
  return text.length > longestExample || example === keywords['default'] ? [] : [`Example: ${text}.`];
}
