import { Buffer } from 'buffer';
import { mswLoader } from 'msw-storybook-addon/csf3';
import { mock } from '../mock.mjs';

// A global that Git clients expect.
globalThis.Buffer ??= Buffer;

// biome-ignore lint/style/noDefaultExport: Storybook reads its configuration from the default export.
export default {
  loaders: [mswLoader()],
  parameters: { msw: mock.handlers() },
};
