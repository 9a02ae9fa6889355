import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export.
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: [process.env.TOUCHSTONE_RUNNER_FILE ?? 'shared.test.mjs'],
    // happy-dom enforces CORS, and the platform's API allows no other origin.
    environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: 'verbose',
  },
});
