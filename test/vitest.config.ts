import { defineConfig } from 'vitest/config';

/** Each run takes the same random values. */
const setupFiles = ['test/setup.ts'];
/** Only what hangs takes as long, on a busy machine too. */
const patience = { testTimeout: 240_000, hookTimeout: 240_000, teardownTimeout: 60_000 };
/** Memory is there, time is not: garbage is collected less often, by the engine and by what is written in Go, tsc and esbuild. */
const roomy = { execArgv: ['--max-semi-space-size=32'], env: { GOGC: '400' } };
/** Files of a project share processes: to load all modules anew for each takes minutes. */
const shared = { setupFiles, isolate: false, ...roomy, ...patience };
/** What measures memory, and what holds the time of one document against that of another, has a process of its own. */
const measuring = [
  'test/judges/memory/**/*.test.ts',
  'test/judges/wild/badDocuments.test.ts',
  'test/judges/sources/cost.test.ts',
];

export default defineConfig({
  test: {
    // One more than the cores of a small machine: tests also wait for processes, timers and disks.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/judges/**', 'test/e2e/**', 'test/.tmp/**'],
          ...shared,
        },
      },
      {
        test: {
          // One project: while a test in e2e waits for processes, a judge computes.
          name: 'system',
          include: ['test/judges/**/*.test.ts', 'test/e2e/**/*.test.ts'],
          exclude: measuring,
          ...shared,
        },
      },
      {
        test: {
          name: 'measures',
          include: measuring,
          ...shared,
          isolate: true,
        },
      },
    ],
  },
});
