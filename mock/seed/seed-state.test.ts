import { expect, it } from 'vitest';
import type { Seed } from '../../spec/seed-file/seed-schema.ts';
import { createMock, type Mock } from '../assembly/create-mock.ts';
import { getClient } from '../assembly/testing/test-client.ts';
import { MemoryState } from '../world/state/testing/memory-state.ts';

const seed: Seed = {
  clock: { frozen_at: '2030-01-01T00:00:00Z' },
  signals: { 'cf.waf.score': 20 },
  zones: [{ name: 'shop.example.localhost' }, { name: 'gone.example.localhost' }],
  accounts: [
    {
      name: 'Other',
      clock: { frozen_at: '2031-01-01T00:00:00Z' },
      faults: [{ operation: 'zones.zone.list', status: 503 }],
    },
  ],
  faults: [
    { operation: 'edge', match: { zone: 'gone.example.localhost' }, status: 500 },
    { status: 502, operation: 'zones.zone.list' },
  ],
  tokens: [{ value: 'a-token-of-the-seed-00000000000000000001', role: 'full' }],
  buckets: [{ name: 'files', objects: { a: 'text' } }],
};

async function start(state = new MemoryState(), seeds: Seed = seed): Promise<Mock> {
  const mock = createMock({ state, seeds });
  await mock.ready();
  return mock;
}

const names = ({ world }: Mock) => world.zones.list().map(({ zone }) => zone.name);

/** What tests control. */
const getControls = (mock: Mock) => ({
  time: mock.clock.timestamp(),
  accountTime: mock.world.accounts
    .list()
    .find(({ account }) => account.name === 'Other')
    ?.clock.timestamp(),
  signals: Object.fromEntries(mock.world.signals),
  faults: mock.faults.list().map(({ fault }) => fault.status),
});

it('is applied to an empty folder only; later starts take its controls', async () => {
  const state = new MemoryState();
  const first = await start(state);
  expect(names(first)).toEqual(['example.localhost', 'shop.example.localhost', 'gone.example.localhost']);
  const controls = getControls(first);
  expect(controls).toEqual({
    time: '2030-01-01T00:00:00.000000Z',
    accountTime: '2031-01-01T00:00:00.000000Z',
    signals: { 'cf.waf.score': 20 },
    faults: [503, 500, 502],
  });
  const gone = first.world.zones.byKey('gone.example.localhost');
  const zone_id = first.world.zones.byKey('shop.example.localhost')?.id ?? '';
  await getClient(first).call('zones.zone.edit', { params: { zone_id }, body: { paused: true } });
  await getClient(first).call('zones.zone.delete', { params: { zone_id: gone?.id ?? '' } });
  const second = await start(state.restarted());
  expect(names(second)).toEqual(['example.localhost', 'shop.example.localhost']);
  expect(second.world.zones.get(zone_id)?.zone.paused).toBe(true);
  expect(getControls(second)).toEqual({ ...controls, faults: [503, 502] });
});

it('is applied again by a reset after a restart, and kept', async () => {
  const first = new MemoryState();
  await start(first);
  const state = first.restarted();
  const mock = await start(state);
  for (let round = 0; round < 2; round++) {
    for (const { id } of mock.world.zones.list()) mock.world.removeZone(id);
    mock.reset();
    await mock.ready();
    expect(names(mock)).toEqual(['example.localhost', 'shop.example.localhost', 'gone.example.localhost']);
    expect(getControls(mock).faults).toEqual([503, 500, 502]);
    const answer = await mock.fetch(new Request('http://localhost/_touchstone/info'));
    expect(answer.status).toBe(200);
    expect(state.at('zones')).toHaveLength(3);
    expect(names(await start(state.restarted()))).toEqual(names(mock));
  }
});

it('stores nothing until it is applied, so that a crash meanwhile leaves an empty folder', async () => {
  const state = new MemoryState();
  const mock = createMock({ state, seeds: seed });
  expect(state.replaced).toBe(0);
  await mock.ready();
  expect(state.replaced).toBe(1);
  const again = state.restarted();
  const restored = await start(again);
  restored.reset();
  // It is being applied.
  expect(again.restarted().kept).toBeUndefined();
  await restored.ready();
  expect(again.restarted().kept).toBeDefined();
});

it('stores nothing if it is refused', async () => {
  const state = new MemoryState();
  const seeds: Seed = { zones: [{ name: 'a.test' }, { name: 'a.test' }] };
  await expect(start(state, seeds)).rejects.toThrow();
  expect(state.replaced).toBe(0);
});

it('is still checked when it is not applied', async () => {
  const state = new MemoryState();
  await start(state, {});
  await expect(start(state.restarted(), { zoness: [] } as Seed)).rejects.toThrow('zoness');
});
