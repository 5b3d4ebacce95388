import { InputError } from '../model/diagnostic.js';

/** What the disk may refuse, by the code of the error. */
const reasons: Record<string, string> = {
  EACCES: 'permission is denied',
  EBUSY: 'it is in use by another program',
  EDQUOT: 'the disk quota is used up',
  EISDIR: 'it is a folder',
  ENOENT: 'no folder can be made there',
  ENAMETOOLONG: 'the path is too long',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a folder on the way to it is a file',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
};

/** Puts what the disk refused into words; any other error stays what it is. */
export function explainFault(
  error: unknown,
  hint = 'Make the folder writable, or name another one with --out.',
): unknown {
  const { code = '', path = '' } = error as NodeJS.ErrnoException;
  const reason = reasons[code];
  if (reason === undefined) return error;
  return new InputError(`Nothing was written: ${path}: ${reason}.`, hint);
}
