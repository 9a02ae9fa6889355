export { launchCommand } from './engines/browser/create-browser.ts';
export {
  type FixtureOptions,
  type PlatformFixtures,
  type PlatformWorkerFixtures,
  platformFixtures,
} from './playwright/fixtures.ts';
export type { PageRequest, Routed, RoutedRequest } from './playwright/route-page.ts';
export { routePage } from './playwright/route-page.ts';
