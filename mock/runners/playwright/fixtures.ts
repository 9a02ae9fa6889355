import type { HandlerOptions } from '../../handlers.ts';
import { createMock, type Mock, type MockOptions, type Tenant } from '../../index.ts';
import { formatRequests, formatUnknownRequests } from '../../world/journal-format.ts';
import { type Routed, routePage } from './route-page.ts';

/** Options of a worker's mock. */
export interface FixtureOptions {
  readonly mock?: MockOptions;
  readonly handlers?: HandlerOptions;
}

/** Fixtures of each test. */
export interface PlatformFixtures {
  /** A tenant for this test only, removed after it. Requests of the test's pages go to its mock. */
  platform: Tenant;
}

/** Fixtures shared by the tests of a worker. */
export interface PlatformWorkerFixtures {
  mock: Mock;
}

/** The part of a test's info that is used here. */
interface TestOutcome {
  readonly title: string;
  readonly status?: string | undefined;
  readonly expectedStatus: string;
  attach(name: string, content: { body: string; contentType: string }): Promise<void>;
}

type Use<T> = (value: T) => Promise<void>;

/**
 * Fixtures for Playwright's `test.extend`. Tests that use `platform` get their own tenant, and their pages talk to the
 * mock. When a test fails, its requests are attached and printed.
 *
 * @example
 * import { test as base } from '@playwright/test';
 *
 * const test = base.extend<PlatformFixtures, PlatformWorkerFixtures>(platformFixtures());
 * test('shows the shop', async ({ page, platform }) => {
 *   await page.goto(`http://shop.${platform.zoneName}/`);
 * });
 */
export function platformFixtures(options: FixtureOptions = {}) {
  return {
    mock: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
      async ({}, use: Use<Mock>) => {
        const mock = createMock(options.mock);
        await use(mock);
        const unknown = formatUnknownRequests(mock.unknown());
        if (unknown !== undefined) console.warn(unknown);
        await mock.close();
      },
      { scope: 'worker' },
    ] satisfies [(fixtures: object, use: Use<Mock>) => Promise<void>, { scope: 'worker' }],
    platform: async (
      { context, mock }: { context: Routed; mock: Mock },
      use: Use<Tenant>,
      test: TestOutcome,
    ): Promise<void> => {
      const tenant = mock.tenant({ name: test.title });
      await routePage(context, mock, options.handlers);
      await use(tenant);
      if (test.status !== test.expectedStatus) {
        const body = formatRequests(tenant);
        console.error(body);
        await test.attach('touchstone', { body, contentType: 'text/plain' });
      }
      tenant.remove();
    },
  };
}
