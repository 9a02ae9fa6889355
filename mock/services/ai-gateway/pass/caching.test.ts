import { describe, expect, test } from 'vitest';
import { gatewayLimits } from '../../../../spec/services/ai-gateway/limits.ts';
import { AccountTenant } from '../../../world/account-tenant.ts';
import { answering, passing } from './testing/passing.ts';

describe('the cache of a gateway', () => {
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

  test.each([
    ['as large as is cached at most', 0, 'HIT'],
    ['larger than that', 1, 'MISS'],
  ])('answers a second request that is %s', async (_, more, cache) => {
    const { run } = passing({ cache_ttl: 60 });
    const body = 'a'.repeat(gatewayLimits.cacheableBytes + more);
    await run({ body });
    expect((await run({ body })).cache).toBe(cache);
  });

  test('is cleared by a reset', async () => {
    const { run, gateway } = passing({ cache_ttl: 60 });
    await run();
    gateway.reset();
    expect((await run({}, answering('New.'))).cache).toBe('MISS');
  });
});
