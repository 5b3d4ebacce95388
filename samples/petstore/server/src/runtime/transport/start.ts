import module from 'node:module';
import process from 'node:process';

/** Has Node keep compiled code for the next start, from Node 22.1 on. */
export function enableCompileCache(): void {
  const { enableCompileCache: enable } = module as { enableCompileCache?: () => void };
  enable?.();
}

/** Ends a program that the system does not let start, with a sentence; any other error is thrown on. */
export function endWith(error: unknown): never {
  const reason = describeSystemError(error);
  if (reason === undefined) throw error;
  process.stderr.write(`The server cannot start: ${reason}.\n`);
  process.exit(1);
}

/** What the system may refuse, by the code of the error, and what to do. */
const reasons: Record<string, string> = {
  EACCES: 'permission is denied',
  EADDRINUSE: 'another program is listening there',
  EADDRNOTAVAIL: 'this machine has no such address',
  EIO: 'the disk fails',
  EISDIR: 'it is a folder',
  EMFILE: 'this process has too many files open: raise the limit (ulimit -n)',
  ENFILE: 'this machine has too many files open: end other programs, or raise its limit',
  ENOENT: 'there is no such file',
  ENOMEM: 'there is not enough memory',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a folder on the way to it is a file',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
};

/** In words, what the system refuses a program; undefined for any other error, which is a fault of the program. */
export function describeSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined;
  const { code = '', path, message } = error as NodeJS.ErrnoException;
  if (!/^E[A-Z0-9]+$/.test(code)) return undefined;
  const reason = reasons[code] ?? message;
  return path === undefined ? `${reason} (${code})` : `${path}: ${reason} (${code})`;
}
