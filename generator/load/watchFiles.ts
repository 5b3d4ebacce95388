import { statSync } from 'node:fs';

/** Files that are watched. */
export interface FileWatch {
  /** Watches one more file, which need not be there. What it holds is to be read after this. */
  add: (path: string) => void;
  /** Calls back with their paths, once at a time, when files have changed since they were added or last looked at. */
  start: (onchange: (paths: string[]) => Promise<void>) => void;
  close: () => void;
}

/**
 * Watches files, until they have changed and change no more. They are looked at again and again: this works on every
 * file system, and whether a file is written to or replaced.
 */
export function watchFiles(everyMs = 250): FileWatch {
  const states = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;

  function listChanged(): string[] {
    const changed = [...states.keys()].filter((path) => states.get(path) !== fileState(path));
    for (const path of changed) states.set(path, fileState(path));
    return changed;
  }

  return {
    add: (path) => {
      if (!states.has(path)) states.set(path, fileState(path));
    },
    start: (onchange) => {
      const changed = new Set<string>();
      let last = Promise.resolve();
      timer = setInterval(() => {
        const now = listChanged();
        for (const path of now) changed.add(path);
        if (now.length > 0 || changed.size === 0) return;
        const paths = [...changed];
        changed.clear();
        last = last.then(() => onchange(paths));
      }, everyMs);
    },
    close: () => clearInterval(timer),
  };
}

/** Differs where a file does. */
function fileState(path: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch {
    return 'cannot be read';
  }
}
