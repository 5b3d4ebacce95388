import { configureGlobal } from 'fast-check';

// The same values in every run, so that a run fails for a change and not by chance; MCPWRIGHT_SEED tries others.
configureGlobal({ seed: Number(process.env['MCPWRIGHT_SEED'] ?? 20) });
