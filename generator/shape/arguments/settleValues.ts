import {
  type Api,
  type ApiParameter,
  type Content,
  type Operation,
  type Schema,
  type Skipped,
  bodiless,
} from '../../model/api.js';
import type { Config, ValueChoice } from '../../model/config.js';
import type { Report } from '../../model/diagnostic.js';
import { type Json, joinPointer } from '../../model/document.js';
import { createJudge } from '../../schema/judge.js';
import { gatherParts } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';
import { nearest } from '../../text/nearest.js';
import { operationKey } from '../names/legal.js';
import { type Subject, matchRules, uniteMatches } from '../select/rules.js';
import { dropMember, isEmptyBody } from '../../schema/dropMember.js';

/** One value for one name, and the operations that it is for. */
interface Settling {
  name: string;
  choice: ValueChoice;
  pointer: string;
  operations: ReadonlySet<Skipped>;
}

/** What operations are given values with. */
interface Means {
  components: Api['components'];
  fits: (schema: Schema, value: Json) => boolean;
  report: Report;
}

/**
 * Gives headers, parameters and fields of bodies the values that the user chooses: what is fixed is sent and not asked
 * for, what has a default may be left out. A header that no document declares is one all the same.
 */
export function settleValues(
  api: Api,
  subjects: readonly Subject[],
  config: Pick<Config, 'headers' | 'arguments'>,
  report: Report,
): Api {
  const headers = listSettlings('headers', config.headers, subjects, report);
  const others = listSettlings('arguments', config.arguments, subjects, report);
  if (headers.length + others.length === 0) return api;
  const judge = createJudge(api.components);
  const fits = (schema: Schema, value: Json) =>
    schema === true || (schema !== false && judge.call(schema, value).length === 0);
  const means = { components: api.components, fits, report };
  const used = new Set<Settling>();
  const operations = api.operations.map((operation) => {
    let settled = operation;
    for (const one of firstOf(headers, operation)) {
      used.add(one);
      settled = settleHeader(settled, one, means);
    }
    for (const one of firstOf(others, operation)) {
      const changed = settleArgument(settled, one, means);
      if (changed !== undefined) used.add(one);
      settled = changed ?? settled;
    }
    return settled;
  });
  for (const one of others) if (!used.has(one)) reportUnused(one, api, report);
  return { ...api, operations };
}

function listSettlings(
  key: 'headers' | 'arguments',
  chosen: Record<string, ValueChoice[]>,
  subjects: readonly Subject[],
  report: Report,
): Settling[] {
  const all = new Set(subjects.map(({ operation }) => operation));
  return Object.entries(chosen).flatMap(([name, choices]) =>
    choices.map((choice) => {
      const matches = matchRules(choice.for ?? [], `${key}.${name}.for`, subjects, report);
      const operations = choice.for === undefined ? all : uniteMatches(matches);
      return { name, choice, pointer: joinPointer(`config#/${key}`, name), operations };
    }),
  );
}

/** Of each name, the first choice that is for an operation. */
function firstOf(settlings: readonly Settling[], operation: Operation): Settling[] {
  const found = new Map<string, Settling>();
  for (const one of settlings)
    if (one.operations.has(operation) && !found.has(one.name)) found.set(one.name, one);
  return [...found.values()];
}

function settleHeader(operation: Operation, settling: Settling, means: Means): Operation {
  const { name, choice, pointer } = settling;
  const isType = name.toLowerCase() === 'content-type';
  if (isType && (bodiless.has(operation.method) || hasBody(operation))) return operation;
  const isIt = (one: ApiParameter) => one.in === 'header' && one.name.toLowerCase() === name.toLowerCase();
  if (operation.parameters.some(isIt)) return settleParameters(operation, isIt, settling, means);
  const added: ApiParameter = {
    name,
    in: 'header',
    style: 'simple',
    explode: false,
    allowReserved: false,
    required: false,
    deprecated: false,
    description: '',
    schema: { type: 'string' },
    examples: [],
    pointer,
  };
  return {
    ...operation,
    parameters: [...operation.parameters, settle(added, isType ? fix(choice) : choice)],
  };
}

/** Whether each request has a body, which says what it is of; one that may be left out says so where it is sent. */
function hasBody({ bodies, bodyRequired }: Operation): boolean {
  return bodies.length > 0 && bodyRequired === true;
}

/** Callers have no say in it. */
function fix({ value, default: usual }: ValueChoice): ValueChoice {
  return { value: value ?? usual ?? null };
}

/** The operation with the value; undefined where it has neither a parameter nor a field of the name. */
function settleArgument(operation: Operation, settling: Settling, means: Means): Operation | undefined {
  const { name } = settling;
  const isIt = (one: ApiParameter) =>
    one.in === 'header' ? one.name.toLowerCase() === name.toLowerCase() : one.name === name;
  if (operation.parameters.some(isIt)) return settleParameters(operation, isIt, settling, means);
  return settleField(operation, settling, means);
}

function settleParameters(
  operation: Operation,
  isIt: (parameter: ApiParameter) => boolean,
  settling: Settling,
  means: Means,
): Operation {
  const parameters = operation.parameters.map((parameter) => {
    if (!isIt(parameter)) return parameter;
    judgeValue(parameter.schema, settling, operation, means);
    return settle(parameter, settling.choice);
  });
  return { ...operation, parameters };
}

function settle(parameter: ApiParameter, { value, default: usual }: ValueChoice): ApiParameter {
  if (usual === undefined) return { ...parameter, fixed: value ?? null };
  return { ...parameter, required: false, usual, schema: withDefault(parameter.schema, usual) };
}

function settleField(operation: Operation, settling: Settling, means: Means): Operation | undefined {
  const { name, choice } = settling;
  const { components, report } = means;
  const [content] = operation.bodies;
  const field = content && findField(content, name, components);
  if (content === undefined || field === undefined) return undefined;
  judgeValue(field, settling, operation, means);
  const dropped = dropMember(operation, name, components);
  const [first, ...rest] = dropped?.bodies ?? [];
  if (first === undefined) {
    const what = `The field ${JSON.stringify(name)} of the body of ${operationKey(operation)} is in a union, or other rules name it`;
    report('schema-relaxed', content.pointer, {
      what,
      done: 'it stays an argument without the chosen value',
    });
    return operation;
  }
  return { ...operation, bodies: [settleContent(first, name, field, choice, components), ...rest] };
}

function settleContent(
  content: Content,
  name: string,
  field: Schema,
  { value = null, default: usual }: ValueChoice,
  components: Api['components'],
): Content {
  if (usual === undefined) {
    const isSupplied = isEmptyBody(content, components);
    return {
      ...content,
      fixed: { ...content.fixed, [name]: value },
      ...(isSupplied ? { supplied: true as const } : {}),
    };
  }
  const keywords = content.schema as Keywords;
  const properties = { ...(keywords['properties'] as object), [name]: withDefault(field, usual) };
  return { ...content, schema: { ...keywords, properties }, usual: { ...content.usual, [name]: usual } };
}

/** The schema of a member at the first level of a body. */
function findField({ schema }: Content, name: string, table: Api['components']): Schema | undefined {
  const lookUp = (one: string): Schema => (Object.hasOwn(table, one) ? (table[one] ?? true) : true);
  const parts = gatherParts(schema, lookUp) ?? [];
  return parts
    .map(({ properties = {} }) => properties as Record<string, Schema>)
    .findLast((properties) => Object.hasOwn(properties, name))?.[name];
}

function withDefault(schema: Schema, usual: Json): Schema {
  return { ...(typeof schema === 'boolean' ? {} : schema), default: usual };
}

function judgeValue(schema: Schema, { name, choice, pointer }: Settling, operation: Operation, means: Means) {
  const value = choice.value ?? choice.default ?? null;
  if (means.fits(schema, value)) return;
  const called = operationKey(operation);
  means.report('value-unfit', pointer, { name, value: JSON.stringify(value), called });
}

function reportUnused({ name, pointer }: Settling, { operations }: Api, report: Report): void {
  const known = new Set(operations.flatMap(({ parameters }) => parameters.map((one) => one.name)));
  const meant = nearest(name, [...known]);
  report('nothing-matched', pointer, {
    what: `${JSON.stringify(name)} under arguments`,
    hint: meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`,
  });
}
