import { defineConfig } from 'vitest/config';

/** On the busy machines of a CI, what goes by time may fail once: there it is tried once more. */
const retry = process.env['CI'] === undefined ? 0 : 1;

export default defineConfig({
  test: {
    // Of two cores one would be left alone.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/.tmp/**'],
          setupFiles: ['test/setup.ts'],
          testTimeout: 30_000,
          retry,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          retry,
        },
      },
    ],
  },
});
