import type { Schema } from '../../model/api.js';
import { type Report, describeError } from '../../model/diagnostic.js';
import { type Document, type Json, joinPointer } from '../../model/document.js';
import { ReadError } from '../fault.js';
import { type Found, dereference, resolve, unresolved } from '../resolve.js';
import { isObject } from '../../model/document.js';
import { findEntangled, untangle, type Component } from './circles.js';
import { discriminatorValue, indexSubtypes, separateChoices } from './discriminator.js';
import { type Bindings, followDynamics, noBindings } from './dynamic.js';
import { indexAnchors, nameComponents } from './names.js';
import { readSchema } from './readSchema.js';

/** Reads the schemas of a document, and gathers those that they refer to. */
export interface SchemaReader {
  /** The schema at `pointer`; throws a {@link ReadError} where there is none that can be read. */
  read: (node: Json, pointer: string) => Schema;
  /** Reads everything that was referred to: call it once, when all else is read. */
  finish: () => Components;
}

/** The schemas that others refer to, when all of them are read. */
export interface Components {
  /** Why a schema cannot be used, where something that it refers to cannot be read. */
  faultOf: (schema: Schema) => ReadError | undefined;
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
export function readSchemas(document: Document, report: Report): SchemaReader {
  return new DocumentSchemas(document, report);
}

/** The schemas of a document that were read, and those that they refer to, which are read when all else is. */
class DocumentSchemas implements SchemaReader {
  private readonly nameOf: (pointer: string) => string;
  private readonly anchors: ReturnType<typeof indexAnchors>;
  private readonly subtypesOf: ReturnType<typeof indexSubtypes>;
  private readonly waiting = new Map<string, Found & { bindings: Bindings }>();
  private readonly dynamics = followDynamics((ref, base) => this.findSchema(ref, base));
  /** Whether there are dynamic anchors at all, which are new in 3.1. */
  private readonly isDynamic: boolean;
  private generics = 0;
  /** By their text: many operations have the same parameters and answers. */
  private readonly known = new Map<string, Schema>();
  private readonly partsOf = new Map<Schema, Component>();
  private readonly targets = new Map<string, Found | undefined>();

  constructor(
    private readonly document: Document,
    private readonly report: Report,
  ) {
    const { root } = document;
    this.nameOf = nameComponents(root);
    this.anchors = indexAnchors(root);
    this.subtypesOf = indexSubtypes(root);
    this.isDynamic = document.dialect === '3.1' && hasDynamicAnchor(root);
  }

  read(node: Json, pointer: string): Schema {
    const text = JSON.stringify(node);
    const same = this.known.get(text);
    if (same !== undefined) return same;
    const component = this.readComponent({ value: node, pointer, bindings: noBindings });
    const { schema } = component;
    this.known.set(text, schema);
    if (typeof schema === 'object') this.partsOf.set(schema, component);
    return schema;
  }

  /** The name of a schema, which is read when all else is; what is bound otherwise is a schema of its own. */
  private need(found: Found, around: Bindings = noBindings): string {
    const bindings = this.isDynamic ? this.dynamics.restrict(found, around) : noBindings;
    const isOwn = bindings.size > 0 && this.generics < mostGenerics;
    const name = isOwn ? this.nameGeneric(found, bindings) : this.nameOf(found.pointer);
    if (this.waiting.has(name)) return name;
    if (isOwn) this.generics += 1;
    this.waiting.set(name, { ...found, bindings: isOwn ? bindings : noBindings });
    return name;
  }

  /** `Page_User` for a page of users. */
  private nameGeneric({ pointer }: Found, bindings: Bindings): string {
    const bound = [...bindings].toSorted().map(([anchor, target]) => {
      const found = this.findSchema(target);
      return [anchor, this.nameOf(found?.pointer ?? target)] as const;
    });
    const called = [this.nameOf(pointer), ...bound.map(([, name]) => name)].join('_');
    return this.nameOf(joinPointer(pointer, '$dynamicRef', ...bound.flat(), called));
  }

  private readComponent({ value, pointer, bindings: outer }: Found & { bindings: Bindings }): Component {
    const refs = new Set<string>();
    const subtypes = new Set<string>();
    const bindings = this.isDynamic ? this.dynamics.enter({ value, pointer }, outer) : noBindings;
    const refer = (found: Found): { $ref: string } => {
      const name = this.need(found, bindings);
      refs.add(name);
      return { $ref: name };
    };
    const schema = readSchema(value, pointer, {
      dialect: this.document.dialect,
      refer: (ref, from) => refer(this.lookUpSchema(ref, from, pointer)),
      referDynamically: (ref, from) => {
        const anchor = ref.replace(/^#/, '');
        const bound = bindings.get(anchor);
        const target = bound === undefined ? undefined : this.findSchema(bound);
        if (target !== undefined) return isUnbound(target.value) ? {} : refer(target);
        const [only, ...others] = this.anchors(anchor);
        if (only !== undefined && others.length === 0) return refer(this.lookUpSchema(only, from, pointer));
        this.report('schema-relaxed', from, {
          what: `What "${ref}" means depends on where it is used`,
          done: 'any value is accepted',
        });
        return {};
      },
      nameOf: (target) => {
        const found = this.findSchema(target.startsWith('#') ? target : joinPointer(home, target));
        if (found === undefined) return undefined;
        const name = this.need(found);
        subtypes.add(name);
        return name;
      },
      valueOf: (ref) => discriminatorValue(this.findSchema(ref)?.value),
      leadsToNull: (ref) => takesOnlyNull(this.findSchema(ref)?.value),
      familyOf: (at) =>
        this.subtypesOf(at).map(({ tag, said, ...found }) => {
          const component = this.need(found);
          subtypes.add(component);
          return { component, tag, said };
        }),
      report: this.report,
    });
    return { pointer, schema, refs, subtypes };
  }

  /** References start from the root of the document or, as in plain JSON Schema, from that of the schema. */
  private lookUpSchema(ref: string, from: string, base: string): Found {
    const found = (ref === '#' ? undefined : this.resolveOnce(ref)) ?? this.lookUpFurther(ref, base);
    if (found === undefined) throw unresolved(ref, from, this.document.root);
    return this.throughAliases(found);
  }

  /** The schema that a reference leads to, if there is one. */
  private findSchema(ref: string, base = '#'): Found | undefined {
    try {
      return this.lookUpSchema(ref, ref, base);
    } catch (error) {
      if (error instanceof ReadError) return undefined;
      throw error;
    }
  }

  private resolveOnce(ref: string): Found | undefined {
    if (!this.targets.has(ref)) this.targets.set(ref, resolve(this.document.root, ref));
    return this.targets.get(ref);
  }

  private lookUpFurther(ref: string, base: string): Found | undefined {
    const places = ref.startsWith('#') ? [base + ref.slice(1)] : [];
    places.push(...this.anchors(ref.replace(/^#/, '')));
    return places.map((place) => resolve(this.document.root, place)).find((found) => found !== undefined);
  }

  /** A schema that is nothing but a reference stands for what it refers to. */
  private throughAliases(found: Found): Found {
    const isAlias =
      isObject(found.value) &&
      Object.keys(found.value).filter((key) => key !== '$dynamicAnchor').length === 1;
    return isAlias ? dereference(this.document.root, found) : found;
  }

  finish(): Components {
    const components = new Map<string, Component>();
    const faults = new Map<string, ReadError>();
    // Reading one component may add others to those that wait: the loop takes them in.
    for (const [name, found] of this.waiting) {
      try {
        components.set(name, this.readComponent(found));
      } catch (error) {
        faults.set(
          name,
          error instanceof ReadError ? error : new ReadError(describeError(error), found.pointer),
        );
      }
    }
    untangle(components, this.report);
    separateChoices(components, this.report);
    for (const [name, reason] of findEntangled(components)) {
      faults.set(name, new ReadError(reason, components.get(name)?.pointer ?? '#'));
    }
    spreadFaults(faults, components);
    return gatherComponents(this.partsOf, components, faults);
  }
}

/** Schemas that are made of generic ones, which a document could have refer to one another without end. */
const mostGenerics = 1_000;

function hasDynamicAnchor(root: Json): boolean {
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '$dynamicAnchor')) return true;
    waiting.push(...Object.values(next));
  }
  return false;
}

/** Whether a schema stands for one that has to be bound: `not: {}`, as generic ones have it. */
function isUnbound(schema: Json): boolean {
  const { not, ...others } = isObject(schema) ? schema : {};
  const isEmpty = not === true || (isObject(not) && Object.keys(not).length === 0);
  return schema === false || (isEmpty && Object.keys(others).every((key) => key.startsWith('$')));
}

/** Whether a schema is that of null alone: drf-spectacular lists one beside every enum that may be null. */
function takesOnlyNull(schema: Json | undefined): boolean {
  if (schema === undefined || !isObject(schema)) return false;
  const { enum: values, const: constant, type } = schema;
  const isListed = Array.isArray(values) && values.length > 0 && values.every((value) => value === null);
  return isListed || constant === null || type === 'null';
}

/** Tells what schemas reach, by the components that each of them, and of these components, refers to. */
function gatherComponents(
  partsOf: ReadonlyMap<Schema, Component>,
  components: ReadonlyMap<string, Component>,
  faults: ReadonlyMap<string, ReadError>,
): Components {
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

/** What refers to a broken component is broken for the same reason. */
function spreadFaults(faults: Map<string, ReadError>, components: ReadonlyMap<string, Component>): void {
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
