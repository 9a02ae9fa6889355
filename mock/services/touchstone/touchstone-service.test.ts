import { describe, expect, it } from 'vitest';
import { createMock } from '../../create-mock.ts';
import { clientOf, refusalOf } from '../../testing/test-client.ts';

function start() {
  const mock = createMock();
  return { mock, client: clientOf(mock), zone_id: mock.defaults.zoneId };
}

describe('the admin interface', () => {
  it('says where the planes stand and what the seeded world knows', async () => {
    const { mock, client } = start();
    mock.announce({ api: 'http://localhost:1/client/v4' });
    const { status, body } = await client.call('touchstone.info.get', {});
    expect(status).toBe(200);
    expect(body).toEqual(mock.info());
    expect(body).toMatchObject({ name: 'touchstone', api: 'http://localhost:1/client/v4', edge: null });
  });

  it('puts the world back to how it was', async () => {
    const { client } = start();
    await client.call('zones.zone.create', { body: { name: 'shop.localhost', account: {} } });
    expect((await client.call('touchstone.world.reset', {})).body).toEqual({ reset: true });
    const { body } = await client.call('zones.zone.list', {});
    expect(body.result.map(({ name }) => name)).toEqual(['example.localhost']);
  });

  it('lists the newest requests first, and by operation, plane, status and number', async () => {
    const { mock, client, zone_id } = start();
    await client.call('zones.zone.list', {});
    await client.call('zones.zone.get', { params: { zone_id } });
    await client.send({ method: 'GET', path: '/nothing' });
    const list = async (query: {
      operation?: string;
      plane?: 'api' | 'sandbox';
      status?: string;
      limit?: string;
    }) =>
      (await client.call('touchstone.journal.list', { query })).body.map(
        ({ operation, status }) => `${operation} ${status}`,
      );
    expect(await list({})).toEqual(['null 404', 'zones.zone.get 200', 'zones.zone.list 200']);
    expect(await list({ operation: 'zones.zone.get' })).toEqual(['zones.zone.get 200']);
    expect(await list({ status: '404' })).toEqual(['null 404']);
    expect(await list({ plane: 'api', limit: '1' })).toEqual(['null 404']);
    expect(await list({ plane: 'sandbox' })).toEqual([]);
    expect(await list({ limit: '1' })).toEqual(['null 404']);
    expect(mock.findRequest(({ status }) => status === 404)?.url).toContain('/nothing');
  });

  it('freezes, moves and releases the clock', async () => {
    const { mock, client } = start();
    const frozen = await client.call('touchstone.clock.freeze', { body: { at: '2030-01-01T00:00:00Z' } });
    expect(frozen.body).toEqual({ now: '2030-01-01T00:00:00.000000Z', frozen: true });
    const moved = await client.call('touchstone.clock.advance', { body: { seconds: 1.5 } });
    expect(moved.body.now).toBe('2030-01-01T00:00:01.500000Z');
    expect((await client.call('touchstone.clock.get', {})).body).toEqual(moved.body);
    await client.call('touchstone.clock.freeze', { body: {} });
    expect(mock.clock.timestamp()).toBe('2030-01-01T00:00:01.500000Z');
    expect((await client.call('touchstone.clock.release', {})).body.frozen).toBe(false);
    expect(Math.abs(mock.clock.now() - Date.now())).toBeLessThan(5000);
  });

  it.each([
    [
      'a time that the calendar does not have',
      'touchstone.clock.freeze',
      { at: '2030-13-45T25:00:00Z' },
      '/at',
    ],
    ['a time before the epoch', 'touchstone.clock.freeze', { at: '1900-01-01T00:00:00Z' }, '/at'],
    ['a move past the year 9999', 'touchstone.clock.advance', { seconds: 3_153_600_000 }, '/seconds'],
  ] as const)('refuses %s and stays as it was', async (_, operation, body, pointer) => {
    const { mock, client } = start();
    mock.clock.freeze(Date.UTC(9990, 0, 1));
    const path = operation.endsWith('freeze') ? '/freeze' : '/advance';
    const answer = await mock.fetch(
      new Request(`http://localhost/_touchstone/clock${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    );
    expect(refusalOf({ status: answer.status, body: await answer.json() })).toMatchObject({
      status: 400,
      pointer,
    });
    expect((await client.call('touchstone.clock.get', {})).body.now).toBe('9990-01-01T00:00:00.000000Z');
  });

  it('lists the events of one zone, newest first', async () => {
    const { mock, client, zone_id } = start();
    const keys = [{ kty: 'oct', kid: 'a', alg: 'HS256', k: 'a'.repeat(64) }];
    await client.call('token-validation.config.create', {
      params: { zone_id },
      body: {
        title: '',
        description: '',
        token_type: 'jwt',
        token_sources: ['http.request.headers["x-token"][0]'],
        credentials: { keys },
      },
    });
    for (const path of ['first', 'second']) {
      await mock.edge(new Request(`http://example.localhost/${path}`, { headers: { 'x-token': 'junk' } }));
    }
    const list = async (query: { limit?: string }) =>
      (await client.call('touchstone.event.list', { params: { zone_id }, query })).body.map(
        ({ clientRequestPath }) => clientRequestPath,
      );
    expect(await list({})).toEqual(['/second', '/first']);
    expect(await list({ limit: '1' })).toEqual(['/second']);
    expect(mock.events().map(({ clientRequestPath }) => clientRequestPath)).toEqual(['/second', '/first']);
  });

  it('answers 403 and 9109 for the events of a zone that is not there', async () => {
    const { client } = start();
    const reply = await client.call('touchstone.event.list', { params: { zone_id: 'f'.repeat(32) } });
    expect(refusalOf(reply)).toMatchObject({ status: 403, code: 9109 });
  });
});
