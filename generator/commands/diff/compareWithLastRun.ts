import { compareServers } from '../../compare/compareServers.js';
import { takeSnapshot } from '../../compare/takeSnapshot.js';
import { type ProjectFiles, readSnapshot } from '../../load/project/readSnapshot.js';
import type { Comparison } from '../../model/comparison.js';
import { InputError } from '../../model/diagnostic.js';
import type { Change } from '../../model/file.js';
import type { Generation } from '../../generate.js';
import { promisesPath } from '../../model/server.js';
import { toolCounter } from './openSides.js';

/** What a run changed for models and callers, or why that cannot be said. */
export type SinceLastRun =
  { comparison: Comparison; reason?: never } | { comparison?: never; reason: string };

/**
 * Compares what a project offered before a run with what it offers now; undefined where nothing can have changed.
 *
 * @param before - the generated files as the run found them
 */
export async function compareWithLastRun(
  before: ProjectFiles | undefined,
  { server, selection, parts, maker }: Pick<Generation, 'server' | 'selection' | 'parts' | 'maker'>,
  changes: readonly Change[],
): Promise<SinceLastRun | undefined> {
  const isTouched = changes.some(
    ({ kind, path }) => kind !== 'keep' && (path.startsWith('src/generated/') || path === promisesPath),
  );
  if (before === undefined || !isTouched) return undefined;
  try {
    const old = await readSnapshot(before, await toolCounter());
    return {
      comparison: compareServers(
        old,
        takeSnapshot(server, { before: old.mode, found: { selection, parts }, maker }),
      ),
    };
  } catch (error) {
    // The project has been written all the same.
    if (!(error instanceof InputError)) throw error;
    return { reason: error.message };
  }
}
