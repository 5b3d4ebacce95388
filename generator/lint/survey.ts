import { lookIn } from '../schema/parts.js';
import type { Api, ApiParameter, Content, Operation, Schema } from '../model/api.js';
import { joinPointer } from '../model/document.js';
import type { Server, ToolEntry } from '../model/server.js';

/** What the rules look at: each thing once, with the operations that have it. */
export interface Survey {
  /** The words of the API as a whole. */
  about: Pick<Api, 'title' | 'description' | 'tags' | 'schemes' | 'servers'>;
  operations: SurveyedOperation[];
  parameters: SurveyedParameter[];
  bodies: SurveyedBody[];
  /** Every schema of a request, and every schema inside those. */
  schemas: SurveyedSchema[];
  /** A component by its name. */
  component: (name: string) => Schema;
  /** Where the document says it. */
  pointerOf: (name: string) => string;
  /** The names of the components that a schema reaches. */
  reach: (schema: Schema) => ReadonlySet<string>;
}

/** An operation that became a tool. */
export interface SurveyedOperation {
  operation: Operation;
  entry: ToolEntry;
}

export interface SurveyedParameter {
  parameter: ApiParameter;
  operations: SurveyedOperation[];
}

/** The body that is sent: the best one of its operation. */
export interface SurveyedBody {
  content: Content;
  pointer: string;
  operations: SurveyedOperation[];
}

export interface SurveyedSchema {
  schema: Keywords;
  pointer: string;
  /** Of the parameter, property or component. */
  name: string;
  /** Set where it is the schema of a parameter. */
  parameter?: ApiParameter;
  /** How many operations have it. */
  operations: number;
}

/** Gathers what the requests of an API consist of. Operations that became no tool are reported as such already. */
export function survey(api: Api, server: Server): Survey {
  const entries = server.toolsets.flatMap(({ tools }) => tools);
  const byPointer = new Map(entries.map((entry) => [entry.pointer, entry]));
  const operations = api.operations.flatMap((operation) => {
    const entry = byPointer.get(operation.pointer);
    return entry === undefined ? [] : [{ operation, entry }];
  });
  const parameters = groupParameters(operations);
  const bodies = groupBodies(operations);
  const component = lookIn(api.components);
  const reach = reachFrom(component);
  const schemas = listSchemas({ api, operations, parameters, bodies, component, reach });
  const pointerOf = (name: string): string => api.pointers[name] ?? '#';
  return { about: api, operations, parameters, bodies, schemas, component, pointerOf, reach };
}

function groupParameters(operations: readonly SurveyedOperation[]): SurveyedParameter[] {
  const groups = new Map<ApiParameter, SurveyedOperation[]>();
  for (const surveyed of operations) {
    for (const parameter of surveyed.operation.parameters) addToGroup(groups, parameter, surveyed);
  }
  return [...groups].map(([parameter, users]) => ({ parameter, operations: users }));
}

function groupBodies(operations: readonly SurveyedOperation[]): SurveyedBody[] {
  const groups = new Map<unknown, SurveyedOperation[]>();
  for (const surveyed of operations) {
    const [content] = surveyed.operation.bodies;
    if (content !== undefined) addToGroup(groups, identityOf(content.schema), surveyed);
  }
  return [...groups.values()].flatMap((users) => {
    const [first] = users;
    const [content] = first?.operation.bodies ?? [];
    if (first === undefined || content === undefined) return [];
    const pointer = joinPointer(first.operation.pointer, 'requestBody', 'content', content.mediaType);
    return [{ content, pointer: joinPointer(pointer, 'schema'), operations: users }];
  });
}

/** Bodies that are the same component are one. */
function identityOf(schema: Schema): unknown {
  return typeof schema === 'object' && Object.keys(schema).length === 1 ? (schema['$ref'] ?? schema) : schema;
}

function addToGroup<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const known = groups.get(key);
  if (known === undefined) groups.set(key, [value]);
  else known.push(value);
}

/** Finds the components that a schema reaches, each schema looked at once. */
function reachFrom(component: (name: string) => Schema): Survey['reach'] {
  const own = new Map<Schema, string[]>();
  const known = new Map<Schema, ReadonlySet<string>>();
  const refsIn = (schema: Schema): string[] => {
    let refs = own.get(schema);
    if (refs === undefined) {
      refs = [...listSubschemas(schema, '')].flatMap(({ schema: { $ref } }) =>
        typeof $ref === 'string' ? [$ref] : [],
      );
      own.set(schema, refs);
    }
    return refs;
  };
  return (schema) => {
    let reached = known.get(schema);
    if (reached === undefined) {
      // A set keeps growing while it is walked: each component once, cycles included.
      const names = new Set(refsIn(schema));
      for (const name of names) for (const ref of refsIn(component(name))) names.add(ref);
      reached = names;
      known.set(schema, reached);
    }
    return reached;
  };
}

function listSchemas({
  api,
  operations,
  parameters,
  bodies,
  component,
  reach,
}: Omit<Survey, 'schemas' | 'about' | 'pointerOf'> & { api: Api }): SurveyedSchema[] {
  const seen = new Set<Keywords>();
  const listed: SurveyedSchema[] = [];
  const visit = (schema: Schema, pointer: string, name: string, users: number, parameter?: ApiParameter) => {
    for (const inner of listSubschemas(schema, pointer, name)) {
      // Parameters of other names and words may share a schema.
      const ofParameter = parameter !== undefined && inner.pointer === pointer;
      if (!ofParameter && seen.has(inner.schema)) continue;
      seen.add(inner.schema);
      listed.push({ ...inner, operations: users, ...(ofParameter ? { parameter } : {}) });
    }
  };
  for (const { parameter, operations: users } of parameters) {
    const { pointer, mediaType, schema, name } = parameter;
    const inner = mediaType === undefined ? ['schema'] : ['content', mediaType, 'schema'];
    visit(schema, joinPointer(pointer, ...inner), name, users.length, parameter);
  }
  for (const { content, pointer, operations: users } of bodies)
    visit(content.schema, pointer, 'body', users.length);
  for (const [name, users] of countUsers(operations, reach))
    visit(component(name), api.pointers[name] ?? '#', name, users);
  return listed;
}

/** In how many operations' requests each component is. */
function countUsers(operations: readonly SurveyedOperation[], reach: Survey['reach']): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { operation } of operations) {
    const reached = new Set<string>();
    for (const { schema } of [...operation.parameters, ...operation.bodies.slice(0, 1)]) {
      for (const name of reach(schema)) reached.add(name);
    }
    for (const name of reached) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** A schema that is not a boolean. */
export type Keywords = { [keyword: string]: unknown };

/** A schema inside another. */
interface Inner {
  schema: Keywords;
  pointer: string;
  /** Of the property that it describes, or of the nearest one around it. */
  name: string;
}

/** Keywords that hold schemas: one, a list, or a map of them. The values of all others are data. */
const one = new Set(
  'items additionalProperties unevaluatedProperties propertyNames unevaluatedItems contains if then else'.split(
    ' ',
  ),
);
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** A schema and all schemas inside it, references not followed. What `not` says is no description of a value. */
export function* listSubschemas(schema: Schema, pointer: string, name = ''): Generator<Inner> {
  if (typeof schema === 'boolean') return;
  yield { schema, pointer, name };
  for (const [keyword, value] of Object.entries(schema)) {
    const at = joinPointer(pointer, keyword);
    if (one.has(keyword)) yield* listSubschemas(value as Schema, at, name);
    else if (lists.has(keyword)) {
      for (const [index, item] of (value as Schema[]).entries())
        yield* listSubschemas(item, joinPointer(at, index), name);
    } else if (maps.has(keyword)) {
      for (const [key, item] of Object.entries(value as Record<string, Schema>))
        yield* listSubschemas(item, joinPointer(at, key), keyword === 'properties' ? key : name);
    }
  }
}
