import { compareServers } from '../../compare/compareServers.js';
import { takeSnapshot } from '../../compare/takeSnapshot.js';
import { keepProject } from '../../load/project/openSource.js';
import { type ProjectFiles, readSnapshot } from '../../load/project/readSnapshot.js';
import type { Comparison, Snapshot } from '../../model/comparison.js';
import { InputError } from '../../model/diagnostic.js';
import type { Change } from '../../model/file.js';
import type { Generation } from '../../generate.js';
import { type Tool, promisesPath } from '../../model/server.js';
import { toolCounter } from './openSides.js';

/** What a run changed for models and callers, or why that cannot be said. */
export type SinceLastRun =
  { comparison: Comparison; reason?: never } | { comparison?: never; reason: string };

/**
 * Compares what a project offered before a run with what it offers now; undefined where nothing can have changed.
 *
 * @param before - the project as the run found it
 */
export async function compareWithLastRun(
  before: Before | undefined,
  { server, parts, maker }: Pick<Generation, 'server' | 'parts' | 'maker'>,
  changes: readonly Change[],
): Promise<SinceLastRun | undefined> {
  const isTouched = changes.some(
    ({ kind, path }) => kind !== 'keep' && (path.startsWith('src/generated/') || path === promisesPath),
  );
  if (before === undefined || !isTouched) return undefined;
  try {
    const measure = await toolCounter();
    const old = await before.snapshot;
    const made = takeSnapshot(server, { before: old.mode, found: { parts }, maker });
    const kept = await keepEdits(made, before.files, changes, measure);
    return { comparison: compareServers(old, kept) };
  } catch (error) {
    // The project has been written all the same.
    if (!(error instanceof InputError)) throw error;
    return { reason: error.message };
  }
}

/** A snapshot with the tools as they are in files that keep what their owner changed: the run changes nothing in them. */
async function keepEdits(
  made: Snapshot,
  before: ProjectFiles,
  changes: readonly Change[],
  measure: (tool: Tool) => number,
): Promise<Snapshot> {
  const known = new Map(changes.map((change) => [change.path, change]));
  if (!changes.some(({ kind, path }) => kind === 'stays' && path.startsWith('src/generated/'))) return made;
  const read = async (path: string) => {
    const change = known.get(path);
    if (change?.kind === 'delete') return undefined;
    const content = change !== undefined && 'content' in change ? change.content : undefined;
    return content ?? before.read(path);
  };
  const { tools } = await readSnapshot({ ...before, read }, measure);
  const found = new Map(tools.map((tool) => [tool.tool.name, tool]));
  return {
    ...made,
    tools: made.tools.map((one) => {
      const { tool, enforced, tokens } = found.get(one.tool.name) ?? one;
      return Object.assign({}, one, { tool, enforced, tokens });
    }),
  };
}

/** A project before a run: its generated files, and what they offer, which fails where they cannot be read as data. */
export interface Before {
  files: ProjectFiles;
  snapshot: Promise<Snapshot>;
}

/** Looks at a project once, whoever asks; undefined where there is none. */
export function lookBefore(folder: () => string): () => Promise<Before | undefined> {
  let found: Promise<Before | undefined> | undefined;
  const look = async (): Promise<Before | undefined> => {
    const files = await keepProject(folder());
    if (files === undefined) return undefined;
    const snapshot = readSnapshot(files, await toolCounter());
    // Whoever needs it hears of what is wrong.
    snapshot.catch(() => {});
    return { files, snapshot };
  };
  return () => (found ??= look());
}
