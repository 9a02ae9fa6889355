import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../spec/client.ts';
import { createMock } from '../../assembly/create-mock.ts';
import { getClient, getRefusal } from '../../assembly/testing/test-client.ts';
import { worldDefaults } from '../../world/defaults.ts';

const { zoneId: zone_id } = worldDefaults;
const params = { zone_id };
const hostname = 'shop.customer.localhost';
const mock = createMock();
const client = getClient(mock);

beforeEach(() => mock.reset());

const create = (name = hostname, more: object = {}, by: Client = client) =>
  by.call('custom-hostnames.hostname.create', { params, body: { hostname: name, ...more } });
const at = (custom_hostname_id: string) => ({ zone_id, custom_hostname_id });

describe('a custom hostname', () => {
  it('below localhost has a lower certainty than another one', async () => {
    expect((await create()).headers.get('touchstone-basis')).toBe('inferred');
    expect((await create('shop.customer.com')).headers.get('touchstone-basis')).toBe('documented');
  });

  it('below localhost is refused by a strict mock', async () => {
    const strict = getClient(createMock({ strictHostnames: true }));
    expect(getRefusal(await create(hostname, {}, strict))).toMatchObject({ status: 400, code: 1409 });
    expect((await create('shop.customer.com', {}, strict)).status).toBe(201);
  });

  it('is refused as a whole, and uses up no ids', async () => {
    const ids = async (faulty: boolean) => {
      mock.reset();
      if (faulty)
        expect((await create(hostname, { custom_metadata: { a: 'x'.repeat(5000) } })).status).toBe(400);
      return (await create()).body.result.id;
    };
    expect(await ids(true)).toBe(await ids(false));
  });
});

describe('the quota', () => {
  const getQuota = async (by: Client) =>
    (await by.call('custom-hostnames.quota.get', { params })).body.result;

  it.each([
    ['free', 100],
    ['enterprise', 50_000],
  ] as const)('of the plan %s includes %i', async (legacy_id, allocated) => {
    await client.call('zones.zone.edit', { params, body: { plan: { legacy_id } } });
    expect(await getQuota(client)).toEqual({ allocated, hard_cap: 50_000, used: 0, exceeded: false });
  });

  it('refuses one above the hard limit, until one is deleted', async () => {
    const two = getClient(createMock({ customHostnameQuota: 2 }));
    const { id } = (await create('one.localhost.com', {}, two)).body.result;
    await create('two.localhost.com', {}, two);
    expect(getRefusal(await create('three.localhost.com', {}, two))).toMatchObject({
      status: 403,
      code: 1405,
    });
    await two.call('custom-hostnames.hostname.delete', { params: at(id) });
    expect((await create('three.localhost.com', {}, two)).status).toBe(201);
    expect(await getQuota(two)).toEqual({ allocated: 2, hard_cap: 2, used: 2, exceeded: false });
  });

  it('adds a message when more are used than a plan includes', async () => {
    await client.call('zones.zone.edit', { params, body: { plan: { legacy_id: 'free' } } });
    for (let count = 0; count < 101; count++) await create(`c${count}.customer.com`);
    expect(await getQuota(client)).toMatchObject({ used: 101, exceeded: true });
  });

  it('refuses every hostname when none is included', async () => {
    const none = getClient(createMock({ customHostnameQuota: 0 }));
    expect(getRefusal(await create(hostname, {}, none))).toMatchObject({ status: 403, code: 1404 });
  });
});
