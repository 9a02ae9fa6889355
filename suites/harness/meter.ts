import type { Feature } from '../../spec/requirement.ts';
import { budgetSpent, HarnessError, SkipTest } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { RequestCounts } from './results.ts';
import type { Transport } from './transport.ts';

/** The part of a request that a meter looks at. */
export interface MeteredRequest {
  readonly plane: Exchange['plane'];
  readonly method: string;
  readonly url: string;
}

/** Admits and counts the requests of one test. */
export interface Meter {
  /**
   * Waits until a request may be sent, and counts it.
   *
   * @throws SkipTest when the budget is spent.
   * @throws HarnessError for a request to the admin interface in a test that names no feature for it.
   */
  admit(request: MeteredRequest): Promise<void>;
  /** Records that the test needs a feature, or checked for one that the target has. */
  named(feature: Feature): void;
  /** Marks all further requests as clean-up, which no budget limits. */
  tidy(): void;
  readonly counts: RequestCounts;
}

/** Limits on the requests that the tests of a run send. */
export interface Budget {
  readonly requests?: number;
}

export interface MeterOptions {
  readonly budget?: Budget;
  /** Requests per second, over all jobs. */
  readonly rate?: number;
}

/** Shared state of the meters of one run. */
export interface Meters {
  /** Creates a meter for one test. */
  meter(): Meter;
  /** A meter for setup and clean-up. */
  readonly tidy: Meter;
  /** The counts of all meters. */
  totals(): RequestCounts;
}

/** Features that allow requests to the admin interface. */
const adminFeatures: ReadonlySet<Feature> = new Set(['admin', 'clock', 'events', 'signals']);

/** Creates the meters of one run. */
export function createMeters({ budget = {}, rate }: MeterOptions = {}): Meters {
  const totals = { sent: 0, clean_up: 0 };
  const turn = createTurns(rate);
  const meter = (): Meter => {
    const counts = { sent: 0, clean_up: 0 };
    const state = { tidies: false, open: false };
    return {
      counts,
      tidy() {
        state.tidies = true;
      },
      named(feature) {
        if (adminFeatures.has(feature)) state.open = true;
      },
      async admit(request) {
        if (state.tidies) {
          counts.clean_up++;
          totals.clean_up++;
        } else {
          if (!state.open && isPrivate(request)) {
            throw new HarnessError(
              'private-path',
              `${request.method} ${request.url} is sent by a test that names no feature that allows it`,
            );
          }
          if (budget.requests !== undefined && totals.sent >= budget.requests) {
            throw new SkipTest(`${budgetSpent}${budget.requests} requests is spent`);
          }
          counts.sent++;
          totals.sent++;
        }
        await turn?.();
      },
    };
  };
  const tidy = meter();
  tidy.tidy();
  return { meter, tidy, totals: () => ({ ...totals }) };
}

/** A transport that counts each request before sending it. */
export function metered(transport: Transport, { admit }: Meter): Transport {
  return async (request) => {
    await admit({ plane: 'api', method: request.method, url: request.url });
    return transport(request);
  };
}

/**
 * Whether only this project's own server understands a request. Reading the clock doesn't count: elsewhere a header has
 * the time.
 */
function isPrivate({ plane, method, url }: MeteredRequest): boolean {
  if (plane !== 'api') return false;
  const { pathname } = new URL(url);
  return pathname.includes('/_touchstone/') && !(method === 'GET' && pathname.endsWith('/_touchstone/clock'));
}

/** Hands out evenly spaced turns; undefined without a rate. */
function createTurns(rate: number | undefined): (() => Promise<void>) | undefined {
  if (rate === undefined) return undefined;
  const apart = 1_000 / rate;
  let next = 0;
  return async () => {
    const now = performance.now();
    const mine = Math.max(now, next);
    next = mine + apart;
    if (mine > now) await new Promise((resolve) => setTimeout(resolve, mine - now));
  };
}
