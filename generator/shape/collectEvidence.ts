import type { Api, Schema } from '../model/api.js';
import { components } from './components.js';
import type { Enforcer, Place } from './enforce.js';
import type { Kind } from '../model/kindOf.js';
import { bodyKind } from './bodyKind.js';
import type { Keywords } from './subschemas.js';
import { typeOf } from './typesOf.js';

/** A value of which the document says that it fits a schema. */
export interface Evidence {
  /** The enforced schema, less the list for a listed value. */
  schema: Keywords;
  /** The enforced schema itself, where `schema` is less than that. */
  whole?: Keywords;
  value: unknown;
  kind: 'example' | 'default' | 'listed value';
  /** Set for an example of a request: a whole parameter or body, as callers are told to give it. */
  request?: { /** Where the document has it. */ pointer: string; content: Place };
}

/** What the document says in evidence, and the components that it is to be judged with. */
export interface Findings {
  evidence: Evidence[];
  table: Record<string, Schema>;
}

/** The kinds of media types of which an example shows the value itself. */
const isValue = new Set<Kind>(['json', 'form', 'multipart']);

/** Keywords beside which a default or listed value need not be looked at, if it is of the type. */
const harmless = new Set(['type', 'description', 'default', 'enum']);

/** Gathers every example, default and listed value that the document has for requests (OpenAPI 3.2, Schema Object). */
export function collectEvidence({ operations }: Api, enforcer: Enforcer): Findings {
  const requests = listRequests();
  const reach = (all: readonly { schema: Schema }[]) =>
    components(
      all.map(({ schema }) => schema),
      enforcer.component,
    );
  // Components have origins once they are reached.
  reach(requests);
  const parts = [...enforcer.origins()].flatMap(([schema, { source, whole }]) =>
    whole && typeof schema === 'object' ? evidenceOf(schema, source) : [],
  );
  // What a part refers to may be in no request: there it may be told in another way.
  const table = reach([...requests, ...parts]);
  return { evidence: [...requests.flatMap(examplesOf), ...parts], table };

  /** Every parameter and body once: operations share them. */
  function listRequests() {
    const contents = operations.flatMap(({ parameters, bodies }) => [...parameters, ...bodies.slice(0, 1)]);
    return [...new Set(contents)].map((content) => ({ content, schema: enforcer.schema(content.schema) }));
  }

  function examplesOf({ content, schema }: ReturnType<typeof listRequests>[number]): Evidence[] {
    const kind = 'in' in content ? 'json' : bodyKind(content, schema, enforcer).kind;
    if (typeof schema === 'boolean' || !isValue.has(kind)) return [];
    const { pointer, examples } = content;
    // Null for a body says that there is none.
    return examples
      .filter((value) => 'in' in content || value !== null)
      .map((value) => ({ schema, value, kind: 'example', request: { pointer, content } }));
  }
}

function evidenceOf(schema: Keywords, source: Keywords): Evidence[] {
  const { examples = [], default: usual, enum: values, const: constant } = source;
  const said = (examples as unknown[])
    .flatMap((value) => asExamples(value, schema))
    .map((value): Evidence => ({ schema, value, kind: 'example' }));
  const isOpen = Object.keys(schema).every((keyword) => harmless.has(keyword));
  if (usual !== undefined && !(isOpen && schema['enum'] === undefined && isOf(usual, schema)))
    said.push({ schema, value: usual, kind: 'default' });
  const listed = constant === undefined ? ((values ?? []) as unknown[]) : [constant];
  if (isOpen || listed.length === 0) return said;
  // Its own list would only be gone through again for each of its values.
  const { enum: _, const: __, ...rest } = schema;
  return [
    ...said,
    ...listed.map((value): Evidence => ({ schema: rest, whole: schema, value, kind: 'listed value' })),
  ];
}

/** Some documents give a list of examples where one is asked for. */
function asExamples(value: unknown, schema: Keywords): unknown[] {
  const isList = Array.isArray(value) && schema['type'] !== undefined && !isOf(value, schema);
  return isList && value.every((item) => isOf(item, schema)) ? value : [value];
}

function isOf(value: unknown, { type }: Keywords): boolean {
  const types = [type ?? []].flat();
  const own = typeOf(value);
  return types.length === 0 || types.includes(own) || (own === 'integer' && types.includes('number'));
}
