import { describe, expect, it } from 'vitest';
import { AccountExchanges } from './account-exchanges.ts';
import { Journal } from './journal.ts';
import type { Exchange } from './journal-entry.ts';

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
  it('has those of each account, newest first', () => {
    const kept = new AccountExchanges();
    for (const [index, account] of ['a', 'b', undefined, 'a'].entries()) kept.add(index, exchange(account));
    expect([ids(kept, 'a'), ids(kept, 'b'), ids(kept, 'c')]).toEqual([[3, 0], [1], []]);
  });

  it('lets those go of the account that was silent longest, once there are too many in all', () => {
    const kept = new AccountExchanges(4);
    for (const [index, account] of ['a', 'b', 'a', 'b', 'c'].entries()) kept.add(index, exchange(account));
    expect([ids(kept, 'a'), ids(kept, 'b'), ids(kept, 'c')]).toEqual([[], [3, 1], [4]]);
  });

  it('keeps those of an account that is alone up to the limit of a journal', () => {
    const kept = new AccountExchanges(4);
    for (let id = 0; id < 1100; id++) kept.add(id, exchange('a'));
    expect(ids(kept, 'a')).toHaveLength(1000);
  });
});

describe('the journal of an account', () => {
  it('has what the journal of all has no more', () => {
    const journal = new Journal();
    journal.note(exchange('quiet'));
    for (let n = 0; n < 2000; n++) journal.note(exchange('busy'));
    expect(journal.of({ accountId: 'quiet' }).count()).toBe(1);
    expect(journal.of({ accountId: 'quiet' }).find({})?.id).toBe(1);
    expect(journal.count({ accountId: 'quiet' })).toBe(0);
    journal.clear();
    expect(journal.of({ accountId: 'quiet' }).count()).toBe(0);
  });
});
