import type { Discriminator } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import { type Json, type JsonObject, joinPointer } from '../../model/document.js';
import { componentOf } from '../../schema/components.js';
import { type Found, resolve, splitPointer } from '../resolve.js';
import { isObject } from '../../model/document.js';
import { asArray, asObject, asText } from '../values.js';
import { findCircle, listEdges } from './circles.js';
import type { Component } from './circles.js';
import type { Place } from './place.js';

type Keywords = { [keyword: string]: unknown };

/** A schema that a discriminator may choose. */
interface Alternative {
  /** Its name in the table of components. */
  component: string;
  /** What chooses it, where the document maps nothing to it; only components have names that others can mean. */
  tag: string | undefined;
  /** Whether the document says that value itself; otherwise it is the name of the schema. */
  said: boolean;
}

/** What {@link readDiscriminator} has to know of the document around a schema. */
export interface Lineage {
  /** The component that a reference or a bare name means, if any. */
  nameOf: (target: string) => string | undefined;
  /** What the document says that a component is chosen by, if it says it there. */
  valueOf: (ref: string) => string | undefined;
  /** The schema itself, and those that include it by `allOf`; nothing where it is no component. */
  family: () => Alternative[];
}

/**
 * The discriminator of a schema (OpenAPI 3.2, Discriminator Object), where each schema that it chooses from has its
 * values: those that the document maps to it or, where it maps none, its name there. It chooses from the components in
 * the union beside it or, without such a union, from the schemas that include this one.
 */
export function readDiscriminator(
  node: JsonObject,
  schema: Keywords,
  lineage: Lineage,
  place: Pick<Place, 'relax'>,
): Keywords {
  const { discriminator } = node;
  if (discriminator === undefined) return {};
  const propertyName = asText(isObject(discriminator) ? discriminator['propertyName'] : discriminator);
  if (propertyName.trim() === '') {
    place.relax('The discriminator names no property', 'the schemas alone decide what is accepted');
    return {};
  }
  const { defaultMapping, mapping: declared } = asObject(discriminator);
  if (declared !== undefined && !isObject(declared))
    place.relax('The mapping of the discriminator is no object', 'it maps nothing');
  const explicit = Object.entries(asObject(declared)).map(
    ([tag, target]) => [tag, lineage.nameOf(targetOf(target))] as const,
  );
  const branches = componentAlternatives(node, lineage);
  const relatives = branches.length > 0 ? [] : lineage.family();
  const hasUnion = schema['oneOf'] !== undefined || schema['anyOf'] !== undefined;
  const ofFamily = hasUnion && relatives.length > 1;
  const alternatives = hasUnion && !ofFamily ? branches : withMapped(relatives, explicit);
  const isMapped = new Set(explicit.filter(([, component]) => component !== undefined).map(([tag]) => tag));
  const known = new Set(explicit.map(([, component]) => component));
  // A value that is mapped to another schema is not the name of this one.
  const implied = alternatives.flatMap(({ component, tag, said }) =>
    tag === undefined || known.has(component) || isMapped.has(tag) ? [] : [{ component, tag, said }],
  );
  const mapping = alternatives.flatMap(({ component }) => {
    const tags = explicit.filter(([, name]) => name === component).map(([tag]) => tag);
    const names = implied.filter((one) => one.component === component).map(({ tag }) => tag);
    return [...tags, ...names].map((tag) => [tag, component] as const);
  });
  const named = new Set(mapping.map(([, component]) => component));
  const unnamed = alternatives.map(({ component }) => component).filter((component) => !named.has(component));
  const inferred = implied.filter(({ said }) => !said).map(({ tag }) => tag);
  const lost = explicit.filter(([, component]) => component === undefined).map(([tag]) => tag);
  const read: Discriminator = {
    propertyName,
    mapping: Object.fromEntries(mapping),
    ...(inferred.length > 0 && { inferred }),
    ...(unnamed.length > 0 && { unnamed }),
    ...(lost.length > 0 && { lost }),
    ...(defaultMapping !== undefined && { fallback: lineage.nameOf(asText(defaultMapping)) ?? null }),
    ...(ofFamily && { ofFamily }),
    ...(!isObject(discriminator) && { namesItself: true }),
  };
  return { discriminator: read };
}

/** Some documents write a Reference Object where a reference belongs. */
function targetOf(target: JsonObject[string]): string {
  return asText(isObject(target) ? target['$ref'] : target);
}

/** The branches that are components, each with its name in the document; those of unions in the union, too. */
function componentAlternatives(
  node: JsonObject,
  lineage: Pick<Lineage, 'nameOf' | 'valueOf'>,
): Alternative[] {
  return [...asArray(node['oneOf']), ...asArray(node['anyOf'])].flatMap((branch) => {
    const ref = componentOf(branch);
    if (ref === undefined) return isObject(branch) ? componentAlternatives(branch, lineage) : [];
    const component = lineage.nameOf(ref);
    const said = lineage.valueOf(ref);
    const name = /^#\/(?:components\/schemas|definitions)\/[^/]+$/.test(ref)
      ? splitPointer(ref)?.at(-1)
      : undefined;
    return component === undefined ? [] : [{ component, tag: said ?? name, said: said !== undefined }];
  });
}

/** Some documents map tags to schemas that do not include the one with the discriminator. */
function withMapped(
  family: readonly Alternative[],
  explicit: readonly (readonly [tag: string, component: string | undefined])[],
): Alternative[] {
  const known = new Set(family.map(({ component }) => component));
  const others = explicit.flatMap(([tag, component]) =>
    component === undefined || known.has(component) ? [] : [{ component, tag, said: true }],
  );
  return [...new Map([...family, ...others].map((one) => [one.component, one])).values()];
}

/** A schema of a family, and what a discriminator calls it. */
interface Relative extends Found {
  tag: string;
  /** Whether the document says so itself; otherwise it is the name of the schema. */
  said: boolean;
}

/** Where a document keeps the schemas that may include one another; `definitions` are those of Swagger 2.0. */
const homes = ['#/components/schemas', '#/definitions'];

/**
 * Finds the schemas that include others by `allOf`, directly or through one another, which is how documents say
 * that one is a subtype (OpenAPI 3.2, Schema Object, Composition and Inheritance). The result takes the pointer
 * of a schema, and gives that schema itself and its subtypes in the order of their names; nothing for a schema that is
 * no component, which others cannot include.
 */
export function indexSubtypes(root: JsonObject): (pointer: string) => Relative[] {
  let children: ReadonlyMap<string, readonly string[]> | undefined;

  return (pointer) => {
    const [home = '', name] = splitHome(pointer);
    if (!homes.includes(home) || name === undefined) return [];
    children ??= listChildren(root);
    // A set keeps growing while it is walked: each schema once, circles included.
    const family = new Set([pointer]);
    for (const member of family) for (const child of children.get(member) ?? []) family.add(child);
    const [self, ...subtypes] = family;
    return [self ?? pointer, ...subtypes.toSorted()].flatMap((member) => {
      const found = resolve(root, member);
      if (found === undefined) return [];
      const said = discriminatorValue(found.value);
      return [{ ...found, tag: said ?? splitPointer(found.pointer)?.at(-1) ?? '', said: said !== undefined }];
    });
  };
}

/** The schemas that include each schema, by its pointer. */
function listChildren(root: JsonObject): Map<string, string[]> {
  const children = new Map<string, string[]>();
  const schemas = homes.flatMap((home) =>
    Object.entries(asObject(resolve(root, home)?.value)).map(
      ([name, schema]) => [joinPointer(home, name), schema] as const,
    ),
  );
  for (const [pointer, schema] of schemas) {
    for (const part of asArray(asObject(schema)['allOf'])) {
      const base = pointerOf(part);
      if (base === undefined) continue;
      const known = children.get(base);
      if (known === undefined) children.set(base, [pointer]);
      else known.push(pointer);
    }
  }
  return children;
}

function pointerOf(part: Json): string | undefined {
  const segments = isObject(part) ? splitPointer(asText(part['$ref'])) : undefined;
  return segments && joinPointer('#', ...segments);
}

/** The place of a component, and its name. */
function splitHome(pointer: string): string[] {
  const segments = pointer.split('/');
  return [segments.slice(0, -1).join('/'), ...segments.slice(-1)];
}

/** Extensions in which documents say the value that a discriminator has for a schema. */
const values = ['x-ms-discriminator-value', 'x-discriminator-value'];

/** What a document says that a schema is chosen by, if it says it there. */
export function discriminatorValue(schema: Json | undefined): string | undefined {
  return values.map((name) => asText(asObject(schema)[name])).find((text) => text !== '');
}

/** What a schema leads to without a step into the value: `tag` is set where its discriminator does. */
interface Step {
  from: string;
  to: string;
  tag?: string;
}

type Mapping = Record<string, string>;

/**
 * Breaks the circles in which discriminators choose schemas that lead back to the choice: a value would be looked at
 * without end. Such a discriminator chooses nothing but what leads elsewhere. A subtype that includes its base is no
 * such circle, since what it includes does not choose.
 */
export function separateChoices(components: ReadonlyMap<string, Component>, report: Report): void {
  const steps = new Map<string, Step[]>();
  for (const name of [...components.keys()].toSorted()) {
    const included = listEdges(name, components).map(({ to, branch }) => (branch ? to : asPart(to)));
    steps.set(
      asPart(name),
      included.map((to) => ({ from: asPart(name), to })),
    );
    steps.set(name, [...included.map((to) => ({ from: name, to })), ...listChoices(name, components)]);
  }
  for (let circle = findCircle(steps); circle !== undefined; circle = findCircle(steps)) {
    const choices = circle.filter(({ tag }) => tag !== undefined);
    // Schemas that consist of each other otherwise have been untangled already.
    if (choices.length === 0) return;
    for (const { from, to } of choices) {
      const mapping = mappingOf(components.get(from));
      for (const [tag, target] of Object.entries(mapping)) if (target === to) delete mapping[tag];
      steps.set(
        from,
        (steps.get(from) ?? []).filter((step) => step.tag === undefined || step.to !== to),
      );
      report('schema-relaxed', components.get(from)?.pointer ?? '#', {
        what: `The discriminator of "${from}" chooses "${to}", which leads back to that choice`,
        done: 'it does not choose that',
      });
    }
  }
}

/** A schema as one of several that apply to a value: there it chooses nothing. */
function asPart(name: string): string {
  return `${name} (part)`;
}

/** What the discriminator of a component chooses; beside a union, its branches are that. */
function listChoices(name: string, components: ReadonlyMap<string, Component>): Step[] {
  return Object.entries(mappingOf(components.get(name)))
    .filter(([, to]) => to !== name && components.has(to))
    .map(([tag, to]) => ({ from: name, to, tag }));
}

function mappingOf(component: Component | undefined): Mapping {
  if (component === undefined || typeof component.schema === 'boolean') return {};
  const { discriminator, oneOf, anyOf } = component.schema as {
    discriminator?: { mapping: Mapping };
    oneOf?: unknown;
    anyOf?: unknown;
  };
  return oneOf === undefined && anyOf === undefined ? (discriminator?.mapping ?? {}) : {};
}
