/** The MSW that the package finds: `msw`, or `msw2` for the previous major. */
const msw = process.env.TOUCHSTONE_RUNNER_MSW ?? 'msw';

// biome-ignore lint/style/noDefaultExport: Jest reads its configuration from the default export.
export default {
  rootDir: '..',
  testMatch: ['<rootDir>/jest/*.test.mjs'],
  moduleFileExtensions: ['mjs', 'js', 'ts', 'json', 'node'],
  moduleNameMapper: { '^msw(/.+)?$': `${msw}$1` },
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/jest/strip-types.mjs' },
};
