import { test as base, type TestAPI } from 'vitest';
import type { HandlerOptions } from '../../handlers.ts';
import { createMock, type Mock, type MockOptions, type Tenant } from '../../index.ts';
import { type InterceptedNetwork, type NetworkOptions, setupNetwork } from '../../setup.ts';
import { formatRequests, formatUnknownRequests } from '../../world/journal-format.ts';

/** Options of a test file's mock. */
export interface TestOptions {
  readonly mock?: MockOptions;
  readonly handlers?: HandlerOptions;
  readonly network?: NetworkOptions;
}

/** Fixtures of each test. */
export interface PlatformFixtures {
  /** A tenant for this test only: account, zone, token, typed client, clock, journal. It is removed after the test. */
  readonly platform: Tenant;
  /** The mock of the test file, which its tests share. */
  readonly mock: Mock;
  /** The network of this process while tests of the file run. */
  readonly network: InterceptedNetwork;
}

/**
 * Makes a `test` of Vitest whose tests talk to a mock. Their network is intercepted, and each has its own tenant, so
 * that they may run concurrently. When a test fails, its requests are printed; at the end of the file, those without an
 * operation.
 *
 * @example
 * const test = createTest({ mock: { basis: 'documented' }, handlers: { zones: ['*.shop.test'] } });
 * test('knows its zone', async ({ platform }) => {
 *   const params = { zone_id: platform.zoneId };
 *   const { body } = await platform.client.call('zones.zone.get', { params });
 *   expect(body.result.name).toBe(platform.zoneName);
 * });
 */
export function createTest(options: TestOptions = {}): TestAPI<PlatformFixtures> {
  return base.extend<{
    $file: Pick<PlatformFixtures, 'mock' | 'network'>;
    $test: Pick<PlatformFixtures, 'platform'>;
  }>({
    mock: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from the pattern.
      async ({}, use) => {
        const mock = createMock(options.mock);
        await use(mock);
        const unknown = formatUnknownRequests(mock.unknown());
        if (unknown !== undefined && options.network?.unknown !== 'silent') console.warn(unknown);
        await mock.close();
      },
      { scope: 'file' },
    ],
    network: [
      async ({ mock }, use) => {
        const network = await setupNetwork(mock.handlers(options.handlers), {
          ...options.network,
          // The mock prints it, including requests that came without a network.
          unknown: 'silent',
        });
        await use(network);
        network.close();
      },
      { scope: 'file' },
    ],
    platform: async ({ mock, network, task, onTestFailed }, use) => {
      // Requested so that the fixture is set up.
      void network;
      const tenant = mock.tenant({ name: task.name });
      onTestFailed(() => console.error(formatRequests(tenant)));
      await use(tenant);
      tenant.remove();
    },
  });
}
