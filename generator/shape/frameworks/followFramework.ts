import {
  type Api,
  type ApiParameter,
  type Content,
  type Operation,
  type Schema,
  mapParameters,
} from '../../model/api.js';
import type { Config, RequestChoices } from '../../model/config.js';
import type { Report } from '../../model/diagnostic.js';
import { type Kind, kindOf } from '../../schema/mediaTypes.js';
import { mergeAll } from '../../schema/merge.js';
import { type LookUp, gatherParts, lookIn } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';
import { memoizeIn } from '../../text/memo.js';
import { findFramework, frameworks } from './findFramework.js';
import { openBareObjects } from './openBareObjects.js';

/** A choice that changes how requests are written: how often it does is counted. */
type Choice = keyof RequestChoices;

/** What is done for each choice. */
const effects: Record<Choice, string> = {
  booleans: 'true and false are sent as 1 and 0 in queries',
  arrays: 'lists are sent with their name repeated in queries',
  objects: 'objects are sent as name[member]=value in queries and forms',
  bodies: 'PUT and PATCH without a body take any JSON object',
  bareObjects: 'objects without members take any value in JSON bodies',
  cookies: 'reserved characters stay as they are in cookies',
};

/**
 * The API with requests as its framework reads them, where the document does not say: by what the user says of it, else by what
 * is recognized. What is done is reported once, with the line that overrules it.
 */
export function followFramework(
  given: Api,
  { framework, requests }: Pick<Config, 'framework' | 'requests'>,
  report: Report,
): Api {
  const found =
    framework === 'auto' ? findFramework(given) : framework === 'none' ? undefined : frameworks[framework];
  const choices = { ...found?.requests, ...requests };
  if (Object.keys(choices).length === 0) return given;
  const users = new Map<Choice, Set<Operation>>();
  const note = (choice: Choice, operation: Operation) =>
    memoizeIn(users, choice, () => new Set<Operation>()).add(operation);
  const { api, users: opened } =
    choices.bareObjects === 'any' ? openBareObjects(given) : { api: given, users: new Set<Operation>() };
  for (const operation of opened) note('bareObjects', operation);
  const lookUp = lookIn(api.components);
  const known = new Map<ApiParameter, Changed>();
  const changed = mapParameters(api, (parameter, operation) => {
    const made = memoizeIn(known, parameter, () => changeParameter(parameter, choices, lookUp));
    if (made.choice !== undefined) note(made.choice, operation);
    return made.parameter;
  });
  const operations = changed.operations.map((operation, index) => {
    const { bodies, choice } = changeBodies(operation, choices, lookUp);
    const asRead = api.operations[index];
    if (choice === undefined || asRead === undefined) return operation;
    note(choice, asRead);
    return { ...operation, bodies, ...(choice === 'bodies' && { bodyRequired: false }) };
  });
  const told = [...users].filter(([choice]) => requests[choice] === undefined);
  if (found !== undefined && told.length > 0)
    report('framework-followed', '#', {
      framework: found.title,
      effects: told
        .map(
          ([choice, { size }]) =>
            `${describeEffect(choice, choices)} (${size} ${size === 1 ? 'operation' : 'operations'})`,
        )
        .join('; '),
    });
  return { ...changed, operations };
}

/** What is done for a choice, in words that go on with how many operations it is done for. */
function describeEffect(choice: Choice, { arrays }: RequestChoices): string {
  if (choice !== 'arrays') return effects[choice];
  return arrays === 'brackets' ? 'lists are sent as name[]=value in queries' : effects.arrays;
}

/** A body of which the document says nothing, though its method has one. */
const freeBody: Omit<Content, 'pointer'> = {
  mediaType: 'application/json',
  schema: { type: 'object', description: 'Its members; the document does not say which there are.' },
  encoding: {},
  examples: [],
};

/** A parameter, and the choice that it was changed for, if it was. */
interface Changed {
  parameter: ApiParameter;
  choice?: Choice;
}

function changeParameter(
  parameter: ApiParameter,
  { booleans, arrays, objects, cookies }: RequestChoices,
  lookUp: LookUp,
): Changed {
  const { name, in: place, style, written, mediaType, schema } = parameter;
  if (place === 'cookie' && cookies === 'plain' && !written && style === 'form')
    return { parameter: { ...parameter, allowReserved: true }, choice: 'cookies' };
  if (place !== 'query' || mediaType !== undefined || style !== 'form') return { parameter };
  const merged = mergeAll(gatherParts(schema, lookUp) ?? []);
  const types = new Set([merged['type'] ?? []].flat());
  const isNullable = types.delete('null');
  const [type] = types.size === 1 ? types : [];
  if (type === 'array' && written === undefined && (arrays === 'repeated' || arrays === 'brackets')) {
    const wanted = arrays === 'brackets' && !name.endsWith(']') ? `${name}[]` : name;
    if (parameter.explode && wanted === name) return { parameter };
    return { parameter: { ...parameter, name: wanted, explode: true }, choice: 'arrays' };
  }
  if (type === 'object' && written === undefined && objects === 'brackets')
    return { parameter: { ...parameter, style: 'deepObject', explode: false }, choice: 'objects' };
  if (type !== 'boolean' || booleans !== 'digits') return { parameter };
  const words = parameter.description === '' ? '' : `${parameter.description} `;
  return {
    parameter: {
      ...parameter,
      description: `${words}1 is true, 0 is false.`,
      schema: toDigits(merged, isNullable),
      examples: parameter.examples.map(toDigit),
    },
    choice: 'booleans',
  };
}

/** A choice of 1 and 0 in place of true and false, and of null where that is one. */
function toDigits({ enum: values, const: constant, default: usual }: Keywords, isNullable: boolean): Schema {
  const both = [true, false, ...(isNullable ? [null] : [])];
  const listed = constant === undefined ? ((values as unknown[] | undefined) ?? both) : [constant];
  return {
    type: isNullable ? ['integer', 'null'] : 'integer',
    enum: listed.map(toDigit),
    ...(usual !== undefined && { default: toDigit(usual) }),
  };
}

function toDigit(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value;
}

/** The bodies of an operation, and the choice that they were changed for, if they were. */
function changeBodies(
  { method, path, bodies, pointer }: Operation,
  choices: RequestChoices,
  lookUp: LookUp,
): { bodies: Content[]; choice?: Choice } {
  const isLeft = bodies.length === 0 && (method === 'PUT' || method === 'PATCH') && path.endsWith('}');
  if (choices.bodies === 'free' && isLeft) return { bodies: [{ ...freeBody, pointer }], choice: 'bodies' };
  if (choices.objects !== 'brackets') return { bodies };
  const changed = bodies.map((one) => writeBrackets(one, lookUp));
  return changed.every((one, index) => one === bodies[index])
    ? { bodies }
    : { bodies: changed, choice: 'objects' };
}

/** The kinds of bodies whose members are written one by one, each with its name. */
const formKinds: ReadonlySet<Kind> = new Set(['form', 'multipart']);

/** A form with its objects in brackets, where the document does not say how they are written. */
function writeBrackets(content: Content, lookUp: LookUp): Content {
  if (!formKinds.has(kindOf(content.mediaType))) return content;
  const { properties = {} } = mergeAll(gatherParts(content.schema, lookUp) ?? []);
  const objects = Object.entries(properties as Record<string, Schema>).filter(
    ([name, schema]) =>
      !Object.hasOwn(content.encoding, name) &&
      [mergeAll(gatherParts(schema, lookUp) ?? [])['type']].flat().includes('object'),
  );
  if (objects.length === 0) return content;
  const written = objects.map(([name]) => [name, { style: 'deepObject', explode: true }] as const);
  return { ...content, encoding: { ...content.encoding, ...Object.fromEntries(written) } };
}
