import module from 'node:module';

/** Has Node keep compiled code for the next start, from Node 22.1 on. */
export function enableCompileCache(): void {
  const { enableCompileCache: enable } = module as { enableCompileCache?: () => void };
  enable?.();
}
