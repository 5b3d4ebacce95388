import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/.tmp/**'],
          setupFiles: ['test/setup.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], testTimeout: 240_000, hookTimeout: 240_000 },
      },
    ],
  },
});
