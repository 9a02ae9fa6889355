import { defaultCredits } from '../../spec/services/ai-gateway/billing.ts';

/** What an account pays for inference with. */
export interface BillingState {
  /** Prepaid credits in dollars. */
  readonly credits: number;
  readonly plan: 'free' | 'paid';
  /** Neurons used on the day (UTC) that `day` counts from the epoch. */
  readonly neurons: number;
  readonly day: number;
  /** Oldest first. */
  readonly topUps: readonly TopUp[];
  readonly autoTopUp: AutoTopUp | null;
}

/** Credits that were bought. */
export interface TopUp {
  /** The id of its invoice. */
  readonly id: string;
  readonly cents: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly automatic: boolean;
}

/** Credits below the threshold are topped up by the amount; both are cents. */
export interface AutoTopUp {
  readonly amount: number;
  readonly threshold: number;
}

const start: BillingState = {
  credits: defaultCredits,
  plan: 'paid',
  neurons: 0,
  day: 0,
  topUps: [],
  autoTopUp: null,
};
const dayMs = 86_400_000;

/** Prepaid credits of an account, its plan, and what it used of the free allocation of the day. */
export class AccountBilling {
  #state = start;

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
    this.#state = { ...this.#state, autoTopUp };
  }

  /** Takes what a run costs, and tops up where that is wanted; an account never owes anything. */
  draw(dollars: number, now: number): void {
    const credits = Math.max(0, this.#state.credits - dollars);
    this.#state = { ...this.#state, credits };
    const { autoTopUp } = this.#state;
    if (autoTopUp && credits * 100 < autoTopUp.threshold) this.topUp(autoTopUp.amount, now, true);
  }

  /** Adds credits that are paid at once. */
  topUp(cents: number, now: number, automatic = false): TopUp {
    const { credits, topUps } = this.#state;
    const id = `in_${(topUps.length + 1).toString(36).padStart(24, '0')}`;
    const topUp = { id, cents, at: now, automatic };
    this.#state = { ...this.#state, credits: credits + cents / 100, topUps: [...topUps, topUp] };
    return topUp;
  }

  /** Counts what a run used of the day's allocation. */
  use(neurons: number, now: number): void {
    this.set({ neurons: this.neuronsToday(now) + neurons }, now);
  }

  /** Says what is so from now on; what is left out stays. */
  set(changes: Partial<Pick<BillingState, 'credits' | 'plan' | 'neurons'>>, now: number): void {
    const neurons = this.neuronsToday(now);
    this.#state = { ...this.#state, neurons, ...changes, day: Math.floor(now / dayMs) };
  }

  /** A function that puts everything back to how it is now. */
  snapshot(): () => void {
    const kept = this.#state;
    return () => {
      this.#state = kept;
    };
  }
}
