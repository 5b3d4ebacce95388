/**
 * Whether a file of a sample's server is committed. The runtime is the same in every project: that of petstore is there
 * to be read.
 */
export function isCommitted(sample: string, path: string): boolean {
  return sample === 'petstore' || !path.startsWith('src/runtime/');
}
