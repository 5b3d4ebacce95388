import { InputError } from '../model/diagnostic.js';
import type { Owner } from '../model/file.js';
import { isSafePath } from './isSafePath.js';
import { manifestPath, type Manifest, type ManifestEntry } from './manifest.js';

const owners = new Set<unknown>(['generated', 'shared', 'yours'] satisfies Owner[]);

/**
 * Reads a manifest, which is input like any other: whoever can change it must not make us touch a file that
 * is not ours.
 *
 * @throws InputError where it is not a manifest, or names a file outside of the project.
 */
export function parseManifest(text: string): Manifest {
  const manifest = parseJson(text);
  if (!isRecord(manifest) || typeof manifest['version'] !== 'string' || !isRecord(manifest['files'])) {
    throw broken('it does not have the form of a manifest');
  }
  const files = Object.entries(manifest['files']).map(([path, entry]): [string, ManifestEntry] => {
    if (!isSafePath(path))
      throw broken(`it names ${JSON.stringify(path)}, which is not a file of the project`);
    if (!isEntry(entry)) throw broken(`its entry for ${JSON.stringify(path)} lacks an owner or a hash`);
    return [path, { owner: entry.owner, sha256: entry.sha256 }];
  });
  return { version: manifest['version'], files: new Map(files) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw broken('it is not JSON');
  }
}

function isEntry(value: unknown): value is ManifestEntry {
  return isRecord(value) && owners.has(value['owner']) && /^[0-9a-f]{64}$/.test(String(value['sha256']));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function broken(reason: string): InputError {
  return new InputError(
    `${manifestPath} cannot be used: ${reason}.`,
    'Restore it from version control. Or delete it and pass --force: files that differ are then treated as edited by hand.',
  );
}
