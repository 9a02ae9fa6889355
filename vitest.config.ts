import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

/** The runtime that this file is read on, which runs the tests too. */
const runtime = 'Bun' in globalThis ? 'bun' : 'Deno' in globalThis ? 'deno' : 'node';

const folders = '{spec,mock,suites,scripts}';
const tiers = '{slow,nightly,runtimes,packages}';

/** Fast tests that run on the other runtimes too: bytes and numbers of documents meet what each has built in. */
const everywhere = [
  'mock/documents/**/*.test.ts',
  'mock/seed/**/*.test.ts',
  'mock/serve/state/*.test.ts',
  'mock/services/d1/*.test.ts',
];

/** A project whose tests have files of their own, each in a fresh thread or process. */
const project = (name: string, kind: string, test: object = {}, rest: object = {}) =>
  ({
    extends: true,
    test: { name, include: [`${folders}/**/*.${kind}.test.ts`], ...test },
    ...rest,
  }) as const;

/**
 * The name of a file says when it runs: `*.test.ts` in seconds with every change, `*.slow.test.ts` what needs a
 * browser, Python, Git, processes or patience, `*.nightly.test.ts` once a night, `*.packages.test.ts` on the package
 * as it is packed, and `*.runtimes.test.ts` on Bun, Deno and Node: on the one that runs Vitest.
 */
const projects: TestProjectConfiguration[] = [
  {
    extends: true,
    // These share a thread: they leave nothing behind that another one meets.
    test: {
      name: 'fast',
      include: [`${folders}/**/*.test.ts`],
      exclude: [`**/*.${tiers}.test.ts`, '**/node_modules/**'],
      isolate: false,
    },
  },
  project('slow', 'slow'),
  project('nightly', 'nightly'),
  project('packages', 'packages', { globalSetup: 'scripts/check/package/pack-once.ts' }),
  // Clients are programs for Bun and Node.
  project(runtime, 'runtimes', {
    include: [`${folders}/**/*.runtimes.test.ts`, ...(runtime === 'bun' ? [] : everywhere)],
    exclude: [
      '**/*.{slow,nightly,packages}.test.ts',
      '**/node_modules/**',
      ...(runtime === 'deno' ? ['**/clients/**'] : []),
    ],
  }),
  // The same handlers under the former major of MSW.
  project(
    `${runtime}-msw2`,
    'runtimes',
    { include: ['mock/handlers.runtimes.test.ts'] },
    { resolve: { alias: { msw: 'msw2' } } },
  ),
];

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    projects,
    // Deno has no threads that Vitest can end.
    pool: runtime === 'deno' ? 'forks' : 'threads',
    // A machine that is busy takes its time; what hangs is still found.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
