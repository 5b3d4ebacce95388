import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configureGlobal } from 'fast-check';
import { afterAll, vi } from 'vitest';
import { compilePattern } from '../generator/regex/compile.js';
import * as redactor from '../templates/project/src/runtime/secrets/redactor.js';
import { redactWith } from '../templates/project/src/runtime/redact.js';

// The same values in every run, so that a run fails for a change and not by chance; MCPWRIGHT_SEED tries others.
configureGlobal({ seed: Number(process.env['MCPWRIGHT_SEED'] ?? 20) });

// The runtime is tested with all that it can have, as what generates has it: patterns of any kind, too.
void compilePattern;
redactWith(redactor);

/** Where runs keep their journals, in place of the folder of whoever runs the tests. */
const state = mkdtempSync(join(realpathSync(tmpdir()), 'mcpwright-state-'));
process.env['XDG_STATE_HOME'] = state;

/** The folder in which tests begin. */
const root = fileURLToPath(new URL('..', import.meta.url));
// Files share processes: the next one finds clock and folder as this one did.
afterAll(() => {
  vi.useRealTimers();
  process.chdir(root);
  rmSync(state, { recursive: true, force: true });
});
