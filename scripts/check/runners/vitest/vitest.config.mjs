import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export.
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: [process.env.TOUCHSTONE_RUNNER_FILE ?? 'shared.test.mjs'],
    // happy-dom keeps to what a page may read of another origin, of which the platform's API allows nothing.
    environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: 'verbose',
  },
});
