import {
  type Api,
  type ApiParameter,
  type Content,
  type Encoding,
  type Operation,
  type Schema,
  mapParameters,
} from '../../model/api.js';
import type { Config, RequestChoices } from '../../model/config.js';
import type { Report } from '../../model/diagnostic.js';
import { type Kind, isFormData, kindOf } from '../../schema/mediaTypes.js';
import { isOpenPart } from '../../schema/files.js';
import { reachComponents } from '../../schema/components.js';
import { mergeAll } from '../../schema/merge.js';
import { type LookUp, gatherParts, lookIn } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';
import { isBareObject } from '../../schema/types.js';
import { memoizeIn } from '../../text/memo.js';
import { findFramework, frameworks } from './findFramework.js';
import { applyParameterChoice } from './applyParameterChoice.js';
import { tellHiddenBodies } from './tellHiddenBodies.js';
import { tellQueries } from './tellQueries.js';
import { openBareObjects } from './openBareObjects.js';
import { flattenMembers } from './flattenMembers.js';

/** A choice that changes how requests are written: how often it does is counted. */
type Choice = keyof RequestChoices;

/** What is done for each choice. */
const effects: Record<Choice, string> = {
  booleans: 'true and false are sent as 1 and 0 in queries and forms',
  arrays: 'lists are sent with their name repeated in queries and forms',
  objects: 'objects are sent as name[member]=value in queries and forms',
  bodies: 'PUT and PATCH without a body take any JSON object',
  bareObjects: 'objects without members take any value in JSON bodies',
  cookies: 'reserved characters stay as they are in cookies',
  reserved: 'reserved characters are escaped in queries',
  parts: 'parts of multipart are sent without the object around their value',
  dateTimes: 'date-times may have no offset',
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
  if (found?.hidesBodies) tellHiddenBodies(found.title, given.operations, report);
  if (found?.misreadsQueries)
    tellQueries(found.title, given.operations, requests.arrays === undefined, report);
  const choices = { ...found?.requests, ...requests };
  const isSaidOfOne = given.operations.some(({ choice }) => choice.requests ?? choice.parameters);
  if (Object.keys(choices).length === 0 && !isSaidOfOne) return given;
  const users = new Map<Choice, Set<Operation>>();
  const note = (choice: Choice, operation: Operation) =>
    memoizeIn(users, choice, () => new Set<Operation>()).add(operation);
  const { api, users: opened } =
    choices.bareObjects === 'any' ? openBareObjects(given) : { api: given, users: new Set<Operation>() };
  for (const operation of opened) note('bareObjects', operation);
  const timed = choices.dateTimes === 'local' ? findDateTimes(api) : [];
  for (const operation of timed) note('dateTimes', operation);
  const lookUp = lookIn(api.components);
  const known = new Map<ApiParameter, Changed>();
  const mapped = mapParameters(api, (parameter, operation) => {
    const own = applyParameterChoice(parameter, operation);
    const ofTool = operation.choice.requests;
    if (own !== undefined || ofTool !== undefined)
      return changeParameter(own?.parameter ?? parameter, { ...choices, ...ofTool, ...own?.choices }, lookUp)
        .parameter;
    const made = memoizeIn(known, parameter, () => changeParameter(parameter, choices, lookUp));
    if (made.choice !== undefined) note(made.choice, operation);
    return made.parameter;
  });
  const changed = spreadDotted(mapped, lookUp);
  const operations = changed.operations.map((operation, index) => {
    const ofTool = operation.choice.requests ?? {};
    const takesJson = found?.takesJsonParts === true && (ofTool.objects ?? requests.objects) === undefined;
    const { bodies, used } = changeBodies(operation, { ...choices, ...ofTool }, { lookUp, takesJson });
    const asRead = api.operations[index];
    if (used.length === 0 || asRead === undefined) return operation;
    for (const choice of used) if (!Object.hasOwn(ofTool, choice)) note(choice, asRead);
    return {
      ...operation,
      bodies,
      ...(used.includes('bodies') && settleRequired(ofTool.bodies ?? choices.bodies)),
    };
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
  return { ...changed, operations, ...(timed.length > 0 && { takesLocal: true as const }) };
}

/** The API with a parameter for each value of a member that is sent by its path: `total.min=1`. */
function spreadDotted(api: Api, lookUp: LookUp): Api {
  const operations = api.operations.map((operation) => {
    const { parameters } = operation;
    if (!parameters.some(({ isDotted }) => isDotted)) return operation;
    const taken = new Set(parameters.map(({ name }) => name));
    const spread = parameters.flatMap((one) => {
      const made = one.isDotted ? flattenMembers(one, taken, lookUp) : undefined;
      for (const { name } of made ?? []) taken.add(name);
      return made ?? [one];
    });
    return { ...operation, parameters: spread };
  });
  return { ...api, operations };
}

/** The operations that are sent a date-time, by way of components too. */
function findDateTimes({ operations, components }: Api): Operation[] {
  const lookUp = lookIn(components);
  const named = new Set(Object.keys(components).filter((name) => holdsDateTime(components[name] ?? true)));
  return operations.filter(({ parameters, bodies }) => {
    const schemas = [...parameters, ...bodies].map(({ schema }) => schema);
    return (
      schemas.some(holdsDateTime) ||
      Object.keys(reachComponents(schemas, lookUp)).some((name) => named.has(name))
    );
  });
}

function holdsDateTime(schema: Schema): boolean {
  return JSON.stringify(schema).includes('"format":"date-time"');
}

/** What is done for each form of objects but brackets. */
const ofObjects: Partial<Record<NonNullable<RequestChoices['objects']>, string>> = {
  json: 'objects are sent as JSON in queries',
  dots: 'members of objects are sent as name.member=value, of those in queries members of members',
  django: 'members of objects are sent as name.member=value in multipart',
};

function settleRequired(bodies: RequestChoices['bodies']): Pick<Operation, 'bodyRequired'> {
  return bodies === 'empty' ? {} : { bodyRequired: bodies === 'required' };
}

/** What is done for a choice, in words that go on with how many operations it is done for. */
function describeEffect(choice: Choice, { arrays, bodies, objects }: RequestChoices): string {
  if (choice === 'arrays' && arrays === 'brackets')
    return 'lists are sent as name[]=value in queries and forms';
  if (choice === 'bodies' && bodies === 'required') return 'bodies must be given';
  if (choice === 'bodies' && bodies === 'empty') return 'bodies without members are sent as {}';
  return choice === 'objects' && objects !== undefined
    ? (ofObjects[objects] ?? effects[choice])
    : effects[choice];
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
  { booleans, arrays, objects, cookies, reserved }: RequestChoices,
  lookUp: LookUp,
): Changed {
  const { name, in: place, style, written, mediaType, schema } = parameter;
  if (place === 'cookie' && cookies === 'plain' && !written && style === 'form')
    return { parameter: { ...parameter, allowReserved: true }, choice: 'cookies' };
  if (place === 'query' && reserved === 'escaped' && parameter.allowReserved)
    return { parameter: { ...parameter, allowReserved: false }, choice: 'reserved' };
  if (place !== 'query' || mediaType !== undefined || style !== 'form') return { parameter };
  const merged = mergeAll(gatherParts(schema, lookUp) ?? []);
  const types = new Set([merged['type'] ?? []].flat());
  const isNullable = types.delete('null');
  const [type] = types.size === 1 ? types : [];
  const holdsObjects = type === 'object' || (type === 'array' && listsObjects(merged, lookUp));
  if (holdsObjects && written === undefined && objects === 'brackets')
    return { parameter: { ...parameter, style: 'deepObject', explode: false }, choice: 'objects' };
  if (type === 'array' && written === undefined && (arrays === 'repeated' || arrays === 'brackets')) {
    const wanted = arrays === 'brackets' && !name.endsWith(']') ? `${name}[]` : name;
    if (parameter.explode && wanted === name) return { parameter };
    return { parameter: { ...parameter, name: wanted, explode: true }, choice: 'arrays' };
  }
  if (type === 'object' && written === undefined && objects === 'json')
    return { parameter: { ...parameter, mediaType: 'application/json' }, choice: 'objects' };
  if (
    type === 'object' &&
    parameter.explode &&
    objects === 'dots' &&
    flattenMembers(parameter, new Set(), lookUp)
  )
    return { parameter: { ...parameter, isDotted: true }, choice: 'objects' };
  if (type !== 'boolean' || booleans !== 'digits') return { parameter };
  return {
    parameter: {
      ...parameter,
      description: tellDigits(parameter.description),
      schema: toDigits(merged, isNullable),
      examples: parameter.examples.map(toDigit),
    },
    choice: 'booleans',
  };
}

/** A choice of 1 and 0 in place of true and false, and of null where that is one. */
function toDigits(
  { enum: values, const: constant, default: usual }: Keywords,
  isNullable: boolean,
): Keywords {
  const both = [true, false, ...(isNullable ? [null] : [])];
  const listed = constant === undefined ? ((values as unknown[] | undefined) ?? both) : [constant];
  return {
    type: isNullable ? ['integer', 'null'] : 'integer',
    enum: listed.map(toDigit),
    ...(usual !== undefined && { default: toDigit(usual) }),
  };
}

/** The words of a choice of true or false, for whom 1 and 0 are given. */
function tellDigits(words: string): string {
  return `${words}${words === '' ? '' : ' '}1 is true, 0 is false.`;
}

function toDigit(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value;
}

/** The bodies of an operation, and the choices that they were changed for. */
function changeBodies(
  { method, path, bodies, bodyRequired, pointer }: Operation,
  { bodies: form, booleans, arrays, objects, parts, bareObjects }: RequestChoices,
  { lookUp, takesJson }: { lookUp: LookUp; takesJson: boolean },
): { bodies: Content[]; used: Choice[] } {
  const isLeft = bodies.length === 0 && (method === 'PUT' || method === 'PATCH') && path.endsWith('}');
  if (form === 'free' && isLeft) return { bodies: [{ ...freeBody, pointer }], used: ['bodies'] };
  let changed = bodies;
  const used: Choice[] = [];
  const change = (choice: Choice, by: (content: Content, lookUp: LookUp) => Content): void => {
    const made = changed.map((one) => by(one, lookUp));
    if (made.some((one, index) => one !== changed[index])) used.push(choice);
    changed = made;
  };
  if (form === 'empty') change('bodies', closeEmpty);
  if (form === 'required' && bodies.length > 0 && bodyRequired === undefined) used.push('bodies');
  if (arrays === 'repeated') change('arrays', repeatLists);
  if (arrays === 'brackets') change('arrays', nameLists);
  if (booleans === 'digits') change('booleans', writeDigits);
  if (objects === 'brackets') change('objects', writeBrackets);
  if (objects === 'dots') change('objects', (one, find) => writePaths(one, find, '.', takesJson));
  if (objects === 'django') change('objects', (one, find) => writePaths(one, find, '', false));
  if (bareObjects === 'any' && objects !== 'brackets') change('bareObjects', writeJsonParts);
  if (parts === 'values') change('parts', takeValues);
  return { bodies: changed, used };
}

/**
 * A body that refers to an object without members as one that can have none: an empty message, whose fields are all declared.
 * What is written in place may be a Struct, which holds anything.
 */
function closeEmpty(content: Content, lookUp: LookUp): Content {
  if (typeof content.schema === 'boolean' || content.schema['$ref'] === undefined) return content;
  const merged = mergeAll(gatherParts(content.schema, lookUp) ?? []);
  const isEmpty =
    merged['type'] === 'object' && isBareObject(merged) && merged['additionalProperties'] === undefined;
  return isEmpty ? { ...content, schema: { type: 'object', additionalProperties: false } } : content;
}

/** A form of Swagger 2.0 that repeats the name of a list of which the document does not say how it is written. */
function repeatLists(content: Content): Content {
  const { unsaidLists = [], encoding } = content;
  if (unsaidLists.length === 0) return content;
  const written = unsaidLists.map((name) => [name, { ...encoding[name], explode: true }] as const);
  return { ...content, encoding: { ...encoding, ...Object.fromEntries(written) } };
}

/** A form with `[]` behind the names of its lists, as PHP reads them, where the document does not say how they are written. */
function nameLists(content: Content, lookUp: LookUp): Content {
  return mapFields(content, lookUp, (name, schema) =>
    schema['type'] === 'array' && !name.endsWith(']') && !Object.hasOwn(content.encoding, name)
      ? { name: `${name}[]` }
      : {},
  );
}

/** A form with 1 and 0 for true and false. */
function writeDigits(content: Content, lookUp: LookUp): Content {
  return mapFields(content, lookUp, (_name, schema) => {
    if (schema['type'] !== 'boolean') return {};
    const description = tellDigits(String(schema['description'] ?? ''));
    return { schema: { ...toDigits(schema, false), description } };
  });
}

/** A form with other names and schemas for some of its fields; the same where none has another. */
function mapFields(
  content: Content,
  lookUp: LookUp,
  change: (name: string, schema: Keywords) => { name?: string; schema?: Schema },
): Content {
  if (!formKinds.has(kindOf(content.mediaType))) return content;
  const merged = mergeAll(gatherParts(content.schema, lookUp) ?? []);
  const fields = Object.entries((merged['properties'] ?? {}) as Record<string, Schema>).map(([was, held]) => {
    const { name = was, schema = held } = change(was, mergeAll(gatherParts(held, lookUp) ?? []));
    return { was, name, schema };
  });
  const isSame = fields.every(
    ({ was, name, schema }) => name === was && schema === Object(merged['properties'])[was],
  );
  if (isSame) return content;
  const names = new Map(fields.map(({ was, name }) => [was, name]));
  const { required } = merged;
  return {
    ...content,
    schema: {
      ...merged,
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      ...(Array.isArray(required) && {
        required: required.map((name) => names.get(name as string) ?? (name as string)),
      }),
    },
  };
}

/** A form in parts with the values of those that are an object with nothing but a `value`, as @fastify/multipart has them. */
function takeValues(content: Content, lookUp: LookUp): Content {
  if (!isFormData(content.mediaType)) return content;
  return mapFields(content, lookUp, (_name, { properties = {} }) => {
    const [[name, schema] = [], ...others] = Object.entries(properties as Record<string, Schema>);
    return name === 'value' && schema !== undefined && others.length === 0 ? { schema } : {};
  });
}

/** The kinds of bodies whose members are written one by one, each with its name. */
const formKinds: ReadonlySet<Kind> = new Set(['form', 'multipart']);

/** Whether a list holds objects that have members. */
function listsObjects({ items }: Keywords, lookUp: LookUp): boolean {
  const item = mergeAll(gatherParts((items ?? true) as Schema, lookUp) ?? []);
  return [item['type']].flat().includes('object');
}

/** A form with its objects, and lists of such, in brackets, where the document does not say how they are written. */
function writeBrackets(content: Content, lookUp: LookUp): Content {
  return encodeNested(content, lookUp, { style: 'deepObject', explode: true });
}

/**
 * A form with what is inside its objects, and lists of such, by its path, where the document does not say how it is written.
 *
 * @param paths - what stands behind an index
 * @param takesJson - whether multipart stays as it is
 */
function writePaths(content: Content, lookUp: LookUp, paths: '' | '.', takesJson: boolean): Content {
  const isLeft =
    paths === '' ? kindOf(content.mediaType) !== 'multipart' : takesJson && isFormData(content.mediaType);
  return isLeft ? content : encodeNested(content, lookUp, { paths });
}

function encodeNested(content: Content, lookUp: LookUp, encoding: Encoding): Content {
  return encodeFields(content, lookUp, (schema) => {
    const isNested = [schema['type']].flat().includes('object') || listsObjects(schema, lookUp);
    // What has no members of its own is told as a whole.
    const isMap = encoding.paths !== undefined && isBareObject(schema);
    return isNested && !isMap ? encoding : undefined;
  });
}

/** A multipart form with its fields of any value as JSON, lists and null, too. */
function writeJsonParts(content: Content, lookUp: LookUp): Content {
  if (!isFormData(content.mediaType)) return content;
  return encodeFields(content, lookUp, (schema) =>
    isBareObject(schema) || isOpenPart(schema)
      ? { contentType: 'application/json', quoted: true, whole: true }
      : undefined,
  );
}

/** A form whose fields are written so, where the document does not say how. */
function encodeFields(
  content: Content,
  lookUp: LookUp,
  choose: (schema: Keywords) => Encoding | undefined,
): Content {
  if (!formKinds.has(kindOf(content.mediaType))) return content;
  const { properties = {} } = mergeAll(gatherParts(content.schema, lookUp) ?? []);
  const written = Object.entries(properties as Record<string, Schema>).flatMap(([name, schema]) => {
    if (Object.hasOwn(content.encoding, name)) return [];
    const encoding = choose(mergeAll(gatherParts(schema, lookUp) ?? []));
    return encoding === undefined ? [] : [[name, encoding] as const];
  });
  if (written.length === 0) return content;
  return { ...content, encoding: { ...content.encoding, ...Object.fromEntries(written) } };
}
