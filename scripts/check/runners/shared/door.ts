import type { Mock, Tenant } from '../../../../mock/index.ts';

/** What a runner passes to a test. */
export interface Door {
  readonly mock: Mock;
  /** The test's own tenant. */
  readonly platform: Tenant;
  /** How the code under test reaches the network: the global `fetch`, or that of a page. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Whether pages are rendered here, which requires a browser that can be started. */
  readonly renders: boolean;
}

export interface SharedTest {
  readonly title: string;
  readonly run: (door: Door) => Promise<void>;
}
