import type { LoadOptions } from '../../generator/load/load.js';

/** For documents that are files. */
export const noInput: LoadOptions = {
  readStdin: () => Promise.reject(new Error('no document comes from standard input')),
};
