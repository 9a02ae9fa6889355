import { describe, expect, it } from 'vitest';

import { createMock, type Mock } from '../../create-mock.ts';
import { clientOf, refusalOf } from '../../testing/test-client.ts';

function start(options?: Parameters<typeof createMock>[0]) {
  const mock = createMock(options);
  mock.clock.freeze(Date.UTC(2030, 0, 1));
  return { mock, client: clientOf(mock), zone_id: mock.defaults.zoneId };
}

async function create(mock: Mock, ...names: readonly string[]) {
  const zones = [];
  for (const name of names) {
    const { body } = await clientOf(mock).call('zones.zone.create', { body: { name, account: {} } });
    zones.push(body.result);
  }
  return zones;
}

describe('zones.zone.create', () => {
  it('refuses an account that is not there, and one that the token has no rights on', async () => {
    const { mock, client } = start({
      tokens: [{ value: 'limited', permissions: ['Zone Edit'], accounts: ['a'.repeat(32)] }],
    });
    const body = { name: 'a.test', account: { id: 'b'.repeat(32) } };
    expect(refusalOf(await client.call('zones.zone.create', { body }))).toMatchObject({
      status: 403,
      code: 9109,
      pointer: '/account/id',
    });
    const limited = clientOf(mock, { token: 'limited' });
    const denied = await limited.call('zones.zone.create', { body: { name: 'a.test', account: {} } });
    expect(refusalOf(denied)).toMatchObject({ status: 403, code: 9109 });
    expect(mock.world.zones.size).toBe(1);
  });

  it('makes the name of a deleted zone free again', async () => {
    const { mock, client } = start();
    const [zone] = await create(mock, 'a.test');
    await client.call('zones.zone.delete', { params: { zone_id: zone?.id ?? '' } });
    const [again] = await create(mock, 'a.test');
    expect(again?.id).not.toBe(zone?.id);
  });
});

describe('zones.zone.list', () => {
  it('shows a token only the zones it has rights on', async () => {
    const zone_id = '023e105f4ecef8ad9ca31a8372d0c353';
    const { mock } = start({
      tokens: [
        { value: 'one', permissions: ['Zone Read'], zones: [zone_id] },
        { value: 'none', permissions: ['Zone Read'], zones: [] },
      ],
    });
    await create(mock, 'a.test');
    const count = async (token: string) =>
      (await clientOf(mock, { token }).call('zones.zone.list', {})).body.result_info?.total_count;
    expect(await count(mock.defaults.apiToken)).toBe(2);
    expect(await count('one')).toBe(1);
    expect(await count('none')).toBe(0);
  });
});
