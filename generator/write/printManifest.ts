import type { Manifest } from './manifest.js';

/** The text of a manifest, with its files in a fixed order. */
export function printManifest({ version, files }: Manifest): string {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ version, files: Object.fromEntries(sorted) }, undefined, 2)}\n`;
}
