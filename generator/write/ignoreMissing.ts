/** To catch with: that there is nothing at a path is an answer too. */
export function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
