import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    include: ['{spec,mock,suites,scripts}/**/*.test.ts'],
    pool: 'threads',
  },
});
