import type { Api, ApiParameter, Content, Operation, Schema } from '../../model/api.js';
import type { Config, RequestChoices } from '../../model/config.js';
import type { Report } from '../../model/diagnostic.js';
import { kindOf } from '../../schema/mediaTypes.js';
import { gatherParts } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';
import { frameworks, findFramework } from './findFramework.js';

/** A choice that changes how requests are written: how often it does is counted. */
type Choice = keyof RequestChoices;

/** What is done for a choice, in words that go on with how many operations it is done for. */
const effects: Record<Choice, string> = {
  booleans: 'true and false are sent as 1 and 0 in queries',
  arrays: 'lists are sent with their name repeated in queries',
  objects: 'objects are sent as name[member]=value in queries and forms',
  bodies: 'PUT and PATCH without a body take any JSON object',
};

/**
 * The API with requests as its framework reads them, where the document does not say: by what the user says of it, else by what
 * is recognized. What is done is reported once, with the line that overrules it.
 */
export function followFramework(
  api: Api,
  { framework, requests }: Pick<Config, 'framework' | 'requests'>,
  report: Report,
): Api {
  const found =
    framework === 'auto' ? findFramework(api) : framework === 'none' ? undefined : frameworks[framework];
  const choices = { ...found?.requests, ...requests };
  if (Object.keys(choices).length === 0) return api;
  const counts = new Map<Choice, number>();
  const operations = api.operations.map((operation) => {
    const done = new Set<Choice>();
    const changed = changeOperation(operation, choices, api.components, (choice) => done.add(choice));
    for (const choice of done) counts.set(choice, (counts.get(choice) ?? 0) + 1);
    return changed;
  });
  const told = [...counts].filter(([choice]) => requests[choice] === undefined);
  if (found !== undefined && told.length > 0)
    report('framework-followed', '#', {
      framework: found.title,
      effects: told
        .map(([choice, count]) => `${effects[choice]} (${count} ${count === 1 ? 'operation' : 'operations'})`)
        .join('; '),
    });
  return { ...api, operations };
}

function changeOperation(
  operation: Operation,
  choices: RequestChoices,
  components: Api['components'],
  note: (choice: Choice) => void,
): Operation {
  const typesOf = (schema: Schema) => listTypes(schema, components);
  const { method, path, bodies } = operation;
  const changed = {
    ...operation,
    parameters: operation.parameters.map((one) => changeParameter(one, choices, typesOf, note)),
    bodies: bodies.map((one) =>
      choices.objects === 'brackets' ? writeBrackets(one, components, typesOf, note) : one,
    ),
  };
  const isLeft = bodies.length === 0 && (method === 'PUT' || method === 'PATCH') && path.endsWith('}');
  if (choices.bodies !== 'free' || !isLeft) return changed;
  note('bodies');
  return { ...changed, bodies: [{ ...freeBody, pointer: operation.pointer }], bodyRequired: false };
}

/** A body of which the document says nothing, though its method has one. */
const freeBody: Omit<Content, 'pointer'> = {
  mediaType: 'application/json',
  schema: { type: 'object', description: 'Its members; the document does not say which there are.' },
  encoding: {},
  examples: [],
};

function changeParameter(
  parameter: ApiParameter,
  { booleans, arrays, objects }: RequestChoices,
  typesOf: (schema: Schema) => readonly string[],
  note: (choice: Choice) => void,
): ApiParameter {
  const { name, in: place, style, styled, mediaType, schema } = parameter;
  if (place !== 'query' || mediaType !== undefined || style !== 'form') return parameter;
  const types = typesOf(schema);
  const isOnly = (type: string) =>
    types.includes(type) && types.every((one) => one === type || one === 'null');
  if (isOnly('array') && (arrays === 'repeated' || arrays === 'brackets')) {
    const wanted = arrays === 'brackets' && !name.endsWith(']') ? `${name}[]` : name;
    if (parameter.explode && wanted === name) return parameter;
    note('arrays');
    return { ...parameter, name: wanted, explode: true };
  }
  if (isOnly('object') && objects === 'brackets' && styled === undefined) {
    note('objects');
    return { ...parameter, style: 'deepObject', explode: false };
  }
  if (isOnly('boolean') && booleans === 'digits') {
    note('booleans');
    const words = parameter.description === '' ? '' : `${parameter.description} `;
    return {
      ...parameter,
      description: `${words}1 is true, 0 is false.`,
      schema: toDigits(schema),
      examples: parameter.examples.map(toDigit),
    };
  }
  return parameter;
}

/** A choice of 1 and 0 in place of true and false. */
function toDigits(schema: Schema): Schema {
  const { default: usual } = Object(schema) as Keywords;
  return { type: 'integer', enum: [1, 0], ...(usual !== undefined && { default: toDigit(usual) }) };
}

function toDigit(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value;
}

/** A form with its objects in brackets, where the document does not say how they are written. */
function writeBrackets(
  content: Content,
  components: Api['components'],
  typesOf: (schema: Schema) => readonly string[],
  note: (choice: Choice) => void,
): Content {
  if (kindOf(content.mediaType) !== 'form') return content;
  const parts = gatherParts(content.schema, (name) => components[name] ?? true) ?? [];
  const objects = parts
    .flatMap(({ properties }) => Object.entries((properties ?? {}) as Record<string, Schema>))
    .filter(([name, schema]) => content.encoding[name] === undefined && typesOf(schema).includes('object'));
  if (objects.length === 0) return content;
  note('objects');
  const written = objects.map(([name]) => [name, { style: 'deepObject', explode: true }] as const);
  return { ...content, encoding: { ...content.encoding, ...Object.fromEntries(written) } };
}

/** The types that a schema names, through what it refers to; none where it says nothing of them. */
function listTypes(schema: Schema, components: Api['components']): string[] {
  const parts = gatherParts(schema, (name) => components[name] ?? true) ?? [];
  return parts.flatMap(({ type }) => (type === undefined ? [] : ([type].flat() as string[])));
}
