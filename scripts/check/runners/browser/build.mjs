import { build, createLogger } from 'vite';

/**
 * Bundles the page of the shared test as a frontend does. Imports that a page can't have are errors here.
 *
 * node browser/build.mjs <folder> <msw or msw2>
 */
const [folder, msw] = process.argv.slice(2);

const logger = createLogger('warn');
const { warn } = logger;
logger.warn = (text, options) => {
  warn(text, options);
  if (text.includes('externalized for browser compatibility')) process.exitCode = 1;
};

await build({
  root: import.meta.dirname,
  configFile: false,
  customLogger: logger,
  publicDir: false,
  resolve: { alias: [{ find: /^msw(?=\/|$)/, replacement: msw }] },
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: 'esnext',
    minify: false,
    chunkSizeWarningLimit: 10_000,
  },
});
