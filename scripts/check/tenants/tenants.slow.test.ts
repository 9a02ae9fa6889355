import { describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../../../mock/assembly/create-mock.ts';
import type { AccountTenant } from '../../../mock/world/account-tenant.ts';
import type { World } from '../../../mock/world/world.ts';
import type { ZoneTenant } from '../../../mock/world/zone-tenant.ts';
import type { TenantsDoor } from './scenario.ts';
import { runTenantTests } from './scenario.ts';

const patience = 120_000;

const createDoor = (mock: Mock): TenantsDoor => ({
  baseUrl: 'http://localhost/client/v4',
  fetch: (request) => mock.fetch(request),
  edge: (host, path, headers) => mock.edge(new Request(`http://${host}${path}`, { headers })),
});

/** Gives every account, or every zone, one part of the seeded one. */
function share<T extends 'account' | 'zone'>(
  world: World,
  of: T,
  member: keyof (T extends 'account' ? AccountTenant : ZoneTenant),
): void {
  const { accountId, zoneId } = createMock().defaults;
  const shared = of === 'account' ? world.account(accountId) : world.zone(zoneId);
  const put = <Tenant extends object>(tenant: Tenant): Tenant =>
    Object.defineProperty(tenant, member, { value: Reflect.get(shared ?? {}, member) });
  const { addAccount, addZone } = world;
  if (of === 'account') world.addAccount = (...given) => put(addAccount.apply(world, given));
  else world.addZone = (...given) => put(addZone.apply(world, given));
}

describe('tests with their own tenants', () => {
  it(
    'do not interfere, and leave nothing behind',
    async () => {
      const mock = createMock();
      for (let round = 0; round < 2; round++) {
        expect((await runTenantTests(createDoor(mock), 100)).failures).toEqual([]);
      }
      expect(mock.world.accounts.size).toBe(1);
      expect(mock.world.zones.size).toBe(1);
    },
    patience,
  );

  it.each([
    ['account', 'clock'],
    ['account', 'gateways'],
    ['account', 'gatewayLogs'],
    ['account', 'artifacts'],
    ['zone', 'tokenConfigs'],
    ['zone', 'tokenRules'],
    ['zone', 'operations'],
    ['zone', 'events'],
    ['zone', 'clock'],
  ] as const)(
    'notice that each %s has the same %s',
    async (of, member) => {
      const mock = createMock();
      // Each pair names a member of its kind of tenant.
      share(mock.world, of, member as never);
      const { failures } = await runTenantTests(createDoor(mock), 8);
      expect(failures.length).toBeGreaterThan(0);
      expect(failures.filter((line) => !line.includes('InterferenceError'))).toEqual([]);
    },
    patience,
  );
});
