import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    include: ['{spec,mock,suites,scripts}/**/*.test.ts'],
    pool: 'threads',
    // A machine that is busy takes its time; what hangs is still found.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
