import {
  type Api,
  type ApiParameter,
  type Content,
  type Operation,
  type Schema,
  bodiless,
} from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import { isEmptyBody } from '../../schema/dropMember.js';
import { kindOf } from '../../schema/mediaTypes.js';
import { gatherParts, lookIn } from '../../schema/parts.js';

/** What two schemas have to share, so that they take the same values. */
const telling = ['type', 'enum', 'format', 'items', '$ref'];

/**
 * The API without arguments to which a caller has nothing to add: a body that can only be `{}`, which is sent where it
 * has to be, and a parameter of a query that a member of the body repeats, type and words.
 */
export function dropRepeated(api: Api, report: Report): Api {
  const operations = api.operations.map((operation) => dropQuery(dropBody(operation, api), api, report));
  return { ...api, operations };
}

function dropBody(operation: Operation, { components }: Api): Operation {
  const { bodies, method, bodyRequired } = operation;
  const [first] = bodies;
  if (first === undefined || !bodies.every((content) => takesNothing(content, components))) return operation;
  const isSent = bodyRequired === true && !bodiless.has(method);
  return { ...operation, bodies: isSent ? [{ ...first, supplied: true }] : [] };
}

/** Whether `{}` is all that a body can be; what is merely left open may be anything. */
function takesNothing(content: Content, table: Api['components']): boolean {
  const parts = gatherParts(content.schema, lookIn(table)) ?? [];
  const isClosed = parts.some(
    (part) => part['additionalProperties'] === false || part['maxProperties'] === 0,
  );
  const isObject = parts.some(({ type }) => type === 'object');
  const isOpen = parts.some((part) => part['patternProperties'] !== undefined);
  return isClosed && isObject && !isOpen && isEmptyBody(content, table);
}

function dropQuery(operation: Operation, { components }: Api, report: Report): Operation {
  const [content] = operation.bodies;
  const repeated = content === undefined ? [] : pickRepeated(operation, content, components);
  if (repeated.length === 0) return operation;
  for (const { name, pointer } of repeated)
    report('parameter-ignored', pointer, { name, reason: 'a member of the body says the same' });
  const parameters = operation.parameters.filter((parameter) => !repeated.includes(parameter));
  return { ...operation, parameters };
}

function pickRepeated(
  { parameters, method }: Operation,
  content: Content,
  table: Api['components'],
): ApiParameter[] {
  const kind = kindOf(content.mediaType);
  if (bodiless.has(method) || (kind !== 'json' && kind !== 'form' && kind !== 'multipart')) return [];
  const inQuery = parameters.filter((one) => one.in === 'query' && !one.required && one.description !== '');
  if (inQuery.length === 0) return [];
  const parts = gatherParts(content.schema, lookIn(table)) ?? [];
  const members = new Map(parts.flatMap((part) => Object.entries((part['properties'] ?? {}) as object)));
  return inQuery.filter((parameter) => {
    const member = members.get(parameter.name) as Schema | undefined;
    return member !== undefined && isSame(parameter, member);
  });
}

function isSame({ schema, description }: ApiParameter, member: Schema): boolean {
  if (typeof schema === 'boolean' || typeof member === 'boolean') return false;
  return (
    member['description'] === description &&
    telling.every((key) => JSON.stringify(schema[key]) === JSON.stringify(member[key]))
  );
}
