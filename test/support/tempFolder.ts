import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new empty folder that lasts as long as the test. */
export function tempFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'mcpwright-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Everything in a folder: the bytes of files, the targets of links, nothing of folders but their names. */
export function snapshot(folder: string): Map<string, string> {
  return new Map(listAll(folder, '').toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** All that lies below a folder; what a link leads to does not, though some versions of Node list it. */
function listAll(folder: string, below: string): [path: string, content: string][] {
  const found: [path: string, content: string][] = [];
  for (const name of readdirSync(join(folder, below))) {
    const path = join(below, name);
    const content = describe(join(folder, path));
    found.push([path, content]);
    if (content === 'folder') found.push(...listAll(folder, path));
  }
  return found;
}

/** {@link snapshot} without our own records. */
export function snapshotFiles(folder: string): Map<string, string> {
  return new Map(
    [...snapshot(folder)].filter(([path, content]) => content !== 'folder' && !path.startsWith('.mcpwright')),
  );
}

/** Puts back what has changed in a folder of files and folders since its {@link snapshot}: to copy all of it takes far longer. */
export function restore(folder: string, kept: ReadonlyMap<string, string>): void {
  const now = snapshot(folder);
  for (const path of now.keys())
    if (!kept.has(path)) rmSync(join(folder, path), { recursive: true, force: true });
  for (const [path, content] of kept) {
    if (now.get(path) === content) continue;
    rmSync(join(folder, path), { recursive: true, force: true });
    if (content === 'folder') mkdirSync(join(folder, path));
    else writeFileSync(join(folder, path), content, 'latin1');
  }
}

function describe(path: string): string {
  const found = lstatSync(path);
  if (found.isDirectory()) return 'folder';
  if (!found.isSymbolicLink() && !found.isFile()) return 'neither file, folder nor link';
  return found.isSymbolicLink() ? `link to ${readlinkSync(path)}` : readFileSync(path, 'latin1');
}
