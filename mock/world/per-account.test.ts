import { describe, expect, it } from 'vitest';
import { AccountTenant } from './account-tenant.ts';
import { PerAccount } from './per-account.ts';

const account = (id: string) => new AccountTenant({ id, name: id });

describe('PerAccount', () => {
  it('makes one thing for each account, once', () => {
    const [a, b] = [account('a'), account('b')];
    let count = 0;
    const things = new PerAccount(({ id }) => ({ id, number: ++count }));
    expect([things.of(a), things.of(b), things.of(a)]).toEqual([
      { id: 'a', number: 1 },
      { id: 'b', number: 2 },
      { id: 'a', number: 1 },
    ]);
    expect(things.of(a)).toBe(things.of(a));
  });

  it('makes them anew once they were forgotten', () => {
    const a = account('a');
    const things = new PerAccount(() => ({}));
    const before = things.of(a);
    things.clear();
    expect(things.of(a)).not.toBe(before);
  });

  it('gives another account with the same id another thing: the first may have been removed', () => {
    const things = new PerAccount(() => ({}));
    expect(things.of(account('a'))).not.toBe(things.of(account('a')));
  });
});
