import { describe, expect, it } from 'vitest';
import { AccountTenant } from './account-tenant.ts';
import { worldDefaults } from './defaults.ts';
import { World } from './world.ts';

const { accountId, zoneId, zoneName } = worldDefaults;
const other = 'f'.repeat(32);

const strict = () => new World({ tenants: 'strict', seed: 1 });
const names = (world: World) => world.zones.list().map((tenant) => tenant.zone.name);

describe('World', () => {
  it('starts with one account and one active zone', () => {
    const world = strict();
    expect(world.accounts.list().map(({ account }) => account)).toEqual([
      { id: accountId, name: worldDefaults.accountName, created_on: '2026-01-01T00:00:00.000000Z' },
    ]);
    expect(world.zone(zoneId)?.zone).toMatchObject({
      name: zoneName,
      status: 'active',
      paused: false,
      account: { id: accountId },
    });
  });

  it('knows only seeded and created tenants when it is strict', () => {
    const world = strict();
    expect(world.zone(other)).toBeUndefined();
    expect(world.account(other)).toBeUndefined();
    expect(world.zones.size).toBe(1);
  });

  it('creates a tenant for any id when on demand, and keeps it', () => {
    const world = new World({ tenants: 'on-demand', seed: 1 });
    const zone = world.zone(other);
    expect(zone?.zone).toMatchObject({ id: other, name: `${other}.localhost`, account: { id: other } });
    expect(zone?.clock).toBe(world.account(other)?.clock);
    expect(world.zone(other)).toBe(zone);
    expect(world.account(other)?.account).toMatchObject({ id: other, name: `Account ${other}` });
    expect(world.account(other)).toBe(world.accounts.get(other));
  });

  it('gives zones the same ids in the same order', () => {
    const made = () => {
      const world = strict();
      return ['a.test', 'b.test'].map((name) => world.addZone({ name, accountId, type: 'full' }).id);
    };
    expect(made()).toEqual(made());
  });

  it('dates a zone by its clock', () => {
    const world = strict();
    world.clock.freeze(Date.UTC(2030, 0, 1));
    const { zone } = world.addZone({ name: 'a.test', accountId, type: 'partial' });
    expect(zone).toMatchObject({ type: 'partial', created_on: '2030-01-01T00:00:00.000000Z' });
    expect(zone.modified_on).toBe(zone.created_on);
  });

  it('includes joined parts in resets and snapshots', () => {
    const world = strict();
    const done: string[] = [];
    world.join({
      reset: () => done.push(`reset ${names(world)}`),
      snapshot: () => () => done.push(`restored ${names(world)}`),
    });
    world.addZone({ name: 'a.test', accountId, type: 'full' });
    const restore = world.snapshot();
    world.reset();
    restore();
    expect(done).toEqual([`reset ${zoneName},a.test`, `restored ${zoneName},a.test`]);
  });

  it('creates a needed account even when it is strict', () => {
    const world = strict();
    expect(world.ensureAccount(other)).toBe(world.account(other));
    expect(world.ensureAccount(accountId).account.name).toBe(worldDefaults.accountName);
  });

  it('restores the initial state at a reset', () => {
    const world = strict();
    const first = world.addZone({ name: 'a.test', accountId, type: 'full' }).id;
    world.clock.freeze(0);
    world.rays.uuid();
    world.gatewayConditions.fault = 'unavailable';
    world.signals = new Map([['cf.bot_management.score', 1]]);
    world.models = [{ id: 'acme/one', like: 'openai/gpt-5' }];
    world.reset();
    expect(world.gatewayConditions.fault).toBeNull();
    expect([world.signals.size, world.models]).toEqual([0, []]);
    expect(names(world)).toEqual([zoneName]);
    expect(world.clock.frozen).toBe(false);
    expect(world.addZone({ name: 'a.test', accountId, type: 'full' }).id).toBe(first);
    expect(world.rays.uuid()).toBe(strict().rays.uuid());
  });

  it('restores accounts, zones and their contents from a snapshot, any number of times', () => {
    const world = strict();
    const zone = world.zone(zoneId);
    if (!zone) throw new Error('the seeded world has this zone');
    const operation = {
      operation_id: world.ids.uuid(),
      method: 'GET' as const,
      host: 'api.example.localhost',
      endpoint: '/',
      last_updated: world.clock.timestamp(),
    };
    zone.operations.put(operation);
    const restore = world.snapshot();
    for (let round = 0; round < 2; round++) {
      world.addZone({ name: `round-${round}.test`, accountId, type: 'full' });
      world.accounts.put(new AccountTenant({ id: other, name: 'Other' }));
      zone.operations.remove(operation.operation_id);
      zone.zone = { ...zone.zone, paused: true };
      restore();
      expect(names(world)).toEqual([zoneName]);
      expect(world.accounts.size).toBe(1);
      expect(zone.operations.list()).toEqual([operation]);
      expect(zone.zone.paused).toBe(false);
    }
  });

  it('restores a deleted zone from a snapshot, found by id and by name', () => {
    const world = strict();
    const restore = world.snapshot();
    world.zones.remove(zoneId);
    restore();
    expect(world.zones.byKey(zoneName)).toBe(world.zone(zoneId));
  });

  it('shares nothing with another world', () => {
    const a = strict();
    const b = strict();
    a.clock.freeze(0);
    a.zone(zoneId)?.operations.replaceAll([]);
    a.zones.remove(zoneId);
    expect(b.clock.frozen).toBe(false);
    expect(names(b)).toEqual([zoneName]);
  });
});
