import type { Change } from './state/change.ts';
import type { ChangeLog, KeptPart } from './state/change-log.ts';
import type { KeptNode } from './state/kept-node.ts';

/** The billing settings of an account for inference. */
export interface BillingState {
  /** Prepaid credits in dollars. */
  readonly credits: number;
  readonly plan: 'free' | 'paid';
  /** Neurons used on one day (UTC), with `day` counted from the epoch. */
  readonly neurons: number;
  readonly day: number;
  /** Oldest first. */
  readonly topUps: readonly TopUp[];
  readonly autoTopUp: AutoTopUp | null;
}

/** Number of credits bought. */
export interface TopUp {
  /** Id of the invoice. */
  readonly id: string;
  readonly cents: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly automatic: boolean;
}

/** When credits fall below the threshold, the amount is added; both are cents. */
export interface AutoTopUp {
  readonly amount: number;
  readonly threshold: number;
}

const start: BillingState = {
  /** Dollars of prepaid credits (inferred: enough for tests). */
  credits: 1000,
  plan: 'paid',
  neurons: 0,
  day: 0,
  topUps: [],
  autoTopUp: null,
};
const dayMs = 86_400_000;

/** The credits of an account, its plan, and its use of the day's free allocation. */
export class AccountBilling implements KeptPart {
  #state = start;
  #log: ChangeLog | undefined;

  get credits(): number {
    return this.#state.credits;
  }

  get plan(): BillingState['plan'] {
    return this.#state.plan;
  }

  /** Neurons used today. @param now milliseconds since the epoch */
  neuronsToday(now: number): number {
    return this.#state.day === Math.floor(now / dayMs) ? this.#state.neurons : 0;
  }

  /** Oldest first. */
  get topUps(): readonly TopUp[] {
    return this.#state.topUps;
  }

  get autoTopUp(): AutoTopUp | null {
    return this.#state.autoTopUp;
  }

  set autoTopUp(autoTopUp: AutoTopUp | null) {
    this.#put({ ...this.#state, autoTopUp });
  }

  /** Charges a run, and tops up if set to; the balance never falls below zero. */
  draw(dollars: number, now: number): void {
    const credits = Math.max(0, this.#state.credits - dollars);
    this.#put({ ...this.#state, credits });
    const { autoTopUp } = this.#state;
    if (autoTopUp && credits * 100 < autoTopUp.threshold) this.topUp(autoTopUp.amount, now, true);
  }

  /** Adds credits that are paid at once. */
  topUp(cents: number, now: number, automatic = false): TopUp {
    const { credits, topUps } = this.#state;
    const id = `in_${(topUps.length + 1).toString(36).padStart(24, '0')}`;
    const topUp = { id, cents, at: now, automatic };
    this.#put({ ...this.#state, credits: credits + cents / 100, topUps: [...topUps, topUp] });
    return topUp;
  }

  /** Counts a run against the day's allocation. */
  use(neurons: number, now: number): void {
    this.set({ neurons: this.neuronsToday(now) + neurons }, now);
  }

  /** Changes the given settings. */
  set(changes: Partial<Pick<BillingState, 'credits' | 'plan' | 'neurons'>>, now: number): void {
    const neurons = this.neuronsToday(now);
    this.#put({ ...this.#state, neurons, ...changes, day: Math.floor(now / dayMs) });
  }

  /** Captures the current state; the returned function restores it. */
  snapshot(): () => void {
    const kept = this.#state;
    return () => {
      this.#put(kept);
    };
  }

  keepIn(log: ChangeLog): void {
    this.#log = log;
  }

  *changes(path: string): Generator<Change> {
    if (this.#state !== start) yield [path, 'state', this.#state];
  }

  load(kept: KeptNode): void {
    kept.each((json) => {
      // It was written by this class.
      this.#state = json as BillingState;
    });
  }

  #put(state: BillingState): void {
    const before = this.#state;
    this.#state = state;
    this.#log?.put('state', state, () => {
      this.#state = before;
    });
  }
}
