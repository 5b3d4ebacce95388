import type { Api, ApiParameter, Place, Schema, Style } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import type { Tool } from '../../model/server.js';
import { reachComponents } from '../../schema/components.js';
import { createJudge } from '../../schema/judge.js';
import { type LookUp, gatherParts, lookIn } from '../../schema/parts.js';
import { type Keywords, mapValues } from '../../schema/subschemas.js';
import { cleanText } from '../../text/clean.js';
import { decodePercent } from '../../text/decodePercent.js';
import { type Value, askForItem, askForMember } from '../argument.js';
import type { Enforcer, Views } from '../enforced/enforce.js';
import { type Guard, fitsGuard, guard } from '../enforced/guard.js';
import { withoutUntold } from '../enforced/relax.js';
import { guardOf, holdsPath } from '../enforced/holdsPath.js';
import type { Fate } from './credentials.js';

type Parameter = Tool['request']['parameters'][number];

/** The style that each place has by default (OpenAPI 3.2, Parameter Object, style). */
const defaults: Record<Place, Style> = {
  path: 'simple',
  query: 'form',
  querystring: 'form',
  header: 'simple',
  cookie: 'form',
};

/** How a parameter is written into the request; what is the default is left out. */
export function planParameter(
  parameter: ApiParameter,
  argument: string,
  fate: Fate,
  components: Api['components'],
): Parameter {
  const { name, in: place, style, explode, allowReserved, mediaType, encoding } = parameter;
  const explodes = style === 'form' || style === 'cookie';
  const segments = holdsPath(parameter);
  return {
    argument,
    name,
    in: place,
    ...(style === defaults[place] ? {} : { style }),
    ...(explode === explodes ? {} : { explode }),
    ...(allowReserved ? { allowReserved } : {}),
    ...(segments === undefined ? {} : { segments }),
    ...(guardOf(parameter) === 'segment' ? { slashes: 'refused' as const } : {}),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(mayBeEmpty(parameter, components) ? { required: true } : {}),
    ...(encoding === undefined || place !== 'querystring' ? {} : { encoding }),
    ...(typeof fate === 'object' ? fate : {}),
    ...(parameter.usual === undefined || fate !== 'argument' ? {} : { default: parameter.usual }),
  };
}

/** Whether a parameter that has to be given could be a list or object of which nothing would be sent. */
function mayBeEmpty(
  { required, in: place, mediaType, schema }: ApiParameter,
  components: Api['components'],
): boolean {
  if (!required || place === 'path' || (mediaType !== undefined && place !== 'querystring')) return false;
  const parts = gatherParts(schema, lookIn(components)) ?? [];
  const types = parts.flatMap(({ type }) => (type === undefined ? [] : [type].flat()));
  return types.length === 0 || types.includes('array') || types.includes('object');
}

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

/** Whether the members of an object are sent under their own names. */
function isSpread({ in: place, style, explode, mediaType }: ApiParameter): boolean {
  return mediaType === undefined && explode && (place === 'cookie' || place === 'query') && style === 'form';
}

/** An object whose lists that have to be given have items, since each is sent like a parameter. */
function askInside(schema: Schema, lookUp: LookUp): Schema {
  const whole = typeof schema === 'object' && typeof schema.$ref === 'string' ? lookUp(schema.$ref) : schema;
  if (typeof whole === 'boolean' || whole['properties'] === undefined) return schema;
  const required = new Set((whole['required'] ?? []) as string[]);
  const members = whole['properties'] as Record<string, Schema>;
  const asked = mapValues(members, (member, name) =>
    required.has(name) ? askForItem(member, lookUp) : member,
  );
  const isSame = Object.keys(members).every((name) => asked[name] === members[name]);
  return isSame ? schema : { ...whole, properties: asked };
}

function planValue(parameter: ApiParameter, { enforcer, shown }: Views, report: Report): Value {
  const refuse = (value: unknown): void => {
    const what = `The value ${JSON.stringify(value)} of "${parameter.name}" cannot be sent in a ${parameter.in}`;
    report('schema-relaxed', parameter.pointer, { what, done: 'it is not offered' });
  };
  const place = guardOf(parameter);
  const derive = ({ component, place: schemaOf }: Enforcer, tell: (value: unknown) => void): Schema => {
    const isAsked = parameter.required && parameter.mediaType === undefined;
    const whole = schemaOf(parameter);
    const asked = isAsked ? askForItem(whole, component) : whole;
    const filled = isAsked && parameter.in === 'path' ? askForMember(asked, component) : asked;
    const derived = isSpread(parameter) ? askInside(filled, component) : filled;
    return place === undefined ? derived : dropRefused(derived, place, component, tell);
  };
  const schema = derive(shown, refuse);
  const held = enforcer === shown ? schema : derive(enforcer, () => {});
  return {
    schema: withoutUntold(schema),
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
  const segments = holdsPath(parameter);
  if (segments === undefined) return [];
  return [`May hold / between its segments${segments === 'encoded' ? '; give it unencoded' : ''}.`];
}

/** An example says more than words, where the schema does not list the values; one that it refuses says nothing. */
function showExample(parameter: ApiParameter, seen: Schema, { component }: Enforcer): string[] {
  const { schema, examples } = parameter;
  const keywords = typeof schema === 'boolean' ? {} : schema;
  if (keywords['enum'] !== undefined || keywords['const'] !== undefined) return [];
  const given = [...examples, ...((keywords['examples'] ?? []) as unknown[])];
  const example = given.find((value) => isFit(value, seen, component));
  if (typeof example !== 'string' && typeof example !== 'number') return [];
  const text = JSON.stringify(decodeExample(example, parameter, seen, component));
  return text.length > longestExample || example === keywords['default'] ? [] : [`Example: ${text}.`];
}

/** Some documents give an example as a URL holds it; a call takes the value itself, which is encoded when it is sent. */
function decodeExample(
  example: string | number,
  parameter: ApiParameter,
  seen: Schema,
  lookUp: Enforcer['component'],
): string | number {
  if (typeof example === 'number' || !['path', 'query'].includes(parameter.in)) return example;
  const decoded = decodePercent(example);
  const place = guardOf(parameter);
  const isSendable = place === undefined || fitsGuard(decoded, place);
  return isSendable && isFit(decoded, seen, lookUp) ? decoded : example;
}

function isFit(value: unknown, schema: Schema, lookUp: Enforcer['component']): boolean {
  if (typeof schema === 'boolean') return schema;
  return createJudge(reachComponents([schema], lookUp)).call(schema, value).length === 0;
}

/**
 * The schema without the listed values that cannot be sent in their place, which are told to `refuse`. Where
 * none would be left, the list goes. What lies within itself, by a reference of those `around`, stays as it is.
 */
function dropRefused(
  schema: Schema,
  place: Guard,
  lookUp: (name: string) => Schema,
  refuse: (value: unknown) => void,
  around: readonly string[] = [],
): Schema {
  if (typeof schema === 'boolean') return schema;
  const { $ref: ref, ...beside } = schema;
  if (typeof ref === 'string') {
    if (around.includes(ref)) return schema;
    const target = lookUp(ref);
    const changed = dropRefused(target, place, lookUp, refuse, [...around, ref]);
    return changed === target ? schema : { ...(changed as Keywords), ...beside };
  }
  const { enum: values, items } = schema as { enum?: unknown[]; items?: Schema };
  if (items !== undefined) {
    const changed = dropRefused(items, place, lookUp, refuse, around);
    return changed === items ? schema : { ...schema, items: changed };
  }
  const kept = values?.filter((value) => fitsGuard(value, place));
  if (values === undefined || kept === undefined || kept.length === values.length) return schema;
  for (const value of values) if (!kept.includes(value)) refuse(value);
  const { enum: _, ...rest } = schema;
  return kept.length === 0 ? rest : { ...rest, enum: kept };
}
