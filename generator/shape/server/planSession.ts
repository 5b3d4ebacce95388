import type { LoginPlan } from '../../../templates/project/src/runtime/auth/session/logIn.js';
import type {
  Api,
  ApiParameter,
  ApiScheme,
  ApiSession,
  Content,
  Operation,
  Schema,
} from '../../model/api.js';
import { InputError } from '../../model/diagnostic.js';
import { joinPointer } from '../../model/document.js';
import { asksNothing } from '../../model/refusals.js';
import type { ApiInfo } from '../../model/server.js';
import { concreteType, kindOf } from '../../schema/mediaTypes.js';
import { type LookUp, gatherParts, lookIn } from '../../schema/parts.js';
import { nearest } from '../../text/nearest.js';
import { listNames } from '../../text/notes.js';
import { createProjector } from '../adjusted/createProjector.js';
import { operationKey } from '../names/legal.js';
import { listSuccesses } from '../responses.js';

type SessionScheme = Extract<ApiInfo['auth'][string], { kind: 'session' }>;
type Field = LoginPlan['fields'][number];

/** Characters of the paths of answers that are told. */
const longestPaths = 300;

/** The members of a body that is an object; `isOpen` where it takes others as well. */
interface Members {
  mediaType: string;
  isForm: boolean;
  schemas: ReadonlyMap<string, unknown>;
  required: readonly string[];
  isOpen: boolean;
}

/**
 * How the operation is called that logs in for a scheme, and what its answer gives.
 *
 * @param put - how what the login gives is sent; `given` is the variable of an operator who has it already, and `server`
 *   that of the operation, where it has one of its own
 * @throws InputError where what the user says is not what the operation takes
 */
export function planSession(
  scheme: ApiScheme,
  session: ApiSession,
  api: Api,
  { put, given, server }: Pick<LoginPlan, 'put'> & { given: string; server: LoginPlan['server'] | undefined },
): SessionScheme {
  const { login, pointer, token } = session;
  const operation = findOperation(api, login);
  if (operation === undefined) throw new Error(`${login} is gone`);
  const body = readBodyMembers(operation, session, lookIn(api.components));
  refuseGiven(session, given);
  const placed = Object.keys(session.arguments).map((name) => placeArgument(name, operation, body, session));
  const constant = listConstants(operation, body, api);
  const fields = [...placed, ...constant.filter((one) => !placed.some((other) => isSameField(one, other)))];
  refuseLacking(operation, body, fields, pointer);
  const success = listSuccesses(operation).flatMap(({ contents }) => contents);
  if (token) checkToken(token, operation, success, { api, pointer });
  const types = [...new Set(success.map(({ mediaType }) => mediaType))];
  const needs = listNeeds(operation, api);
  const plan: LoginPlan = {
    method: operation.method,
    path: operation.path,
    ...(server && { server }),
    accept: types.toSorted((a, b) => Number(kindOf(b) === 'json') - Number(kindOf(a) === 'json')),
    fields,
    ...(body && { mediaType: body.mediaType }),
    put,
    ...(token ? { token } : scheme.type === 'apiKey' && { cookie: scheme.name }),
    ...(needs.length > 0 && { needs }),
    ...(types.some((type) => /html/i.test(type)) && { answersPage: true as const }),
  };
  return { kind: 'session', env: session.arguments, given, by: plan };
}

/** A token that no answer of the login has, as far as the document says what they have, would fail with each call. */
function checkToken(
  token: readonly string[],
  operation: Operation,
  success: readonly Content[],
  { api, pointer }: { api: Api; pointer: string },
): void {
  const schemas = success.filter(({ mediaType }) => kindOf(mediaType) === 'json').map(({ schema }) => schema);
  const { memberOf, listPaths } = createProjector(lookIn(api.components));
  const isThere = (whole: Schema) => {
    let inner: Schema | undefined = whole;
    for (const name of token) inner = inner === undefined ? undefined : memberOf(inner, name);
    return inner !== undefined;
  };
  if (schemas.length === 0 || schemas.some(isThere)) return;
  const known = [...new Set(schemas.flatMap((schema) => listPaths(schema)))];
  const path = token.join('.');
  const meant = nearest(path, known);
  throw new InputError(
    `No answer of ${operationKey(operation)} has ${JSON.stringify(path)}${meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`}`,
    `Its answers have ${listNames(known, longestPaths)}.`,
    undefined,
    joinPointer(pointer, 'token'),
  );
}

/** The operation that logs in, whether it is offered or not. */
export function findOperation(
  { operations, leftOut }: Pick<Api, 'operations' | 'leftOut'>,
  login: string,
): Operation | undefined {
  return [...operations, ...leftOut].find((one) => operationKey(one) === login);
}

/** The logins that have servers of their own, as calls that are sent with secrets. */
export function listLoginCalls({ schemes }: Pick<Api, 'schemes'>, auth: ApiInfo['auth']) {
  return Object.entries(auth).flatMap(([name, scheme]) => {
    const pointer = schemes[name]?.session?.pointer;
    if (scheme.kind !== 'session' || pointer === undefined) return [];
    return [{ pointer, server: (scheme.by as LoginPlan).server, isSecured: true }];
  });
}

/** The schemes that the operation asks for itself, but for those that a login gives. */
function listNeeds({ security }: Operation, { schemes }: Api): string[] {
  if (asksNothing(security)) return [];
  const ways = security.map((one) => Object.keys(one).filter((name) => schemes[name]?.session === undefined));
  return ways.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** The body that is sent: the first that is JSON or a form. */
function readBodyMembers(operation: Operation, { pointer }: ApiSession, lookUp: LookUp): Members | undefined {
  const [first] = operation.bodies;
  if (first === undefined) return undefined;
  const content = operation.bodies.find(({ mediaType }) => isWritten(mediaType));
  if (content === undefined)
    throw new InputError(
      `The body of ${operationKey(operation)} is sent as ${first.mediaType}, and those that log in are JSON or forms.`,
      'An overlay can give the operation a body of application/json or application/x-www-form-urlencoded.',
      undefined,
      joinPointer(pointer, 'login'),
    );
  const parts = gatherParts(content.schema, lookUp) ?? [];
  const schemas = new Map(parts.flatMap(({ properties }) => Object.entries((properties ?? {}) as object)));
  for (const name of Object.keys({ ...content.fixed, ...content.usual })) schemas.set(name, true);
  const mediaType = concreteType(content.mediaType, isForm(content) ? 'form' : 'json');
  const isUnion = parts.some(({ anyOf, oneOf }) => anyOf !== undefined || oneOf !== undefined);
  return {
    mediaType,
    isForm: isForm(content),
    schemas,
    required: [...new Set(parts.flatMap(({ required }) => (required ?? []) as string[]))],
    isOpen: schemas.size === 0 || isUnion,
  };
}

function isForm({ mediaType }: Content): boolean {
  return kindOf(mediaType) === 'form';
}

function isWritten(mediaType: string): boolean {
  const kind = kindOf(mediaType);
  return kind === 'json' || kind === 'form' || mediaType === '*/*';
}

/** Where an argument goes: a parameter, a member of the body, or one within it. */
function placeArgument(
  name: string,
  operation: Operation,
  body: Members | undefined,
  { pointer }: ApiSession,
): Field {
  const parameter = operation.parameters.find((one) => one.name === name && isSent(one));
  if (parameter !== undefined) return { in: locateParameter(parameter), name, argument: name };
  const path = name.split('.');
  const [first = ''] = path;
  if (body !== undefined && (body.schemas.has(name) || body.isForm || !name.includes('.'))) {
    if (body.schemas.has(name) || body.isOpen)
      return { in: 'body', name: [name], argument: name, ...countOf(body, name) };
  } else if (body !== undefined && (body.schemas.has(first) || body.isOpen))
    return { in: 'body', name: path, argument: name };
  const known = [
    ...operation.parameters.filter(isSent).map((one) => one.name),
    ...(body?.schemas.keys() ?? []),
  ];
  const meant = nearest(name, known);
  throw new InputError(
    `${operationKey(operation)} takes no ${JSON.stringify(name)}${meant === undefined ? '.' : `; did you mean ${JSON.stringify(meant)}?`}`,
    known.length === 0
      ? 'The document declares no parameter and no body of it; an overlay can add them.'
      : `It takes ${known.join(', ')}. A member within one of them is written with dots: user.email.`,
    undefined,
    joinPointer(pointer, 'arguments', name),
  );
}

/** JSON has numbers where the document says so. */
function countOf({ isForm: isText, schemas }: Members, name: string): Pick<Field, 'isNumber'> {
  const { type } = Object(schemas.get(name)) as { type?: unknown };
  const isNumber = [type].flat().some((one) => one === 'integer' || one === 'number');
  return isNumber && !isText && ![type].flat().includes('string') ? { isNumber: true } : {};
}

function isSent({ in: place }: ApiParameter): boolean {
  return place !== 'querystring';
}

function locateParameter({ in: place }: ApiParameter): Field['in'] {
  return place === 'querystring' ? 'query' : place;
}

/** What is sent with each login: what the user has fixed, and what has one value only. */
function listConstants(operation: Operation, body: Members | undefined, { components }: Api): Field[] {
  const lookUp = lookIn(components);
  const ofParameters = operation.parameters.filter(isSent).flatMap((one): Field[] => {
    const value = one.fixed ?? one.usual ?? (one.required ? findOnlyValue(one.schema, lookUp) : undefined);
    return value === undefined ? [] : [{ in: locateParameter(one), name: one.name, value }];
  });
  const content = operation.bodies.find(({ mediaType }) => isWritten(mediaType));
  if (body === undefined || content === undefined) return ofParameters;
  const only = body.required.map((name) => [name, findOnlyValue(body.schemas.get(name), lookUp)] as const);
  const members = { ...Object.fromEntries(only), ...content.usual, ...content.fixed };
  const ofBody = Object.entries(members).flatMap(([name, value]): Field[] =>
    value === undefined ? [] : [{ in: 'body', name: [name], value }],
  );
  return [...ofParameters, ...ofBody];
}

/** The one value that a schema allows. */
function findOnlyValue(schema: unknown, lookUp: LookUp): unknown {
  if (typeof schema !== 'object' || schema === null) return undefined;
  for (const part of gatherParts(schema as Content['schema'], lookUp) ?? []) {
    if (part['const'] !== undefined) return part['const'];
    const values = part['enum'];
    if (Array.isArray(values) && values.length === 1) return values[0];
  }
  return undefined;
}

function isSameField(one: Field, other: Field): boolean {
  return one.in === other.in && [one.name].flat()[0] === [other.name].flat()[0];
}

/** What the login gives has a variable of its own, as without a login. */
function refuseGiven(session: ApiSession, given: string): void {
  const [taken] = Object.entries(session.arguments).find(([, variable]) => variable === given) ?? [];
  if (taken === undefined) return;
  throw new InputError(
    `The environment variable ${given} is that of what the login gives, for who has it already.`,
    'Give the argument another one.',
    undefined,
    joinPointer(session.pointer, 'arguments', taken),
  );
}

/** Refuses a login that lacks what its operation asks for. */
function refuseLacking(
  operation: Operation,
  body: Members | undefined,
  fields: readonly Field[],
  pointer: string,
): void {
  const has = (place: 'body' | 'other', name: string) =>
    fields.some((one) => (one.in === 'body') === (place === 'body') && [one.name].flat()[0] === name);
  const lacking = [
    ...operation.parameters
      .filter((one) => isSent(one) && (one.required || one.in === 'path') && !has('other', one.name))
      .map(({ name }) => name),
    ...(body?.required ?? []).filter((name) => !has('body', name)),
  ];
  const [first] = lacking;
  if (first === undefined) return;
  throw new InputError(
    `${operationKey(operation)} needs ${lacking.join(' and ')} to log in, which "arguments" of the session does not give.`,
    `Name the environment variable that holds it, as in ${JSON.stringify(first)}: SHOP_${first.replaceAll(/[^a-zA-Z0-9]+/g, '_').toUpperCase()}; what is no secret and always the same can stand under "arguments" of mcpwright.yaml itself.`,
    undefined,
    joinPointer(pointer, 'arguments'),
  );
}
