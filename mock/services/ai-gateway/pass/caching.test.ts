import { describe, expect, test } from 'vitest';
import { AccountTenant } from '../../../world/account-tenant.ts';
import { answering, passing } from './testing/passing.ts';

describe('the cache of a gateway', () => {
  test('adds no header by default', async () => {
    const { run } = passing();
    await run();
    expect((await run()).cache).toBeUndefined();
  });

  test('is separate for each account', async () => {
    const { run, world } = passing({ cache_ttl: 60 });
    const id = '4'.repeat(32);
    const other = new AccountTenant({ id, name: 'Another account' });
    world.accounts.put(other);
    expect(
      (await run({ account: other, headers: { 'cf-aig-gateway-id': 'default', 'cf-aig-cache-ttl': 60 } }))
        .cache,
    ).toBe('MISS');
    const again = await run({ headers: { 'cf-aig-gateway-id': 'default', 'cf-aig-cache-ttl': 60 } });
    expect(again.cache).toBe('MISS');
  });

  test('is cleared by a reset', async () => {
    const { run, gateway } = passing({ cache_ttl: 60 });
    await run();
    gateway.reset();
    expect((await run({}, answering('New.'))).cache).toBe('MISS');
  });
});
