import Cloudflare from 'cloudflare';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMock, type Listening } from '../../mock/index.ts';
import { refusal } from './client-refusal.ts';

const mock = createMock();
const { zoneId: zone_id } = mock.defaults;
let planes: Listening;
let client: Cloudflare;

beforeAll(async () => {
  planes = await mock.listen({ port: 0 });
  client = new Cloudflare({ apiToken: mock.defaults.apiToken, baseURL: planes.api, maxRetries: 0 });
});
beforeEach(() => mock.reset());
afterAll(() => planes.close());

const ssl = { method: 'http', type: 'dv' } as const;
const create = (hostname: string, custom_metadata: Record<string, string> = {}) =>
  client.customHostnames.create({ zone_id, hostname, ssl, custom_metadata });

describe('the npm client, unchanged', () => {
  it('reads and changes the setting', async () => {
    expect(await client.zones.settings.get('content_converter', { zone_id })).toEqual({
      id: 'content_converter',
      value: 'off',
      editable: true,
      modified_on: null,
    });
    const changed = await client.zones.settings.edit('content_converter', { zone_id, value: 'on' });
    expect(changed).toMatchObject({ id: 'content_converter', value: 'on' });
    expect(await client.zones.settings.get('content_converter', { zone_id })).toEqual(changed);
  });

  it('throws what the settings refuse', async () => {
    const { settings } = client.zones;
    expect(await refusal(settings.edit('content_converter', { zone_id, value: 'yes' }))).toMatchObject({
      status: 400,
      code: 1007,
    });
    expect(await refusal(settings.get('nonsense', { zone_id }))).toMatchObject({ status: 400, code: 1006 });
  });

  it('creates, reads, changes and deletes a custom hostname', async () => {
    const made = await create('shop.customer.localhost');
    expect(made).toMatchObject({ hostname: 'shop.customer.localhost', status: 'active' });
    const { customHostnames } = client;
    expect(await customHostnames.get(made.id, { zone_id })).toEqual(made);
    const custom_metadata = { content_converter: 'enabled' };
    const changed = await customHostnames.edit(made.id, { zone_id, custom_metadata });
    expect(changed).toEqual({ ...made, custom_metadata });
    expect(await customHostnames.delete(made.id, { zone_id })).toEqual({ id: made.id });
    expect(await refusal(customHostnames.get(made.id, { zone_id }))).toMatchObject({
      status: 404,
      code: 1436,
    });
  });

  it('walks the pages of the list by itself', async () => {
    const made: string[] = [];
    for (let count = 0; count < 12; count++)
      made.push((await create(`c${count}.customer.localhost`)).hostname);
    const listed: string[] = [];
    for await (const { hostname } of client.customHostnames.list({ zone_id, per_page: 5 }))
      listed.push(hostname);
    expect(listed).toEqual(made);
  });

  it.each([
    ['exact', 'one.customer.localhost', ['one.customer.localhost']],
    ['contain', 'customer', ['one.customer.localhost', 'two.customer.localhost']],
    ['startsWith', 'two', ['two.customer.localhost']],
  ])('filters the list by hostname.%s', async (form, wanted, expected) => {
    for (const name of ['one.customer.localhost', 'two.customer.localhost', 'else.localhost'])
      await create(name);
    const page = await client.customHostnames.list({ zone_id, hostname: { [form]: wanted }, ssl: 1 });
    expect(page.result.map(({ hostname }) => hostname)).toEqual(expected);
  });

  it('reads the quota', async () => {
    await create('shop.customer.localhost');
    expect(await client.customHostnames.quota.get({ zone_id })).toMatchObject({ used: 1, exceeded: false });
  });

  it('throws what custom hostnames refuse', async () => {
    await create('shop.customer.localhost');
    expect(await refusal(create('shop.customer.localhost'))).toMatchObject({ status: 409, code: 1406 });
    expect(await refusal(create('shop.example.com'))).toMatchObject({ status: 400, code: 1411 });
  });
});
