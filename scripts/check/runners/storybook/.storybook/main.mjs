// biome-ignore lint/style/noDefaultExport: Storybook reads its configuration from the default export.
export default {
  framework: '@storybook/react-vite',
  stories: ['../*.stories.mjs'],
  addons: ['@storybook/addon-vitest', 'msw-storybook-addon'],
  // The folder of mockServiceWorker.js; projects have a copy of it among their own files.
  staticDirs: ['../../node_modules/msw/lib'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};
