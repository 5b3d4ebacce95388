import { defineConfig } from 'vitest/config';

/** Each run takes the same random values. */
const setupFiles = ['test/setup.ts'];
/** Only what hangs takes as long, on a busy machine too. */
const patience = { testTimeout: 240_000, hookTimeout: 240_000, teardownTimeout: 60_000 };

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
          setupFiles,
          // To load all modules anew for each file would take as long as its tests.
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'judges',
          include: ['test/judges/**/*.test.ts'],
          setupFiles,
          ...patience,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          ...patience,
        },
      },
    ],
  },
});
