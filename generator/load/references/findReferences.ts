import type { Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/document.js';
import { type Kind, specObjects } from './specObjects.js';

/** A reference, as it stands in a file. */
export interface Reference {
  /** As it is written. */
  text: string;
  /** Where it is written: the value of `$ref`, or one of `discriminator.mapping`. */
  holder: JsonObject;
  key: string;
  /** The object with the `$ref`: how to get there, what it is, and what holds it. */
  path: readonly string[];
  kind: Kind;
  parent: Json[] | JsonObject;
  /** Set where the reference is the key of a Security Requirement Object; `holder` stands for it then. */
  requirement?: JsonObject;
}

/** A value of `discriminator.mapping` is a reference, or the name of a schema (OpenAPI 3.2, Discriminator Object). */
const notAName = /[#/]|\.(json|ya?ml)$/i;

/**
 * Finds the references in `value`, an object of the given kind; `path` leads to it. What is in `seen` is passed over,
 * and what is visited is added to it.
 */
export function findReferences(
  value: Json,
  kind: Kind,
  path: readonly string[],
  seen: Map<Kind, WeakSet<object>>,
): Reference[] {
  const found: Reference[] = [];
  visit(value, kind, path, [value]);
  return found;

  function visit(node: Json, is: Kind, at: readonly string[], parent: Reference['parent']): void {
    if (typeof node !== 'object' || node === null || !isNew(node, is)) return;
    if (Array.isArray(node)) {
      node.forEach((item, index) => visit(item, is, [...at, String(index)], node));
      return;
    }
    if (typeof node['$ref'] === 'string') {
      found.push({ text: node['$ref'], holder: node, key: '$ref', path: at, kind: is, parent });
    }
    if (is === 'discriminator') visitDiscriminator(node, at);
    if (is === 'document' || is === 'operation') visitSecurity(node['security'], [...at, 'security']);
    const shape = specObjects.get(is);
    for (const [key, child] of Object.entries(node)) {
      const childKind = shape?.members.get(key) ?? shape?.others;
      if (childKind === undefined || (shape?.extensible && key.startsWith('x-'))) continue;
      visit(child, childKind, [...at, key], node);
    }
  }

  function visitDiscriminator(node: JsonObject, at: readonly string[]): void {
    const mapping = isObject(node['mapping']) ? node['mapping'] : {};
    const places = [
      ...Object.keys(mapping).map((key) => ({ holder: mapping, key })),
      { holder: node, key: 'defaultMapping' },
    ];
    for (const { holder, key } of places) {
      const text = holder[key];
      if (typeof text !== 'string' || !notAName.test(text)) continue;
      found.push({ text, holder, key, path: at, kind: 'schema', parent: node });
    }
  }

  /** What is not the name of a scheme may be the URI of one (OpenAPI 3.2, Security Requirement Object). */
  function visitSecurity(security: Json | undefined, at: readonly string[]): void {
    if (!Array.isArray(security) || !isNew(security, 'securityScheme')) return;
    for (const [index, requirement] of security.entries()) {
      for (const text of isObject(requirement) ? Object.keys(requirement) : []) {
        if (!notAName.test(text)) continue;
        const holder = { $ref: text };
        const place = { path: [...at, String(index), text], parent: security };
        const is = { kind: 'securityScheme' as const, requirement: requirement as JsonObject };
        found.push({ text, holder, key: '$ref', ...place, ...is });
      }
    }
  }

  function isNew(node: object, is: Kind): boolean {
    const known = seen.get(is) ?? new WeakSet();
    seen.set(is, known);
    if (known.has(node)) return false;
    known.add(node);
    return true;
  }
}
