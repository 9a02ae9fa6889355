import '../spec/require-node.ts';

export { launchCommand } from './engines/browser/create-browser.ts';
export {
  type FixtureOptions,
  type PlatformFixtures,
  type PlatformWorkerFixtures,
  platformFixtures,
} from './runners/playwright/fixtures.ts';
export type { PageRequest, Routed, RoutedRequest } from './runners/playwright/route-page.ts';
export { routePage } from './runners/playwright/route-page.ts';
