import { fileURLToPath } from 'node:url';
import { configureGlobal } from 'fast-check';
import { afterAll, vi } from 'vitest';

// The same values in every run, so that a run fails for a change and not by chance; MCPWRIGHT_SEED tries others.
configureGlobal({ seed: Number(process.env['MCPWRIGHT_SEED'] ?? 20) });

/** The folder in which tests begin. */
const root = fileURLToPath(new URL('..', import.meta.url));
// Files share processes: the next one finds clock and folder as this one did.
afterAll(() => {
  vi.useRealTimers();
  process.chdir(root);
});
