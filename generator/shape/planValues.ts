import type { ApiParameter } from '../model/api.js';
import type { Value } from './argument.js';
import type { Report } from '../model/diagnostic.js';
import { cleanText } from './cleanText.js';
import { dropRefused } from './dropRefused.js';
import type { Enforcer } from './enforce.js';
import { guard } from './guard.js';
import { guardOf } from './guardOf.js';
import { holdsPath, isEncodedPath } from './holdsPath.js';
import { allowsOtherUrls, unbindFromWeb } from './tighten.js';

const longestExample = 60;

/** What parameters take; those that operations share are worked out once. */
export function planValues(enforcer: Enforcer, report: Report): (parameter: ApiParameter) => Value {
  const known = new Map<ApiParameter, Value>();
  return (parameter) => {
    const value = known.get(parameter) ?? planValue(parameter, enforcer, report);
    known.set(parameter, value);
    return value;
  };
}

function planValue(parameter: ApiParameter, enforcer: Enforcer, report: Report): Value {
  const { component } = enforcer;
  const refuse = (value: unknown): void => {
    const what = `The value ${JSON.stringify(value)} of "${parameter.name}" cannot be sent in a ${parameter.in}`;
    report('schema-relaxed', parameter.pointer, { what, done: 'it is not offered' });
  };
  const place = guardOf(parameter);
  const derived = enforcer.schema(parameter.schema);
  const whole = allowsOtherUrls(parameter.description) ? unbindFromWeb(derived) : derived;
  const schema = place === undefined ? whole : dropRefused(whole, place, component, refuse);
  const guarded = place === undefined ? schema : guard(schema, place, component);
  return {
    schema,
    enforced: guarded,
    words: cleanText(parameter.description),
    notes: [
      ...(parameter.deprecated ? ['Deprecated.'] : []),
      ...sayPath(parameter),
      ...showExample(parameter),
    ],
  };
}

function sayPath(parameter: ApiParameter): string[] {
  if (!holdsPath(parameter)) return [];
  return [`May hold / between its segments${isEncodedPath(parameter) ? '; give it unencoded' : ''}.`];
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
