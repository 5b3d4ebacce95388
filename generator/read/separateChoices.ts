import type { Report } from '../model/diagnostic.js';
import { findCircle } from './findCircle.js';
import { listEdges } from './listEdges.js';
import type { Component } from './readSchemas.js';

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
