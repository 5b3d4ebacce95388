import type { Api, Content, Discriminator, Operation, Schema } from '../../model/api.js';
import { takes } from '../../schema/judge.js';
import { type LookUp, gatherParts, lookIn, mergeObjects } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';
import { memoizeIn } from '../../text/memo.js';

/**
 * The API whose bodies say by themselves which schema they are of: where a body is one schema of those that a
 * discriminator chooses from, and has but one value there, that is sent unless another is given (OpenAPI 3.2,
 * Discriminator Object: without a mapping, the value is the name of the schema).
 */
export function fillTags(api: Api): Api {
  const lookUp = lookIn(api.components);
  const known = new Map<Content, Content>();
  const fill = (content: Content): Content => memoizeIn(known, content, () => fillContent(content, lookUp));
  return {
    ...api,
    operations: api.operations.map((one): Operation => ({ ...one, bodies: one.bodies.map(fill) })),
  };
}

function fillContent(content: Content, lookUp: LookUp): Content {
  const names = new Set<string>();
  const parts = gatherParts(content.schema, lookUp, names) ?? [];
  const { discriminator } = (parts.findLast((part) => part['discriminator'] !== undefined) ?? {}) as {
    discriminator?: Discriminator;
  };
  // The outermost is the only one that a body can be of, if nothing further includes it.
  const [own] = names;
  if (discriminator === undefined || own === undefined) return content;
  const isBase = gatherParts(lookUp(own), lookUp)?.at(-1)?.['discriminator'] !== undefined;
  if (isBase) return content;
  const { propertyName: property, mapping, inferred = [] } = discriminator;
  // A document that says its values asks for one of them.
  const tags = inferred.filter((tag) => mapping[tag] === own);
  const [tag, ...others] = tags;
  const isExtended = Object.values(mapping).some((name) => name !== own && includes(name, own, lookUp));
  if (tag === undefined || others.length > 0 || isExtended) return content;
  const declared = parts.flatMap(({ properties = {} }) =>
    Object.hasOwn(properties as object, property)
      ? [(properties as Record<string, Schema>)[property] ?? true]
      : [],
  );
  const isReceived = declared.some((schema) => Object(schema).readOnly === true);
  const isAsked = parts.some(({ required }) => Array.isArray(required) && required.includes(property));
  const isTaken = takes(
    declared.flatMap((schema) => gatherParts(schema, lookUp) ?? [{ not: {} }]),
    tag,
    lookUp,
  );
  const object = mergeObjects(parts);
  if (isReceived || !isAsked || !isTaken || declared.length === 0 || object === undefined) return content;
  return {
    ...content,
    schema: withUsual(object, property, tag),
    usual: { [property]: tag, ...content.usual },
  };
}

/** An object of which a member need not be given. */
function withUsual(object: Keywords, name: string, value: string): Keywords {
  const { required, properties, discriminator: _, ...rest } = object;
  const needed = ((required ?? []) as string[]).filter((one) => one !== name);
  const declared = Object.entries(properties as Record<string, Schema>).map(([key, schema]) => {
    return [key, key === name ? Object.assign({}, Object(schema), { default: value }) : schema] as const;
  });
  return {
    ...rest,
    properties: Object.fromEntries(declared),
    ...(needed.length === 0 ? {} : { required: needed }),
  };
}

function includes(name: string, base: string, lookUp: LookUp): boolean {
  const names = new Set<string>();
  gatherParts({ $ref: name }, lookUp, names);
  return names.has(base);
}
