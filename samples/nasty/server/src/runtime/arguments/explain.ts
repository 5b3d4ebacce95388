import type { ErrorObject } from 'ajv/dist/2020.js';
import { acceptedTypes, typeOf } from './acceptedTypes.js';
import { explainError, given, line, notAllowed, oneOf, propertiesOf, say, segments } from './explainError.js';
import { withoutDigits, type Components, type Expanded, type ExpandSchema } from './createExpander.js';
import { isObject } from '../isObject.js';
import { reach } from './reach.js';
import type { Validate } from '../validate.js';

/** What explains the errors of one server's schemas. */
export interface Schemas {
  components: Components;
  expand: ExpandSchema;
  validate: Validate;
}

/** More errors than anybody reads: what comes after them is not looked at. */
const mostErrors = 100;

/** Turns the validator's errors into lines that say where, what was given and what is expected instead. */
export function explain(found: readonly ErrorObject[], schemas: Schemas): string[] {
  const errors = found.slice(0, mostErrors);
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const owners = unions.map((union) => ({ union, owns: ownerOf(union, schemas.components) }));
  const isPart = (error: ErrorObject) => owners.some(({ union, owns }) => union !== error && owns(error));
  return errors
    .filter((error) => !isPart(error) && error.keyword !== 'if')
    .flatMap((error) =>
      unions.includes(error) ? explainUnion(error, schemas) : [explainError(error, schemas.expand)],
    );
}

/** Tells which errors come from the branches of a union: those at or below its value, of a schema in a branch. */
function ownerOf(union: ErrorObject, components: Components): (error: ErrorObject) => boolean {
  const reached = new Set<unknown>();
  reach(union.schema, components, reached);
  return ({ instancePath, parentSchema }) =>
    `${instancePath}/`.startsWith(`${union.instancePath}/`) && reached.has(parentSchema);
}

interface Branch {
  schema: unknown;
  expanded: Expanded;
}

/** A union fails in every branch; only what concerns the branch that was meant is of use. */
function explainUnion(error: ErrorObject, schemas: Schemas): string[] {
  const branches = withoutDigits(error.schema as unknown[]).map((schema): Branch => ({
    schema,
    expanded: schemas.expand(schema),
  }));
  if (Array.isArray(error.params['passingSchemas'])) {
    return [
      say(error, `fits more than one of the accepted forms: ${forms(branches)}. Give what only one has`),
    ];
  }
  const type = typeOf(error.data);
  const possible =
    branches.length === 1
      ? branches
      : branches.filter(({ expanded }) => {
          const types = acceptedTypes(expanded);
          return types.has(type) || (type === 'integer' && types.has('number'));
        });
  const tag = isObject(error.data) ? findTag(possible) : undefined;
  const meant =
    tag === undefined ? possible : possible.filter(({ expanded }) => isTagged(expanded, tag, error.data));
  if (tag !== undefined && meant.length === 0) return [explainTag(error, tag, possible)];
  const lines = meant.length === 1 ? explainBranch(error, meant[0]?.schema, schemas) : [];
  return lines.length > 0
    ? lines
    : [say(error, `${given(error)} fits none of the accepted forms: ${forms(branches)}`)];
}

/** What keeps a value from one branch. The errors of the union do not tell, where a schema is recursive. */
function explainBranch({ data, instancePath }: ErrorObject, schema: unknown, schemas: Schemas): string[] {
  if (!isObject(schema)) return [];
  try {
    const errors = schemas
      .validate(schema, data)
      .map((error) => Object.assign(error, { instancePath: instancePath + error.instancePath }));
    return explain(errors, schemas);
  } catch {
    // It refers into the schema around it, and means nothing by itself.
    return [];
  }
}

/** The property whose value says which branch is meant: each has values of its own for it. */
function findTag(branches: readonly Branch[]): string | undefined {
  const [first] = branches;
  if (first === undefined || branches.length < 2) return undefined;
  return Object.keys(propertiesOf(first.expanded)).find((name) => {
    const values = branches.map(({ expanded }) => tagValues(expanded, name));
    const all = values.flat();
    return values.every(({ length }) => length > 0) && new Set(all).size === all.length;
  });
}

function tagValues(branch: Expanded, name: string): unknown[] {
  const property = propertiesOf(branch)[name];
  if (!isObject(property)) return [];
  if (property['const'] !== undefined) return [property['const']];
  return Array.isArray(property['enum']) ? property['enum'] : [];
}

function isTagged(branch: Expanded, tag: string, value: unknown): boolean {
  return isObject(value) && tagValues(branch, tag).includes(value[tag]);
}

function explainTag(error: ErrorObject, tag: string, branches: readonly Branch[]): string {
  const allowed = branches.flatMap(({ expanded }) => tagValues(expanded, tag));
  const value = (error.data as Record<string, unknown>)[tag];
  const problem =
    value === undefined ? `required but missing. ${oneOf(allowed)}` : notAllowed(value, allowed, tag);
  return line([...segments(error), tag], problem);
}

function forms(branches: readonly Branch[]): string {
  return branches.map(({ schema, expanded }) => form(schema, expanded)).join(' | ');
}

function form(schema: unknown, expanded: Expanded): string {
  const title = isObject(schema) ? (schema['title'] ?? schema['$ref']) : undefined;
  const required = expanded.all.flatMap((part) => (Array.isArray(part['required']) ? part['required'] : []));
  if (required.length > 0) return `${typeof title === 'string' ? `${title} ` : ''}{${required.join(', ')}}`;
  return typeof title === 'string' ? title : [...acceptedTypes(expanded)].join(' or ');
}
