import type { JsonObject } from '../model/document.js';
import { asArray, asObject, asText, isObject } from './asObject.js';
import { splitPointer } from './joinPointer.js';

type Keywords = { [keyword: string]: unknown };

/**
 * The discriminator of a schema (OpenAPI 3.2, Discriminator Object) as
 * `{ propertyName, mapping: { tag: component } }`, where each branch of its union that is a component has
 * its tags: those that the document maps to it or, where it maps none, its name there.
 */
export function readDiscriminator(
  node: JsonObject,
  schema: Keywords,
  nameOf: (ref: string) => string | undefined,
): Keywords {
  const { discriminator } = node;
  const propertyName = asText(isObject(discriminator) ? discriminator['propertyName'] : discriminator);
  if (propertyName === '') return {};
  const explicit = Object.entries(asObject(asObject(discriminator)['mapping'])).map(
    ([tag, target]) => [tag, nameOf(asText(target))] as const,
  );
  const mapping = branchesOf(node, schema).flatMap(({ component, tag }) => {
    const tags = explicit.filter(([, name]) => name === component).map(([mapped]) => mapped);
    return (tags.length > 0 ? tags : [tag]).map((given) => [given, component] as const);
  });
  return { discriminator: { propertyName, mapping: Object.fromEntries(mapping) } };
}

/** The branches that are components, each with its name in the document. */
function branchesOf(node: JsonObject, schema: Keywords): { component: string; tag: string }[] {
  return ['oneOf', 'anyOf'].flatMap((keyword) =>
    asArray(node[keyword]).flatMap((branch, index) => {
      const component = (schema[keyword] as Keywords[] | undefined)?.[index]?.['$ref'];
      const tag = splitPointer(asText(asObject(branch)['$ref']))?.at(-1);
      return typeof component === 'string' && tag !== undefined ? [{ component, tag }] : [];
    }),
  );
}
