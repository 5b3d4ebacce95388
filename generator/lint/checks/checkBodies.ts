import type { Schema } from '../../model/api.js';
import { kindOf } from '../../schema/mediaTypes.js';
import { gatherParts } from '../../schema/parts.js';
import { combinedSchemas } from '../../schema/subschemas.js';
import { isBareObject } from '../../schema/types.js';
import type { Check, Find, Means } from '../finding.js';
import type { Survey, SurveyedBody } from '../survey.js';
import { nameOperation } from '../words.js';

/** Tokens of a body's schema, components included, above which most of it cannot be shown. */
const largest = 4000;

/** Looks at request bodies. */
export const checkBodies: Check = (survey, find, means) => {
  const countComponent = countOnce(survey, means);
  for (const body of survey.bodies) {
    const { content, pointer, operations } = body;
    const [first] = operations;
    if (first === undefined) continue;
    const operation = nameOperation(first.operation);
    const more = { operations: operations.length };
    if (isUntyped(body, survey)) find('untyped-body', pointer, { operation }, more);
    checkPatch(body, survey, find);
    const names = kindOf(content.mediaType) === 'json' ? collectBare(content.schema, survey) : [];
    if (names.length > 0) find('bare-object', pointer, { operation, names }, more);
    const { schema } = content;
    let tokens = means.countTokens(JSON.stringify(schema));
    for (const name of survey.reach(schema)) tokens += countComponent(name);
    if (tokens <= largest) continue;
    const levels = countLevels(schema, survey);
    const shown = means.countTokens(JSON.stringify(first.entry.tool.inputSchema));
    find('oversized-body', pointer, { operation, tokens, levels, shown }, { ...more, tokens });
  }
};

/** Members of which a PATCH may require as many as it likes. */
const fewMembers = 2;

/** A PATCH changes parts of a thing (RFC 5789): it seldom needs most of them. */
function checkPatch({ operations }: SurveyedBody, survey: Survey, find: Find): void {
  const patches = operations.filter(({ operation }) => operation.method === 'PATCH');
  const [first] = patches;
  const [content] = first?.operation.bodies ?? [];
  if (first === undefined || content === undefined) return;
  const { members, required } = collectMembers(content.schema, survey);
  const asked = [...required].filter((name) => members.has(name));
  if (members.size <= fewMembers || asked.length * 2 <= members.size) return;
  find(
    'demanding-patch',
    content.pointer,
    { operation: nameOperation(first.operation), required: asked, members: members.size },
    { operations: patches.length },
  );
}

/** The members of an object that a caller gives, and those that must be there; what it includes counts, unions do not. */
function collectMembers(
  whole: Schema,
  { component }: Survey,
): { members: Set<string>; required: Set<string> } {
  const [members, required] = [new Set<string>(), new Set<string>()];
  const parts = new Set<Schema>([whole]);
  for (const part of parts) {
    if (typeof part === 'boolean') continue;
    const { $ref, allOf, properties = {} } = part;
    if (typeof $ref === 'string') parts.add(component($ref));
    if (Array.isArray(allOf)) for (const one of allOf as Schema[]) parts.add(one);
    for (const [name, member] of Object.entries(properties as Record<string, Schema>)) {
      const isGiven =
        typeof member === 'object' && member['readOnly'] !== true && member['const'] === undefined;
      if (isGiven) members.add(name);
    }
    if (Array.isArray(part['required'])) for (const name of part['required'] as string[]) required.add(name);
  }
  return { members, required };
}

/** The members at the first level of a body that are bare objects; one that may be any value is none. */
function collectBare(schema: Schema, { component }: Survey): string[] {
  const members = (gatherParts(schema, component) ?? []).flatMap(({ properties = {} }) =>
    Object.entries(properties as Record<string, Schema>),
  );
  return members.flatMap(([name, member]) => (isBareObject(member) ? [name] : []));
}

function countOnce({ component }: Survey, { countTokens }: Means): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    const known = counts.get(name) ?? countTokens(JSON.stringify(component(name)));
    counts.set(name, known);
    return known;
  };
}

/** Keywords that say something about a value beyond its kind. */
const telling = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
  'enum',
  'const',
  'allOf',
  'anyOf',
  'oneOf',
  'examples',
  'if',
];

function isUntyped({ content, operations }: SurveyedBody, { component }: Survey): boolean {
  if (kindOf(content.mediaType) !== 'json' || content.examples.length > 0) return false;
  let { schema } = content;
  if (typeof schema === 'object' && typeof schema['$ref'] === 'string') schema = component(schema['$ref']);
  if (schema === false) return false;
  const { type, ...keywords } = schema === true ? {} : schema;
  if (type !== undefined && type !== 'object') return false;
  const described = operations.some(({ operation }) => operation.bodyDescription.length > 80);
  return !described && telling.every((keyword) => isEmptySchema(keywords[keyword]));
}

/** `{}` and `true` say nothing. */
function isEmptySchema(value: unknown): boolean {
  if (value === undefined || value === true) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** How many schemas deep the whole is, each component counted where it is first reached. */
function countLevels(schema: Schema, { component }: Survey): number {
  const seen = new Set<string>();
  let level: Schema[] = [schema];
  let deepest = 0;
  for (let depth = 1; level.length > 0; depth++) {
    deepest = depth;
    level = level.flatMap((one) => stepsFrom(one, component, seen));
  }
  return deepest;
}

/** The schemas of the properties and items of a schema. */
function stepsFrom(schema: Schema, component: Survey['component'], seen: Set<string>): Schema[] {
  if (typeof schema === 'boolean') return [];
  const { $ref, properties = {}, items, additionalProperties } = schema;
  const same = combinedSchemas(schema);
  if (typeof $ref === 'string' && !seen.has($ref)) {
    seen.add($ref);
    same.push(component($ref));
  }
  const inner = [...Object.values(properties as Record<string, Schema>), items, additionalProperties];
  return [
    ...(inner.filter((one) => typeof one === 'object') as Schema[]),
    ...same.flatMap((one) => stepsFrom(one, component, seen)),
  ];
}
