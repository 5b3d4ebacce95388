import { defineConfig } from 'vitest/config';

/** Each run takes the same random values. */
const setupFiles = ['test/setup.ts'];

export default defineConfig({
  test: {
    // Of two cores one would be left alone.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/judges/**', 'test/e2e/**', 'test/.tmp/**'],
          setupFiles,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'judges',
          include: ['test/judges/**/*.test.ts'],
          setupFiles,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
