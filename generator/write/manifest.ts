import type { Owner } from '../model/file.js';

/** What the last run left in a project. */
export interface Manifest {
  /** The version of mcpwright that wrote it. */
  version: string;
  files: Map<string, ManifestEntry>;
}

export interface ManifestEntry {
  owner: Owner;
  sha256: string;
}

/** Where it is kept, relative to the project. */
export const manifestPath = '.mcpwright/manifest.json';
