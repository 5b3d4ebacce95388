import type { Api, FixedMethod, Operation, Schema, Skipped } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import { isMethodOverride, isReadingMethod } from '../../model/requests.js';
import type { Tool } from '../../model/server.js';
import { combinedSchemas } from '../../schema/subschemas.js';
import { cleanText } from '../../text/clean.js';
import { splitWords } from '../../text/words.js';

type Annotations = Tool['annotations'];
type Components = Api['components'];

/** `posts`: destructive or not as the operation's own words say. */
interface Effect {
  reads: boolean;
  destroys: boolean | 'posts';
  idempotent: boolean;
}

/** What each method does (RFC 9110, 9.2; draft-ietf-httpbis-safe-method-w-body for QUERY). */
const effects: Readonly<Record<string, Effect>> = {
  GET: { reads: true, destroys: false, idempotent: true },
  HEAD: { reads: true, destroys: false, idempotent: true },
  OPTIONS: { reads: true, destroys: false, idempotent: false },
  QUERY: { reads: true, destroys: false, idempotent: false },
  PUT: { reads: false, destroys: true, idempotent: true },
  DELETE: { reads: false, destroys: true, idempotent: true },
  PATCH: { reads: false, destroys: true, idempotent: false },
  POST: { reads: false, destroys: 'posts', idempotent: false },
  TRACE: { reads: false, destroys: true, idempotent: false },
} satisfies Record<FixedMethod, Effect>;

/** What any other method may do. */
const anything: Effect = { reads: false, destroys: true, idempotent: false };

/** Verbs of operations that add something or read, and take nothing away. */
const harmless = new Set(
  (
    'add append create insert invite new register upload ' +
    'calculate check compare compute count describe estimate evaluate fetch find ' +
    'get list lookup preview query read retrieve search show validate'
  ).split(' '),
);

/**
 * Hints about what a call does (MCP, ToolAnnotations): those that were chosen, else those of the method. An API that
 * answers to others is an open world. Of a GET that is said to write no more is known than of a POST. Where the caller
 * can have another method carried out, or a command, anything may happen.
 */
export function annotate(operation: Skipped | Operation, components: Components = {}): Annotations {
  const { method, choice } = operation;
  const { reads, destroys, idempotent } =
    (takesMethod(operation, components) || reachesThrough(operation) ? undefined : effects[method]) ??
    anything;
  const readOnlyHint = choice.annotations?.readOnlyHint ?? reads;
  const isUnclear = reads || destroys === 'posts';
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint && (isUnclear ? !isHarmless(operation) : destroys === true),
    idempotentHint: idempotent,
    openWorldHint: true,
    ...choice.annotations,
  };
}

/** What the tool tells clients: towards a directory, one that does not read may destroy, unless it is said not to. */
export function annotateFor(
  hints: Config['hints'],
  operation: Operation,
  components: Components = {},
): Annotations {
  const annotations = annotate(operation, components);
  const mayDestroy = hints === 'directory' && !annotations.readOnlyHint;
  return { ...annotations, ...(mayDestroy && { destructiveHint: true }), ...operation.choice.annotations };
}

/** What opens a way to something else, or runs a command there. */
const through = new Set('attach connect exec portforward proxy'.split(' '));

/** Whether an operation opens a way to something behind the API, whatever its method: `GET /pods/{name}/exec`. */
function reachesThrough({ operationId, path }: Skipped): boolean {
  const last = path
    .split(/[?#]/)[0]
    ?.split('/')
    .findLast((segment) => segment !== '' && !/[{}]/.test(segment));
  const [verb = ''] = splitWords(operationId.slice(0, 200));
  return verb === 'connect' || (through.has(last?.toLowerCase() ?? '') && /\/\{[^/]*\}\//.test(path));
}

/** Whether a parameter, a field of the body, or the path itself says which method is meant in truth. */
function takesMethod(operation: Skipped | Operation, components: Components): boolean {
  const [, query = ''] = operation.path.split(/\?(.*)/s);
  const pairs = [...new URLSearchParams(query)];
  if (pairs.some(([name, value]) => asksForMethod(name, { const: value }))) return true;
  if (!('parameters' in operation)) return false;
  const { parameters, bodies } = operation;
  if (parameters.some(({ name, schema }) => asksForMethod(name, schema))) return true;
  // What is exploded has names of its own.
  const wholes = [...parameters, ...bodies].map(({ schema }) => schema);
  const fields = new Map<string, Schema>();
  const seen = new Set<Schema>();
  for (const schema of wholes) collectMembers(schema, components, fields, seen);
  return [...fields].some(([name, schema]) => isMethodOverride(name) && !onlyReads(schema));
}

/** `method=delete`: a plain name says it only where nothing but a method that writes can be meant. */
const plainMethod = /^(?:http[_-]?)?(?:method|verb)$/i;

function asksForMethod(name: string, schema: Schema): boolean {
  return isMethodOverride(name) ? !onlyReads(schema) : plainMethod.test(name) && onlyWrites(schema);
}

const writing = /^(?:POST|PUT|PATCH|DELETE)$/i;

function onlyWrites(schema: Schema): boolean {
  if (typeof schema === 'boolean') return false;
  const { const: only, default: usual = only, enum: values = [usual] } = schema;
  return [values].flat().every((value) => typeof value === 'string' && writing.test(value));
}

/** The members of an object by any of the schemas that apply to it. */
function collectMembers(
  schema: Schema,
  components: Components,
  members: Map<string, Schema>,
  seen: Set<Schema>,
): void {
  if (typeof schema === 'boolean' || seen.has(schema)) return;
  seen.add(schema);
  const { $ref: ref, properties = {} } = schema;
  if (typeof ref === 'string' && Object.hasOwn(components, ref))
    collectMembers(components[ref] ?? true, components, members, seen);
  for (const [name, field] of Object.entries(properties as Record<string, Schema>)) members.set(name, field);
  for (const part of combinedSchemas(schema)) collectMembers(part, components, members, seen);
}

/** `enum: [GET]` lets the caller choose nothing that changes something. */
function onlyReads(schema: Schema): boolean {
  if (typeof schema === 'boolean') return false;
  const { const: only, enum: values = [only] } = schema;
  return [values].flat().length > 0 && [values].flat().every(isReadingMethod);
}

/** `Create a pet`, but not `Create or replace a pet`; `pets_create` at `/pets/`, as Django REST has it. */
function isHarmless({ operationId, path, summary }: Skipped): boolean {
  if (createsInCollection(operationId, path)) return true;
  return [operationId, cleanText(summary)].some((text) => {
    const [verb = '', next = ''] = splitWords(text.slice(0, 200));
    return isVerb(verb) && next !== 'or' && next !== 'and';
  });
}

/** Django REST calls every POST so: `pets_create` adds to a collection, and `pets_cancel_create` is an action. */
function createsInCollection(operationId: string, path: string): boolean {
  const [, thing = ''] = /([A-Za-z]+)_create$/.exec(operationId) ?? [];
  const [, before = '', last = ''] = /([^/]*)\/([^/?#]+)\/?$/.exec(path) ?? [];
  return /[^s]s$/.test(thing) && last.toLowerCase() === thing.toLowerCase() && !before.startsWith('{');
}

/** Also in the third person: `Creates`, `Searches`, `Queries`. */
function isVerb(word: string): boolean {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')].some((form) =>
    harmless.has(form),
  );
}
