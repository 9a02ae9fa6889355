import { defineConfig } from '@playwright/test';
import { launchCommand } from 'touchstone/playwright';

// biome-ignore lint/style/noDefaultExport: Playwright reads its configuration from the default export.
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: 'shared.spec.mjs',
  outputDir: process.env.TOUCHSTONE_RUNNER_OUTPUT,
  workers: 1,
  timeout: 60_000,
  reporter: 'list',
  use: { browserName: 'chromium', launchOptions: await launchCommand() },
});
