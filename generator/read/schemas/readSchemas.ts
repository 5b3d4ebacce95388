import type { Schema } from '../../model/api.js';
import { type Report, describeFault } from '../../model/diagnostic.js';
import { type Document, type Json, joinPointer } from '../../model/document.js';
import { Fault } from '../fault.js';
import { type Found, follow, resolve, unresolved } from '../resolve.js';
import { isObject } from '../values.js';
import { findEntangled, untangle, type Component } from './circles.js';
import { discriminatorValue, indexSubtypes, separateChoices } from './discriminator.js';
import { indexAnchors, nameComponents } from './names.js';
import { readSchema } from './readSchema.js';

/** Reads the schemas of a document, and gathers those that they refer to. */
export interface SchemaReader {
  /** The schema at `pointer`; throws a {@link Fault} where there is none that can be read. */
  read: (node: Json, pointer: string) => Schema;
  /** Reads everything that was referred to: call it once, when all else is read. */
  finish: () => Components;
}

/** The schemas that others refer to, when all of them are read. */
export interface Components {
  /** Why a schema cannot be used, where something that it refers to cannot be read. */
  faultOf: (schema: Schema) => Fault | undefined;
  /** The components that the schemas reach, sorted by name. */
  reachedFrom: (schemas: Iterable<Schema>) => Record<string, Schema>;
  /** Where the document says a component. */
  pointerOf: (name: string) => string;
}

/** Where a bare name in a discriminator's mapping is looked for. */
const home = '#/components/schemas';

/**
 * Makes a {@link SchemaReader}. Each schema that is referred to becomes a component, read once; what cannot be
 * read costs whatever refers to it.
 */
export function readSchemas({ root, dialect }: Document, report: Report): SchemaReader {
  const nameOf = nameComponents(root);
  const anchors = indexAnchors(root);
  const subtypesOf = indexSubtypes(root);
  const waiting = new Map<string, Found>();
  /** By their text: many operations have the same parameters and answers. */
  const known = new Map<string, Schema>();
  const partsOf = new Map<Schema, Component>();
  const targets = new Map<string, Found | undefined>();

  function read(node: Json, pointer: string): Schema {
    const text = JSON.stringify(node);
    const same = known.get(text);
    if (same !== undefined) return same;
    const component = readComponent({ value: node, pointer });
    const { schema } = component;
    known.set(text, schema);
    if (typeof schema === 'object') partsOf.set(schema, component);
    return schema;
  }

  /** The name of a schema, which is read when all else is. */
  function need(found: Found): string {
    const name = nameOf(found.pointer);
    if (!waiting.has(name)) waiting.set(name, found);
    return name;
  }

  function readComponent({ value, pointer }: Found): Component {
    const refs = new Set<string>();
    const subtypes = new Set<string>();
    const refer = (found: Found): { $ref: string } => {
      const name = need(found);
      refs.add(name);
      return { $ref: name };
    };
    const schema = readSchema(value, pointer, {
      dialect,
      refer: (ref, from) => refer(lookUpSchema(ref, from, pointer)),
      referDynamically: (ref, from) => {
        const [only, ...others] = anchors(ref.replace(/^#/, ''));
        if (only !== undefined && others.length === 0) return refer(lookUpSchema(only, from, pointer));
        report('schema-relaxed', from, {
          what: `What "${ref}" means depends on where it is used`,
          done: 'any value is accepted',
        });
        return {};
      },
      nameOf: (target) => {
        const found = findSchema(target.startsWith('#') ? target : joinPointer(home, target));
        if (found === undefined) return undefined;
        const name = need(found);
        subtypes.add(name);
        return name;
      },
      valueOf: (ref) => discriminatorValue(findSchema(ref)?.value),
      familyOf: (at) =>
        subtypesOf(at).map(({ tag, said, ...found }) => {
          const component = need(found);
          subtypes.add(component);
          return { component, tag, said };
        }),
      report,
    });
    return { pointer, schema, refs, subtypes };
  }

  /** References start from the root of the document or, as in plain JSON Schema, from that of the schema. */
  function lookUpSchema(ref: string, from: string, base: string): Found {
    const found = (ref === '#' ? undefined : resolveOnce(ref)) ?? lookUpFurther(ref, base);
    if (found === undefined) throw unresolved(ref, from);
    return throughAliases(found);
  }

  /** The schema that a reference leads to, if there is one. */
  function findSchema(ref: string): Found | undefined {
    try {
      return lookUpSchema(ref, ref, '#');
    } catch (error) {
      if (error instanceof Fault) return undefined;
      throw error;
    }
  }

  function resolveOnce(ref: string): Found | undefined {
    if (!targets.has(ref)) targets.set(ref, resolve(root, ref));
    return targets.get(ref);
  }

  function lookUpFurther(ref: string, base: string): Found | undefined {
    const places = ref.startsWith('#') ? [base + ref.slice(1)] : [];
    places.push(...anchors(ref.replace(/^#/, '')));
    return places.map((place) => resolve(root, place)).find((found) => found !== undefined);
  }

  /** A schema that is nothing but a reference stands for what it refers to. */
  function throughAliases(found: Found): Found {
    const isAlias = isObject(found.value) && Object.keys(found.value).length === 1;
    return isAlias ? follow(root, found) : found;
  }

  function finish(): Components {
    const components = new Map<string, Component>();
    const faults = new Map<string, Fault>();
    // Reading one component may add others to those that wait: the loop takes them in.
    for (const [name, found] of waiting) {
      try {
        components.set(name, readComponent(found));
      } catch (error) {
        faults.set(name, error instanceof Fault ? error : new Fault(describeFault(error), found.pointer));
      }
    }
    untangle(components, report);
    separateChoices(components, report);
    for (const [name, reason] of findEntangled(components)) {
      faults.set(name, new Fault(reason, components.get(name)?.pointer ?? '#'));
    }
    spreadFaults(faults, components);
    return {
      faultOf: (schema) => {
        for (const name of partsOf.get(schema)?.refs ?? []) if (faults.has(name)) return faults.get(name);
        return undefined;
      },
      reachedFrom: (schemas) => {
        const reached = new Set<string>();
        const reach = (component: Component | undefined): void => {
          for (const name of component?.refs ?? []) reached.add(name);
          for (const name of component?.subtypes ?? []) if (!faults.has(name)) reached.add(name);
        };
        for (const schema of schemas) reach(partsOf.get(schema));
        for (const name of reached) reach(components.get(name));
        const names = [...reached].toSorted();
        return Object.fromEntries(names.map((name) => [name, components.get(name)?.schema ?? true]));
      },
      pointerOf: (name) => components.get(name)?.pointer ?? '#',
    };
  }

  return { read, finish };
}

/** What refers to a broken component is broken for the same reason. */
function spreadFaults(faults: Map<string, Fault>, components: ReadonlyMap<string, Component>): void {
  const referrers = new Map<string, string[]>();
  for (const [name, { refs }] of components) {
    for (const ref of refs) {
      const known = referrers.get(ref);
      if (known === undefined) referrers.set(ref, [name]);
      else known.push(name);
    }
  }
  for (const [name, fault] of faults) {
    for (const referrer of referrers.get(name) ?? []) if (!faults.has(referrer)) faults.set(referrer, fault);
  }
}
