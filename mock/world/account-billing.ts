import { defaultCredits } from '../../spec/services/ai-gateway/billing.ts';

/** What an account pays for inference with. */
export interface BillingState {
  /** Prepaid credits in dollars. */
  readonly credits: number;
  readonly plan: 'free' | 'paid';
  /** Neurons used on the day (UTC) that `day` counts from the epoch. */
  readonly neurons: number;
  readonly day: number;
}

const start: BillingState = { credits: defaultCredits, plan: 'paid', neurons: 0, day: 0 };
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

  /** Takes what a run costs; an account never owes anything. */
  draw(dollars: number): void {
    this.#state = { ...this.#state, credits: Math.max(0, this.#state.credits - dollars) };
  }

  /** Counts what a run used of the day's allocation. */
  use(neurons: number, now: number): void {
    this.set({ neurons: this.neuronsToday(now) + neurons }, now);
  }

  /** Says what is so from now on; what is left out stays. */
  set(changes: Partial<Omit<BillingState, 'day'>>, now: number): void {
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
