import { describe, expect, it } from 'vitest';
import { defaultCredits } from '../../spec/services/ai-gateway/billing.ts';
import { AccountBilling } from './account-billing.ts';

const noon = Date.UTC(2030, 0, 1, 12);

describe('the billing of an account', () => {
  it('draws on the credits until there are none', () => {
    const billing = new AccountBilling();
    expect(billing.credits).toBe(defaultCredits);
    billing.set({ credits: 0.5 }, noon);
    billing.draw(0.25, noon);
    expect(billing.credits).toBe(0.25);
    billing.draw(7, noon);
    expect(billing.credits).toBe(0);
  });

  it('keeps what was bought, and comes back to a snapshot', () => {
    const billing = new AccountBilling();
    billing.set({ credits: 1 }, noon);
    const restore = billing.snapshot();
    const [one, two] = [billing.topUp(1250, noon), billing.topUp(1000, noon + 1000)];
    expect(billing.credits).toBe(23.5);
    expect(billing.topUps).toEqual([one, two]);
    expect(one).toMatchObject({ cents: 1250, at: noon, automatic: false });
    expect(one.id).not.toBe(two.id);
    restore();
    expect([billing.credits, billing.topUps]).toEqual([1, []]);
  });

  it('tops up by itself once the credits are below the threshold', () => {
    const billing = new AccountBilling();
    billing.autoTopUp = { amount: 2000, threshold: 500 };
    billing.set({ credits: 6 }, noon);
    billing.draw(1, noon);
    expect([billing.credits, billing.topUps]).toEqual([5, []]);
    billing.draw(0.5, noon);
    expect(billing.credits).toBe(24.5);
    expect(billing.topUps).toMatchObject([{ cents: 2000, at: noon, automatic: true }]);
    billing.autoTopUp = null;
    billing.draw(24, noon);
    expect(billing.credits).toBe(0.5);
  });

  it('begins each day with no neurons used', () => {
    const billing = new AccountBilling();
    billing.use(10, noon);
    billing.use(5, noon + 1000);
    expect(billing.neuronsToday(noon + 2000)).toBe(15);
    expect(billing.neuronsToday(Date.UTC(2030, 0, 2))).toBe(0);
    billing.use(1, Date.UTC(2030, 0, 2));
    expect(billing.neuronsToday(Date.UTC(2030, 0, 2))).toBe(1);
  });

  it('leaves what is not said, and comes back to a snapshot', () => {
    const billing = new AccountBilling();
    billing.set({ plan: 'free', neurons: 9 }, noon);
    const restore = billing.snapshot();
    billing.set({ plan: 'paid' }, noon);
    expect([billing.plan, billing.neuronsToday(noon)]).toEqual(['paid', 9]);
    restore();
    expect(billing.plan).toBe('free');
  });
});
