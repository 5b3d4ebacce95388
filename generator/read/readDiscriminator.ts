import type { JsonObject } from '../model/document.js';
import { asArray, asObject, asText, isObject } from './asObject.js';
import { splitPointer } from './splitPointer.js';

type Keywords = { [keyword: string]: unknown };

/** A schema that a discriminator may choose. */
export interface Alternative {
  /** Its name in the table of components. */
  component: string;
  /** What chooses it, where the document maps nothing to it. */
  tag: string;
}

/** What {@link readDiscriminator} has to know of the document around a schema. */
export interface Lineage {
  /** The component that a reference or a bare name means, if any. */
  nameOf: (target: string) => string | undefined;
  /** The schema itself, and those that include it by `allOf`. */
  family: () => Alternative[];
}

/**
 * The discriminator of a schema (OpenAPI 3.2, Discriminator Object) as
 * `{ propertyName, mapping: { tag: component } }`, where each schema that it chooses from has its tags: those
 * that the document maps to it or, where it maps none, its name there. It chooses from the components in the
 * union beside it or, without a union, from the schemas that include this one.
 */
export function readDiscriminator(node: JsonObject, schema: Keywords, { nameOf, family }: Lineage): Keywords {
  const { discriminator } = node;
  const propertyName = asText(isObject(discriminator) ? discriminator['propertyName'] : discriminator);
  if (propertyName === '') return {};
  const explicit = Object.entries(asObject(asObject(discriminator)['mapping'])).map(
    ([tag, target]) => [tag, nameOf(asText(target))] as const,
  );
  const hasUnion = schema['oneOf'] !== undefined || schema['anyOf'] !== undefined;
  const alternatives = hasUnion ? branchesOf(node, schema) : withMapped(family(), explicit);
  const mapping = alternatives.flatMap(({ component, tag }) => {
    const tags = explicit.filter(([, name]) => name === component).map(([mapped]) => mapped);
    return (tags.length > 0 ? tags : [tag]).map((given) => [given, component] as const);
  });
  return { discriminator: { propertyName, mapping: Object.fromEntries(mapping) } };
}

/** The branches that are components, each with its name in the document. */
function branchesOf(node: JsonObject, schema: Keywords): Alternative[] {
  return ['oneOf', 'anyOf'].flatMap((keyword) =>
    asArray(node[keyword]).flatMap((branch, index) => {
      const component = (schema[keyword] as Keywords[] | undefined)?.[index]?.['$ref'];
      const tag = splitPointer(asText(asObject(branch)['$ref']))?.at(-1);
      return typeof component === 'string' && tag !== undefined ? [{ component, tag }] : [];
    }),
  );
}

/** Some documents map tags to schemas that do not include the one with the discriminator. */
function withMapped(
  family: readonly Alternative[],
  explicit: readonly (readonly [tag: string, component: string | undefined])[],
): Alternative[] {
  const known = new Set(family.map(({ component }) => component));
  const others = explicit.flatMap(([tag, component]) =>
    component === undefined || known.has(component) ? [] : [{ component, tag }],
  );
  return [...new Map([...family, ...others].map((one) => [one.component, one])).values()];
}
