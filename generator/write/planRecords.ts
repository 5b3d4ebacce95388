import type { File } from '../model/file.js';
import type { Action } from './apply.js';
import { hashContent } from './hashContent.js';
import { manifestPath, type Manifest } from './manifest.js';
import { printManifest } from './printManifest.js';

/**
 * What the next run needs to know of this one: the manifest, and the text of each shared file as we emitted
 * it, from which a later version can tell the user's changes and ours apart.
 */
export function planRecords(files: readonly File[], before: Manifest | undefined, version: string): Action[] {
  const shared = files.filter(({ owner }) => owner === 'shared');
  const kept = new Set(shared.map(({ path }) => path));
  const stale = [...(before?.files ?? [])].filter(
    ([path, { owner }]) => owner === 'shared' && !kept.has(path),
  );
  const entries = files.map(
    ({ path, owner, content }) => [path, { owner, sha256: hashContent(content) }] as const,
  );
  return [
    ...shared.map(({ path, content }) => ({ path: toBase(path), content })),
    ...stale.map(([path]) => ({ path: toBase(path) })),
    { path: manifestPath, content: printManifest({ version, files: new Map(entries) }) },
  ];
}

function toBase(path: string): string {
  return `.mcpwright/base/${path}`;
}
