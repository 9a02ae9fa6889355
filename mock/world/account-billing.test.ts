import { describe, expect, it } from 'vitest';
import { journalLimits } from '../../spec/services/touchstone/events.ts';
import { touchstoneLimits } from '../../spec/services/touchstone/limits.ts';
import { AccountBilling } from './account-billing.ts';
import { Journal } from './journal.ts';
import { AccountExchanges, type Exchange, notedExchange } from './journal-entry.ts';

const noon = Date.UTC(2030, 0, 1, 12);

describe('the billing of an account', () => {
  it('uses up the credits', () => {
    const billing = new AccountBilling();
    expect(billing.credits).toBe(1000);
    billing.set({ credits: 0.5 }, noon);
    billing.draw(0.25, noon);
    expect(billing.credits).toBe(0.25);
    billing.draw(7, noon);
    expect(billing.credits).toBe(0);
  });

  it('keeps purchases, and restores a snapshot', () => {
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

  it('tops up automatically once the credits are below the threshold', () => {
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

  it('starts each day with no neurons used', () => {
    const billing = new AccountBilling();
    billing.use(10, noon);
    billing.use(5, noon + 1000);
    expect(billing.neuronsToday(noon + 2000)).toBe(15);
    expect(billing.neuronsToday(Date.UTC(2030, 0, 2))).toBe(0);
    billing.use(1, Date.UTC(2030, 0, 2));
    expect(billing.neuronsToday(Date.UTC(2030, 0, 2))).toBe(1);
  });

  it('keeps settings that are not given, and restores a snapshot', () => {
    const billing = new AccountBilling();
    billing.set({ plan: 'free', neurons: 9 }, noon);
    const restore = billing.snapshot();
    billing.set({ plan: 'paid' }, noon);
    expect([billing.plan, billing.neuronsToday(noon)]).toEqual(['paid', 9]);
    restore();
    expect(billing.plan).toBe('free');
  });
});

const exchange = (accountId?: string): Exchange => ({
  at: 0,
  plane: 'api',
  method: 'GET',
  url: 'http://localhost/',
  operation: null,
  accountId,
  basis: 'seed',
  status: 200,
  durationMs: 1,
  requestHeaders: new Headers(),
  requestBody: null,
  responseBody: null,
});

const ids = (kept: AccountExchanges, account: string) => [...kept.newestFirst(account)].map(([id]) => id);

describe('AccountExchanges', () => {
  it('keeps those of each account, latest first', () => {
    const kept = new AccountExchanges();
    for (const [index, account] of ['a', 'b', undefined, 'a'].entries())
      kept.add([index, notedExchange(exchange(account))]);
    expect([ids(kept, 'a'), ids(kept, 'b'), ids(kept, 'c')]).toEqual([[3, 0], [1], []]);
  });

  it('drops those of the longest idle account once there are too many in total', () => {
    const kept = new AccountExchanges(4);
    for (const [index, account] of ['a', 'b', 'a', 'b', 'c'].entries())
      kept.add([index, notedExchange(exchange(account))]);
    expect([ids(kept, 'a'), ids(kept, 'b'), ids(kept, 'c')]).toEqual([[], [3, 1], [4]]);
  });

  it('keeps those of a single account up to the limit of a journal', () => {
    const kept = new AccountExchanges(4);
    for (let id = 0; id < 1100; id++) kept.add([id, notedExchange(exchange('a'))]);
    expect(ids(kept, 'a')).toHaveLength(journalLimits.entriesPerAccount);
  });
});

describe('the journal of an account', () => {
  it('keeps entries that the whole journal has dropped', () => {
    const journal = new Journal();
    journal.note(exchange('quiet'));
    for (let n = 0; n < touchstoneLimits.journalEntries; n++) journal.note(exchange('busy'));
    expect(journal.of({ accountId: 'quiet' }).count()).toBe(1);
    expect(journal.of({ accountId: 'quiet' }).find({})?.id).toBe(1);
    expect(journal.count({ accountId: 'quiet' })).toBe(0);
    journal.clear();
    expect(journal.of({ accountId: 'quiet' }).count()).toBe(0);
  });
});
