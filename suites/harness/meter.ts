import type { Feature } from '../../spec/requirement.ts';
import { isBillable, type MeteredRequest } from './billable.ts';
import { budgetSpent, HarnessError, SkipTest } from './errors.ts';
import type { RequestCounts } from './results.ts';
import type { Transport } from './transport.ts';

/** Lets the requests of one test go, and counts them. */
export interface Meter {
  /**
   * Waits until a request may be sent, and counts it.
   *
   * @throws SkipTest when the budget is spent.
   * @throws HarnessError for a request of the admin interface that no feature of the target was named for.
   */
  admit(request: MeteredRequest): Promise<void>;
  /** Says that the test needs a feature, or has asked for one that the target has. */
  named(feature: Feature): void;
  /** Says that only tidying up follows, which every budget has room for. */
  tidy(): void;
  readonly counts: RequestCounts;
}

/** Most requests that the tests of a run send. */
export interface Budget {
  readonly requests?: number;
  /** Those among them that cost money. */
  readonly billable?: number;
}

export interface MeterOptions {
  readonly budget?: Budget;
  /** Requests per second, over all jobs. */
  readonly rate?: number;
}

/** What the meters of one run share. */
export interface MeterHouse {
  /** A meter for one test. */
  meter(): Meter;
  /** A meter of what only prepares and tidies up. */
  readonly tidy: Meter;
  /** What all meters have counted. */
  totals(): RequestCounts;
}

/** Features that stand for the admin interface: what has one of them may be asked there. */
const adminFeatures: ReadonlySet<Feature> = new Set(['admin', 'clock', 'events', 'faults', 'signals']);

/** Makes the meters of one run. */
export function createMeters({ budget = {}, rate }: MeterOptions = {}): MeterHouse {
  const totals = { sent: 0, billable: 0, clean_up: 0 };
  const turn = createTurns(rate);
  const meter = (): Meter => {
    const counts = { sent: 0, billable: 0, clean_up: 0 };
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
              'private-door',
              `${request.method} ${request.url} is asked by a test that names no feature of the target for it`,
            );
          }
          const billable = isBillable(request);
          refuseBeyond(totals.sent, budget.requests, 'requests');
          if (billable) refuseBeyond(totals.billable, budget.billable, 'requests that cost money');
          counts.sent++;
          totals.sent++;
          if (billable) {
            counts.billable++;
            totals.billable++;
          }
        }
        await turn?.();
      },
    };
  };
  const tidy = meter();
  tidy.tidy();
  return { meter, tidy, totals: () => ({ ...totals }) };
}

/** A transport whose requests are counted before they go. */
export function metered(transport: Transport, { admit }: Meter): Transport {
  return async (request) => {
    await admit({ plane: 'api', method: request.method, url: request.url });
    return transport(request);
  };
}

function refuseBeyond(sent: number, most: number | undefined, what: string): void {
  if (most !== undefined && sent >= most) throw new SkipTest(`${budgetSpent}${most} ${what} is spent`);
}

/** Whether a request takes this project's own server; the time is read there or, elsewhere, in a header. */
function isPrivate({ plane, method, url }: MeteredRequest): boolean {
  if (plane !== 'api') return false;
  const { pathname } = new URL(url);
  return pathname.includes('/_touchstone/') && !(method === 'GET' && pathname.endsWith('/_touchstone/clock'));
}

/** Gives out turns that are evenly apart; undefined where nobody has to wait. */
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
