import type { ApiParameter, Schema } from '../model/api.js';
import type { Value } from './argument.js';
import type { Report } from '../model/diagnostic.js';
import { cleanText } from './cleanText.js';
import { components } from './components.js';
import { createJudge } from './createJudge.js';
import { dropRefused } from './dropRefused.js';
import type { Enforcer, Views } from './enforce.js';
import { guard } from './guard.js';
import { guardOf } from './guardOf.js';
import { holdsPath, isEncodedPath } from './holdsPath.js';

const longestExample = 60;

/** What parameters take; those that operations share are worked out once. */
export function planValues(views: Views, report: Report): (parameter: ApiParameter) => Value {
  const known = new Map<ApiParameter, Value>();
  return (parameter) => {
    const value = known.get(parameter) ?? planValue(parameter, views, report);
    known.set(parameter, value);
    return value;
  };
}

function planValue(parameter: ApiParameter, { enforcer, shown }: Views, report: Report): Value {
  const refuse = (value: unknown): void => {
    const what = `The value ${JSON.stringify(value)} of "${parameter.name}" cannot be sent in a ${parameter.in}`;
    report('schema-relaxed', parameter.pointer, { what, done: 'it is not offered' });
  };
  const place = guardOf(parameter);
  const derive = ({ component, place: schemaOf }: Enforcer, tell: (value: unknown) => void): Schema => {
    const derived = schemaOf(parameter);
    return place === undefined ? derived : dropRefused(derived, place, component, tell);
  };
  const schema = derive(shown, refuse);
  const held = enforcer === shown ? schema : derive(enforcer, () => {});
  return {
    schema,
    enforced: place === undefined ? held : guard(held, place, enforcer.component),
    words: cleanText(parameter.description),
    notes: [
      ...(parameter.deprecated ? ['Deprecated.'] : []),
      ...sayPath(parameter),
      ...showExample(parameter, schema, shown),
    ],
  };
}

function sayPath(parameter: ApiParameter): string[] {
  if (!holdsPath(parameter)) return [];
  return [`May hold / between its segments${isEncodedPath(parameter) ? '; give it unencoded' : ''}.`];
}

/** An example says more than words, where the schema does not list the values; one that it refuses says nothing. */
function showExample({ schema, examples }: ApiParameter, seen: Schema, { component }: Enforcer): string[] {
  const keywords = typeof schema === 'boolean' ? {} : schema;
  if (keywords['enum'] !== undefined || keywords['const'] !== undefined) return [];
  const given = [...examples, ...((keywords['examples'] ?? []) as unknown[])];
  const example = given.find((value) => isFit(value, seen, component));
  if (typeof example !== 'string' && typeof example !== 'number') return [];
  const text = JSON.stringify(example);
  return text.length > longestExample || example === keywords['default'] ? [] : [`Example: ${text}.`];
}

function isFit(value: unknown, schema: Schema, lookUp: Enforcer['component']): boolean {
  if (typeof schema === 'boolean') return schema;
  return createJudge(components([schema], lookUp)).call(schema, value).length === 0;
}
