import type { AnyCustomization } from '../customize.js';
import { SetupError } from '../errors.js';
import type { ServerFeatures } from '../extensions.js';
import type { Catalog } from '../tool.js';

/**
 * Refuses what `custom.ts` has besides tools where the project has no code that serves it.
 *
 * @throws SetupError
 */
export function refuseUnserved(
  { add = {}, resources, prompts, beforeSend }: AnyCustomization,
  { subscriptions }: Pick<Catalog, 'subscriptions'>,
  features: ServerFeatures,
): ServerFeatures {
  const hasTasks = Object.values(add).some(({ task }) => task !== undefined);
  const hasVersions = Object.values(resources ?? {}).some(({ version }) => version !== undefined);
  const unserved: readonly [boolean, what: string, choice: string][] = [
    [beforeSend !== undefined && !features.signing, 'beforeSend', 'features: { signing: true }'],
    [hasTasks && !features.tasks, 'tasks', 'ownTasks: true'],
    [resources !== undefined && !features.resources, 'resources', 'resources: { own: true }'],
    [prompts !== undefined && !features.prompts, 'prompts', 'ownPrompts: true'],
    [hasVersions && !subscriptions, 'resources with versions', 'resources: { own: true, subscribe: true }'],
  ];
  const [, what, choice] = unserved.find(([isUnserved]) => isUnserved) ?? [];
  if (what === undefined) return features;
  throw new SetupError(
    `src/custom.ts has ${what}, and this project was generated without the code that serves them: say "${choice}" in mcpwright.yaml, and run mcpwright generate.`,
  );
}
