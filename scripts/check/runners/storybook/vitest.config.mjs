import { join } from 'node:path';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { launchCommand } from 'touchstone/playwright';
import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [await storybookTest({ configDir: join(import.meta.dirname, '.storybook') })],
  test: {
    name: 'storybook',
    testTimeout: 90_000,
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions: await launchCommand() }),
      instances: [{ browser: 'chromium' }],
      screenshotFailures: false,
    },
  },
});
