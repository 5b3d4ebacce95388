import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new empty folder that lasts as long as the test. */
export function tempFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'mcpwright-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Everything in a folder: the bytes of files, the targets of links, nothing of folders but their names. */
export function snapshot(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map(
    (entry): [string, string] => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path), describe(path)];
    },
  );
  return new Map(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** {@link snapshot} without our own records. */
export function snapshotFiles(folder: string): Map<string, string> {
  return new Map(
    [...snapshot(folder)].filter(([path, content]) => content !== 'folder' && !path.startsWith('.mcpwright')),
  );
}

function describe(path: string): string {
  const found = lstatSync(path);
  if (found.isDirectory()) return 'folder';
  return found.isSymbolicLink() ? `link to ${readlinkSync(path)}` : readFileSync(path, 'latin1');
}
