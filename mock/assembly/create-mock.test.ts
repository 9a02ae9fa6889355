import { describe, expect, it } from 'vitest';
import { createMock } from './create-mock.ts';
import { getClient } from './testing/test-client.ts';

const newZone = (name: string) => ({ body: { name, account: {} } });

async function namesIn(mock: ReturnType<typeof createMock>): Promise<string[]> {
  const { body } = await getClient(mock).call('zones.zone.list', {});
  return body.result.map(({ name }) => name);
}

describe('createMock', () => {
  it('creates independent mocks', async () => {
    const a = createMock({ rateLimit: { quota: 1, enforce: true } });
    const b = createMock();
    await getClient(a).call('zones.zone.create', newZone('a.test'));
    a.on('zones.zone.list', () => ({ result: [] }));
    a.clock.freeze(0);
    a.announce({ api: 'http://a' });
    expect(await namesIn(b)).toEqual(['example.localhost']);
    expect(b.clock.frozen).toBe(false);
    expect(b.info().api).toBeNull();
    expect([...b.journal.entries()]).toHaveLength(1);
  });

  it('creates the same ids for the same calls, and others with another seed', async () => {
    const ids = async (seed: number) => {
      const client = getClient(createMock({ seed }));
      const zones = [newZone('a.test'), newZone('b.test')];
      const replies = await Promise.all(zones.map((zone) => client.call('zones.zone.create', zone)));
      return replies.map(({ body }) => body.result.id);
    };
    expect(await ids(1)).toEqual(await ids(1));
    expect(await ids(2)).not.toEqual(await ids(1));
  });

  it('creates the same ids however many reads came before', async () => {
    const create = async (reads: number) => {
      const client = getClient(createMock());
      for (let n = 0; n < reads; n++) await client.call('zones.zone.list', {});
      return (await client.call('zones.zone.create', newZone('a.test'))).body.result.id;
    };
    expect(await create(3)).toBe(await create(0));
  });

  it('restores the initial state at a reset, but keeps its planes', async () => {
    const mock = createMock();
    const client = getClient(mock);
    const { id } = (await client.call('zones.zone.create', newZone('a.test'))).body.result;
    mock.announce({ api: 'http://localhost:1' });
    mock.clock.freeze(0);
    mock.reset();
    expect([...mock.journal.entries()]).toEqual([]);
    expect(mock.clock.frozen).toBe(false);
    expect(mock.info().api).toBe('http://localhost:1');
    expect(await namesIn(mock)).toEqual(['example.localhost']);
    expect((await client.call('zones.zone.create', newZone('a.test'))).body.result.id).toBe(id);
  });

  it('restores a snapshot', async () => {
    const mock = createMock();
    const restore = mock.snapshot();
    await getClient(mock).call('zones.zone.create', newZone('a.test'));
    restore();
    expect(await namesIn(mock)).toEqual(['example.localhost']);
  });

  it('restores a snapshot from before a reset', async () => {
    const mock = createMock();
    await getClient(mock).call('zones.zone.create', newZone('a.test'));
    const restore = mock.snapshot();
    mock.reset();
    restore();
    expect(await namesIn(mock)).toEqual(['example.localhost', 'a.test']);
  });

  it('creates zones and accounts on demand when set to', async () => {
    const mock = createMock({ tenants: 'on-demand' });
    const client = getClient(mock);
    const zone_id = 'c'.repeat(32);
    const zone = await client.call('zones.zone.get', { params: { zone_id } });
    expect(zone.body.result).toMatchObject({ id: zone_id, name: `${zone_id}.localhost` });
    const account = { id: 'd'.repeat(32) };
    const { status } = await client.call('zones.zone.create', { body: { name: 'a.test', account } });
    expect(status).toBe(200);
  });

  it('has no events for an unknown zone', () => {
    expect(createMock().events('f'.repeat(32))).toEqual([]);
  });

  it('accepts a function as origin', async () => {
    const mock = createMock({ origin: (_, { zone, host }) => new Response(`${zone} ${host}`) });
    const answer = await mock.edge(new Request('http://api.example.localhost/'));
    expect(await answer.text()).toBe('example.localhost api.example.localhost');
  });
});
