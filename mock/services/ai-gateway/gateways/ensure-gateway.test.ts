import { describe, expect, test } from 'vitest';
import { gatewaySchema } from '../../../../spec/services/ai-gateway/gateways.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import { worldDefaults } from '../../../world/defaults.ts';
import { World } from '../../../world/world.ts';
import { ensureGateway } from './ensure-gateway.ts';

function scene(): { world: World; account: AccountTenant } {
  const world = new World({ tenants: 'strict', seed: 1 });
  world.clock.freeze(Date.UTC(2026, 0, 2));
  const account = world.account(worldDefaults.accountId);
  if (!account) throw new Error('The seeded account is missing');
  return { world, account };
}

describe('ensureGateway', () => {
  test('creates the gateway default at its first use', () => {
    const { account } = scene();
    const made = ensureGateway(account, 'default');
    expect(gatewaySchema.parse(made)).toMatchObject({
      id: 'default',
      is_default: true,
      authentication: true,
      collect_logs: true,
      cache_ttl: 0,
      rate_limiting_limit: 0,
      created_at: '2026-01-02T00:00:00.000000Z',
    });
    expect(account.gateways.list()).toEqual([made]);
  });

  test('returns the same gateway again, and a new one after its deletion', () => {
    const { world, account } = scene();
    const first = ensureGateway(account, 'default');
    expect(ensureGateway(account, 'default')).toBe(first);
    account.gateways.remove('default');
    world.clock.advance(5);
    expect(ensureGateway(account, 'default')?.created_at).toBe('2026-01-02T00:00:05.000000Z');
  });

  test('creates no other gateway', () => {
    const { account } = scene();
    expect(ensureGateway(account, 'another')).toBeUndefined();
    expect(account.gateways.size).toBe(0);
  });
});
