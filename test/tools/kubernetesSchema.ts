import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { specs } from '../support/realDocuments.js';

/**
 * `npm run schemas:kubernetes`: writes `templates/schemas/kubernetes.schema.json`, the definitions of Kubernetes' own OpenAPI
 * document (`../shared/specs/kubernetes.json`) that the kinds below need, in the form in which they can be held against files:
 * without descriptions, closed to members that are not known, and with the two types that the document describes as texts
 * although numbers are taken too.
 */
const kinds = [
  'io.k8s.api.apps.v1.Deployment',
  'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler',
  'io.k8s.api.core.v1.ConfigMap',
  'io.k8s.api.core.v1.Secret',
  'io.k8s.api.core.v1.Service',
  'io.k8s.api.core.v1.ServiceAccount',
  'io.k8s.api.networking.v1.Ingress',
  'io.k8s.api.networking.v1.NetworkPolicy',
  'io.k8s.api.policy.v1.PodDisruptionBudget',
];

interface Definition {
  type?: string | string[];
  properties?: Record<string, unknown>;
  additionalProperties?: unknown;
}

const text = readFileSync(join(specs, 'kubernetes.json'), 'utf8');
const { definitions: all } = JSON.parse(text) as { definitions: Record<string, Definition> };
all['io.k8s.apimachinery.pkg.util.intstr.IntOrString'] = { type: ['integer', 'string'] };
all['io.k8s.apimachinery.pkg.api.resource.Quantity'] = { type: ['string', 'number'] };

const needed = new Map<string, unknown>();
for (const kind of kinds) take(kind);
const definitions = Object.fromEntries([...needed].toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync('templates/schemas/kubernetes.schema.json', `${JSON.stringify({ definitions })}\n`);

/** Takes a definition over, and all that it refers to. */
function take(name: string): void {
  const definition = all[name];
  if (needed.has(name)) return;
  if (definition === undefined) throw new Error(`The document has no definition ${name}.`);
  needed.set(name, undefined);
  const isClosed = definition.properties !== undefined && definition.additionalProperties === undefined;
  const reduced = reduce(definition, false) as object;
  needed.set(name, isClosed ? { ...reduced, additionalProperties: false } : reduced);
}

/** A schema without what says nothing of values; below `properties`, keys are names of members. */
function reduce(value: unknown, isNames: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => reduce(one, false));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key]) => isNames || !/^(?:description|default|x-kubernetes-(?!group-version-kind$).*)$/.test(key),
  );
  const { $ref: target } = value as { $ref?: unknown };
  if (!isNames && typeof target === 'string') take(target.replace('#/definitions/', ''));
  return Object.fromEntries(
    kept.map(([key, member]) => [key, reduce(member, !isNames && key === 'properties')]),
  );
}
