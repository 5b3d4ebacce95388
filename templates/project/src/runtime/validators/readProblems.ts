import { deepCompareStrict, type OutputUnit } from '@cfworker/json-schema';
import type { Components, SchemaObject } from '../arguments/createExpander.js';
import { isObject } from '../isObject.js';
import type { Problem } from '../validate.js';
import { compilePattern } from './compilePattern.js';
import { exceeds } from './exceeds.js';
import { formats } from './formats.js';
import { joinPointer, memberOf, splitFragment } from './pointers.js';
import { findSchema } from './findSchema.js';

/** What was checked, against what. */
export interface Checked {
  schema: SchemaObject;
  value: unknown;
  components: Components;
  accepts: (schema: SchemaObject, value: unknown) => boolean;
}

/** A schema that holds a keyword that is not met, and the value that does not meet it. */
interface Place {
  node: SchemaObject;
  data: unknown;
  keyword: string;
}

type Params = Record<string, unknown>;

/**
 * Turns what the interpreter says into problems as AJV reports them. The interpreter also says of every schema around
 * a failed one that it fails; of those only the keywords are kept that AJV reports, too.
 */
export function readProblems(units: readonly OutputUnit[], checked: Checked): Problem[] {
  const ofNames = units
    .filter(({ keyword }) => keyword === 'propertyNames')
    .map(({ keywordLocation }) => `${keywordLocation}/`);
  const seen = new Set<string>();
  return units.flatMap((unit, index) => {
    if (ofNames.some((location) => unit.keywordLocation.startsWith(location))) return [];
    if (unit.keyword === 'false') return readFalse(unit, units[index - 1], checked);
    const id = [unit.keyword, unit.keywordLocation, unit.instanceLocation].join(' ');
    if (listsAll.has(unit.keyword) && seen.has(id)) return [];
    seen.add(id);
    return read(unit, checked);
  });
}

/** Keywords of which the interpreter says once for each name what we list at the first. */
const listsAll = new Set(['required', 'dependentRequired', 'dependencies']);

function read(unit: OutputUnit, checked: Checked): Problem[] {
  const path = splitFragment(unit.instanceLocation);
  const node = findSchema(unit.keywordLocation, checked.schema, checked.components);
  const data = path.reduce(memberOf, checked.value);
  return keywordsOf(unit).flatMap((keyword) => {
    const reader = Object.hasOwn(readers, keyword) ? readers[keyword] : undefined;
    const found = reader?.({ node, data, keyword }, unit, checked) ?? [];
    return found.map((params) => ({
      keyword,
      instancePath: joinPointer(path),
      params,
      data,
      schema: node[keyword],
      parentSchema: node,
    }));
  });
}

/** The keywords that it may be about: the interpreter looks at a pattern as a part of the format. */
function keywordsOf({ keyword }: OutputUnit): string[] {
  if (keyword === 'format') return ['pattern', 'format'];
  return [keyword.replace(/^(min|max)Contains$/, 'contains')];
}

/** Nothing fits `false`: what does so is named by the keyword around it, if that closes an object or array. */
function readFalse(unit: OutputUnit, around: OutputUnit | undefined, checked: Checked): Problem[] {
  const path = splitFragment(unit.instanceLocation);
  const closed = around === undefined ? undefined : readClosing(path, around, checked);
  const whole: Problem = {
    keyword: 'false schema',
    instancePath: joinPointer(path),
    params: {},
    data: path.reduce(memberOf, checked.value),
    schema: false,
    parentSchema: { not: {} },
  };
  return closed ?? [whole];
}

function readClosing(
  path: readonly string[],
  { keyword, keywordLocation }: OutputUnit,
  { schema, value, components }: Checked,
): Problem[] | undefined {
  const member = path.at(-1) ?? '';
  const parents = path.slice(0, -1);
  const node = findSchema(keywordLocation, schema, components);
  const params = closing[keyword]?.(member, node);
  if (params === undefined || node[keyword] !== false) return undefined;
  // To the interpreter, a member that does not fit is not known either.
  if (memberOf(node['properties'], member) !== undefined) return [];
  return [
    {
      keyword,
      instancePath: joinPointer(parents),
      params,
      data: parents.reduce(memberOf, value),
      schema: false,
      parentSchema: node,
    },
  ];
}

/** Keywords that close an object or array where they are `false`, with their params for a member too many. */
const closing: Record<string, (member: string, node: SchemaObject) => Params | undefined> = {
  additionalProperties: (additionalProperty) => ({ additionalProperty }),
  unevaluatedProperties: (unevaluatedProperty) => ({ unevaluatedProperty }),
  items: (_member, { prefixItems }) =>
    Array.isArray(prefixItems) ? { limit: prefixItems.length } : undefined,
  unevaluatedItems: (member) => ({ limit: Number(member) }),
};

type Reader = (place: Place, unit: OutputUnit, checked: Checked) => Params[];

/** The params of each keyword that AJV reports. */
const readers: Record<string, Reader> = {
  type: ({ node }) => [{ type: node['type'] }],
  enum: ({ node }) => [{ allowedValues: node['enum'] }],
  const: ({ node }) => [{ allowedValue: node['const'] }],
  format: ({ node: { format }, data }) => {
    const check = Object.hasOwn(formats, String(format)) ? formats[String(format)] : undefined;
    return check === undefined || check(String(data)) ? [] : [{ format }];
  },
  pattern: ({ node: { pattern, maxLength }, data }) => {
    if (typeof pattern !== 'string' || exceeds(String(data), maxLength)) return [];
    return compilePattern(pattern).test(String(data)) ? [] : [{ pattern }];
  },
  minimum: ({ node }) => [{ comparison: '>=', limit: node['minimum'] }],
  maximum: ({ node }) => [{ comparison: '<=', limit: node['maximum'] }],
  exclusiveMinimum: ({ node }) => [{ comparison: '>', limit: node['exclusiveMinimum'] }],
  exclusiveMaximum: ({ node }) => [{ comparison: '<', limit: node['exclusiveMaximum'] }],
  multipleOf: ({ node }) => [{ multipleOf: node['multipleOf'] }],
  minLength: limit,
  maxLength: limit,
  minItems: limit,
  maxItems: limit,
  minProperties: limit,
  maxProperties: limit,
  uniqueItems: ({ data }) => [repeated(data as unknown[])],
  contains: ({ node }) => [{ minContains: node['minContains'] ?? 1, maxContains: node['maxContains'] }],
  not: () => [{}],
  anyOf: () => [{}],
  oneOf: ({ node, data }, _unit, { accepts }) => [{ passingSchemas: passing(node['oneOf'], data, accepts) }],
  if: (_place, { error }) => [{ failingKeyword: error.includes('"then"') ? 'then' : 'else' }],
  propertyNames: (_place, { error }) => [{ propertyName: /"(.*)"/s.exec(error)?.[1] }],
  required: ({ node, data }) =>
    missing(node['required'], data).map((missingProperty) => ({ missingProperty })),
  dependentRequired: dependent,
  dependencies: dependent,
};

function limit({ node, keyword }: Place): Params[] {
  return [{ limit: node[keyword] }];
}

/** The branches that a value fits; nothing where it fits none. */
function passing(branches: unknown, data: unknown, accepts: Checked['accepts']): number[] | null {
  const all = Array.isArray(branches) ? (branches as unknown[]) : [];
  const fitting = all.flatMap((branch, index) =>
    (isObject(branch) ? accepts(branch, data) : branch === true) ? [index] : [],
  );
  return fitting.length === 0 ? null : fitting;
}

/** The last two items that are alike. */
function repeated(items: readonly unknown[]): Params {
  for (let i = items.length - 1; i > 0; i -= 1) {
    for (let j = i - 1; j >= 0; j -= 1) if (deepCompareStrict(items[i], items[j])) return { i, j };
  }
  return {};
}

function missing(names: unknown, data: unknown): string[] {
  const wanted = Array.isArray(names) ? names.map(String) : [];
  return wanted.filter((name) => memberOf(data, name) === undefined);
}

/** `dependencies` may hold schemas instead of names; what is wrong by them is said by their own keywords. */
function dependent({ node, data, keyword }: Place): Params[] {
  const table = node[keyword];
  return Object.entries(isObject(table) ? table : {})
    .filter(([property, names]) => Array.isArray(names) && memberOf(data, property) !== undefined)
    .flatMap(([property, names]) =>
      missing(names, data).map((missingProperty) => ({
        property,
        missingProperty,
        depsCount: (names as string[]).length,
        deps: (names as string[]).join(', '),
      })),
    );
}
