import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createMock } from '../../assembly/create-mock.ts';
import { getClient } from '../../assembly/testing/test-client.ts';
import { Collection, type CollectionKind } from '../collection.ts';
import { World } from '../world.ts';
import type { Change } from './change.ts';
import { ChangeLog } from './change-log.ts';
import { KeptNode } from './kept-node.ts';
import { MemoryState } from './testing/memory-state.ts';

const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

function start(state = new MemoryState()) {
  const mock = createMock({ state });
  const { zoneId, accountId } = mock.defaults;
  const client = getClient(mock);
  const set = (value: 'on' | 'off') =>
    client.call('settings.setting.edit', {
      params: { zone_id: zoneId, setting_id: 'content_converter' },
      body: { value },
    });
  const settings = (world = mock.world) => world.zones.get(zoneId)?.settings.list() ?? [];
  return { mock, state, client, set, settings, zoneId, accountId, keeper: mock.world.keeper };
}

describe('a mock with state', () => {
  it('stores what it begins with, and then each change before its answer', async () => {
    const { state, set, zoneId } = start();
    expect(state.at('zones')).toMatchObject([{ id: zoneId }]);
    expect((await set('on')).status).toBe(200);
    expect(state.appended).toHaveLength(1);
    expect(state.at(`zones/${zoneId}/settings`)).toMatchObject([{ id: 'content_converter', value: 'on' }]);
  });

  it('writes nothing for a request that changes nothing', async () => {
    const { state, client, zoneId } = start();
    await client.call('zones.zone.get', { params: { zone_id: zoneId } });
    expect((await client.call('zones.zone.create', { body: { name: '' } } as never)).status).toBe(400);
    expect(state.appended).toEqual([]);
  });

  it('stores changes without a request in the next turn', async () => {
    const { state, mock } = start();
    const { accountId } = mock.tenant();
    expect(state.appended).toEqual([]);
    await turn();
    expect(state.appended).toHaveLength(1);
    expect(state.at('tenants/records')).toMatchObject([{ accountId }]);
  });

  it('goes on with tenants, their tokens and numbers', async () => {
    const first = start();
    const { apiToken, zoneName } = first.mock.tenant({ name: 'Shop' });
    first.mock.tenant({ name: 'Gone' }).remove();
    await turn();
    const second = start(first.state.restarted());
    const verified = await second.mock.fetch(
      new Request('http://localhost/client/v4/user/tokens/verify', {
        headers: { authorization: `Bearer ${apiToken}` },
      }),
    );
    expect(verified.status).toBe(200);
    expect(zoneName).toBe('shop-1.example.localhost');
    expect(second.mock.tenant({ name: 'Gone' }).zoneName).toBe('gone-3.example.localhost');
  });

  it('hands out other ids than the run before', () => {
    const first = start();
    const ids = (mock: typeof first.mock) => [
      mock.world.addZone({ name: 'a.test', accountId: first.accountId }).id,
      mock.world.rays.hex16(),
      mock.tenant().accountId,
    ];
    const before = ids(first.mock);
    for (const [index, id] of ids(start(first.state.restarted()).mock).entries()) {
      expect(id).not.toBe(before[index]);
    }
  });

  it('forgets a removed account with everything in it', async () => {
    const { state, mock } = start();
    const tenant = mock.tenant();
    mock.world.zone(tenant.zoneId)?.settings.put({ id: 'a', value: 1, modified_on: '' });
    tenant.remove();
    await turn();
    const { world } = start(state.restarted()).mock;
    expect([world.accounts.size, world.zones.size]).toEqual([1, 1]);
    expect(state.at(`zones/${tenant.zoneId}/settings`)).toEqual([]);
  });

  it.each<[string, (mock: ReturnType<typeof start>['mock']) => void]>([
    ['a reset', (mock) => mock.reset()],
    ['a restored snapshot', (mock) => mock.snapshots.restore('then')],
  ])('stores what %s leaves', async (_, undo) => {
    const { state, mock, set, zoneId } = start();
    mock.snapshots.take('then');
    await set('on');
    undo(mock);
    await turn();
    expect(state.at(`zones/${zoneId}/settings`)).toEqual([]);
    await set('on');
    expect(state.at(`zones/${zoneId}/settings`)).toHaveLength(1);
  });

  it('stores what a restored snapshot of one account leaves, with the account', async () => {
    const { state, mock } = start();
    const account = mock.world.addAccount('a'.repeat(32), 'A');
    mock.world.addZone({ id: 'b'.repeat(32), name: 'b.test', accountId: account.id });
    const restore = mock.world.getSnapshot(account);
    mock.world.removeAccount(account);
    await turn();
    expect(state.at('zones')).toHaveLength(1);
    restore();
    await turn();
    expect(state.at('accounts')).toHaveLength(2);
    expect(state.at('zones')).toHaveLength(2);
  });

  it('writes all records anew when the changes have grown', async () => {
    const { state, set, zoneId } = start();
    state.grown = true;
    await set('on');
    expect([state.replaced, state.appended]).toEqual([2, []]);
    expect(state.at(`zones/${zoneId}/settings`)).toHaveLength(1);
  });
});

describe('a write that fails', () => {
  it('is refused with 507 and undone, and the next one works', async () => {
    const { state, set, settings } = start();
    await set('on');
    state.failure = full;
    expect((await set('off')).status).toBe(507);
    expect(settings()).toMatchObject([{ value: 'on' }]);
    state.failure = undefined;
    expect((await set('off')).status).toBe(200);
    expect(settings(start(state.restarted()).mock.world)).toMatchObject([{ value: 'off' }]);
  });

  it('does not concern reads, nor a change that belongs to another request', async () => {
    const { state, client, settings, mock, zoneId } = start();
    state.failure = full;
    // A request that is under way.
    mock.world.zone(zoneId)?.settings.put({ id: 'a', value: 1, modified_on: '' });
    expect((await client.call('zones.zone.get', { params: { zone_id: zoneId } })).status).toBe(200);
    await turn();
    expect(settings()).toHaveLength(1);
    state.failure = undefined;
    expect((await client.call('zones.zone.get', { params: { zone_id: zoneId } })).status).toBe(200);
    expect(state.at(`zones/${zoneId}/settings`)).toHaveLength(1);
  });

  it('refuses every request whose change it may have undone', async () => {
    const { state, mock, set, settings, keeper, zoneId } = start();
    const failures = keeper?.failures;
    mock.world.zone(zoneId)?.settings.put({ id: 'a', value: 1, modified_on: '' });
    state.failure = full;
    expect((await set('on')).status).toBe(507);
    expect(settings()).toEqual([]);
    state.failure = undefined;
    expect(() => keeper?.commit(failures)).toThrow('ENOSPC');
    expect(() => keeper?.commit(keeper.failures)).not.toThrow();
  });

  it('of a reset is made up for by the next write', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { state, mock, set, zoneId } = start();
    await set('on');
    state.failure = full;
    const reset = new Request('http://localhost/_touchstone/reset', { method: 'POST' });
    expect((await mock.fetch(reset)).status).toBe(507);
    expect((await set('on')).status).toBe(507);
    state.failure = undefined;
    expect((await set('off')).status).toBe(200);
    expect(state.at(`zones/${zoneId}/settings`)).toMatchObject([{ value: 'off' }]);
    logged.mockRestore();
  });

  it('keeps the custom hostnames of a zone in step with those of all zones', async () => {
    const { state, mock, client, zoneId } = start();
    const params = { zone_id: zoneId };
    const create = (hostname: string) =>
      client.call('custom-hostnames.hostname.create', { params, body: { hostname } });
    await create('one.customer.localhost');
    state.failure = full;
    expect((await create('two.customer.localhost')).status).toBe(507);
    expect(mock.world.customHostnames.count(zoneId)).toBe(1);
    mock.world.removeZone(zoneId);
    expect(() => mock.world.keeper?.commit()).toThrow('ENOSPC');
    expect(mock.world.customHostnames.of(zoneId)).toHaveLength(1);
    expect(mock.world.zones.size).toBe(1);
  });
});

interface Numbered {
  readonly id: string;
  readonly value: number;
}

/** What a collection can be told to do. */
const deed = fc.oneof(
  fc.record({ put: fc.array(fc.record({ id: fc.constantFrom(...'abcdefghijkl'), value: fc.nat(9) })) }),
  fc.record({ remove: fc.array(fc.constantFrom(...'abcdefghijklx')) }),
  fc.record({ order: fc.array(fc.nat(20)) }),
);

const kinds: readonly CollectionKind<Numbered>[] = [
  { id: ({ id }) => id },
  { id: ({ id }) => id, key: ({ id }) => `key ${id}` },
];

describe('the changes of a collection', () => {
  it('make the same collection elsewhere, and undone the former one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.array(deed), fc.array(deed), (kind, before, then) => {
        const collection = new Collection(kind);
        const apply = (deeds: typeof before) => {
          for (const one of deeds) {
            if ('put' in one) collection.put(...one.put);
            else if ('remove' in one) collection.remove(...one.remove);
            else {
              const list = collection.list();
              const ids = [...new Set(one.order)].filter((index) => index < list.length);
              collection.replaceAll(ids.map((index) => list[index] as Numbered));
            }
          }
        };
        apply(before);
        const kept = new KeptNode();
        for (const change of collection.changes('a')) kept.apply(change);
        const records = collection.list();
        const undo: (() => void)[] = [];
        const changes: Change[] = [];
        collection.keepIn(
          new ChangeLog((change, back) => {
            changes.push(change);
            undo.push(back);
          }, 'a'),
        );
        apply(then);
        for (const change of changes) kept.apply(JSON.parse(JSON.stringify(change)));
        const other = new Collection(kind);
        other.load(kept.at('a'));
        expect(other.list()).toEqual(collection.list());
        for (const back of undo.toReversed()) back();
        expect(collection.list()).toEqual(records);
        for (const { id } of records) expect(collection.get(id)).toBe(records.find((one) => one.id === id));
      }),
      { numRuns: 500 },
    );
  });
});

it('a world without state notes nothing', () => {
  const world = new World({ tenants: 'strict', seed: 1 });
  expect(world.keeper).toBeUndefined();
});
