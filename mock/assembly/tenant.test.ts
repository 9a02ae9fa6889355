import { describe, expect, it } from 'vitest';
import { basePath } from '../../spec/endpoint.ts';
import { createMock } from './create-mock.ts';
import { type Tenant, TenantError } from './tenant.ts';
import { getClient } from './testing/test-client.ts';

const noon = Date.UTC(2030, 0, 1, 12);

describe('a tenant', () => {
  it('is named like its zone by default', async () => {
    const { client, zoneId: zone_id } = createMock().tenant();
    const { name, account } = (await client.call('zones.zone.get', { params: { zone_id } })).body.result;
    expect(name).toBe(`${account.name}.example.localhost`);
  });

  it('has an account, a zone and a token for both', async () => {
    const tenant = createMock().tenant({ name: 'Check out' });
    const { status, body } = await tenant.client.call('zones.zone.get', {
      params: { zone_id: tenant.zoneId },
    });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      id: tenant.zoneId,
      name: 'check-out-1.example.localhost',
      account: { id: tenant.accountId, name: 'Check out' },
    });
    expect(tenant.zoneName).toBe(body.result.name);
    expect((await tenant.client.call('user.account.list', {})).body.result).toMatchObject([
      { id: tenant.accountId },
    ]);
  });

  it('adds its token to requests without a credential', async () => {
    const mock = createMock();
    const tenant = mock.tenant();
    const url = `http://localhost${basePath}/user/tokens/verify`;
    const status = async (init: RequestInit) => (await tenant.fetch(new Request(url, init))).status;
    expect(await status({})).toBe(200);
    expect(await status({ headers: { authorization: 'Bearer unknown' } })).toBe(401);
    const post = new Request(`http://localhost${basePath}/zones`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'own.test', account: { id: tenant.accountId } }),
    });
    expect((await tenant.fetch(post)).status).toBe(200);
  });

  it('answers for its zone at the edge', async () => {
    const tenant = createMock({ origin: (_, { zone }) => new Response(zone) }).tenant();
    const answer = await tenant.edge(new Request(`http://api.${tenant.zoneName}/`));
    expect(await answer.text()).toBe(tenant.zoneName);
  });

  it('has its own clock, which dates its records and answers', async () => {
    const mock = createMock();
    const [a, b] = [mock.tenant(), mock.tenant()];
    a.clock.freeze(noon);
    mock.clock.freeze(noon + 5000);
    const answer = await a.fetch(new Request(`http://localhost${basePath}/zones/${a.zoneId}`));
    expect(Date.parse(answer.headers.get('date') ?? '')).toBe(noon);
    expect([a.clock.now(), b.clock.now(), mock.clock.now()]).toEqual([noon, noon + 5000, noon + 5000]);
    const { body } = await a.client.call('zones.zone.create', {
      body: { name: 'own.test', account: { id: a.accountId } },
    });
    expect(body.result.created_on).toBe('2030-01-01T12:00:00.000000Z');
  });

  it('has a journal of requests about it or with its token', async () => {
    const mock = createMock();
    const [a, b] = [mock.tenant(), mock.tenant()];
    await a.client.call('user.token.verify', {});
    await getClient(mock).call('zones.zone.get', { params: { zone_id: a.zoneId } });
    await b.client.call('zones.zone.list', {});
    expect([...a.journal.entries()].map(({ operation }) => operation)).toEqual([
      'zones.zone.get',
      'user.token.verify',
    ]);
    expect(a.journal.find({ operation: 'zones.zone.list' })).toBeUndefined();
    expect([...mock.journal.entries()]).toHaveLength(3);
  });

  it('has overrides that apply to it alone', async () => {
    const mock = createMock();
    const [a, b] = [mock.tenant(), mock.tenant()];
    const status = ({ body }: { readonly body: { readonly result: { readonly status: string } } }) =>
      body.result.status;
    const asked = async () =>
      Promise.all([a, b].map(async ({ client }) => status(await client.call('user.token.verify', {}))));
    const takeBack = a.on('user.token.verify', ({ actor }) => ({
      result: { id: actor.id, status: 'expired' as const },
    }));
    expect(await asked()).toEqual(['expired', 'active']);
    takeBack();
    expect(await asked()).toEqual(['active', 'active']);
  });

  it('restores a snapshot without changing other tenants', async () => {
    const mock = createMock();
    const [a, b] = [mock.tenant(), mock.tenant()];
    const restore = a.snapshot();
    const create = ({ client, accountId }: typeof a, name: string) =>
      client.call('zones.zone.create', { body: { name, account: { id: accountId } } });
    for (let round = 0; round < 2; round++) {
      await Promise.all([create(a, `a${round}.test`), create(b, `b${round}.test`)]);
      restore();
    }
    const count = async ({ client }: typeof a) =>
      (await client.call('zones.zone.list', {})).body.result.length;
    expect([await count(a), await count(b)]).toEqual([1, 3]);
    expect((await a.client.call('user.token.verify', {})).status).toBe(200);
  });

  it('disappears with its token when removed, and ends what waits for it', async () => {
    const mock = createMock();
    const [tenant, other] = [mock.tenant(), mock.tenant()];
    tenant.clock.freeze();
    const slept = tenant.clock.sleep(60_000, new AbortController().signal);
    const log = mock.world.zone(tenant.zoneId)?.events;
    const waited = log?.next(log.end, log.readers);
    tenant.remove();
    tenant.remove();
    await slept;
    expect(await waited).toBe(false);
    expect((await tenant.client.call('user.token.verify', {})).status).toBe(401);
    expect(mock.world.zone(tenant.zoneId)).toBeUndefined();
    expect(() => tenant.snapshot()).toThrow(TenantError);
    expect((await other.client.call('user.token.verify', {})).status).toBe(200);
  });

  it.each([
    ['a reset', (mock: ReturnType<typeof createMock>) => () => mock.reset()],
    ['a snapshot from before it', (mock: ReturnType<typeof createMock>) => mock.snapshot()],
  ])('is gone after %s, and no later tenant reuses its ids', async (_, prepare) => {
    const mock = createMock();
    const goBack = prepare(mock);
    const tenant = mock.tenant();
    goBack();
    expect((await tenant.client.call('user.token.verify', {})).status).toBe(401);
    expect(mock.world.accounts.size).toBe(1);
    const next = mock.tenant();
    expect([next.accountId, next.zoneName, next.apiToken]).not.toContain(tenant.accountId);
    expect(next.zoneName).not.toBe(tenant.zoneName);
    expect(next.apiToken).not.toBe(tenant.apiToken);
  });

  it('is restored with its token by a snapshot of the mock', async () => {
    const mock = createMock();
    const tenant = mock.tenant();
    const restore = mock.snapshot();
    tenant.remove();
    restore();
    expect((await tenant.client.call('user.token.verify', {})).status).toBe(200);
  });

  it('skips a zone name that is in use', async () => {
    const mock = createMock();
    const first = createMock().tenant().zoneName;
    await getClient(mock).call('zones.zone.create', { body: { name: first, account: {} } });
    expect(mock.tenant().zoneName).not.toBe(first);
  });

  it('has the same ids for the same seed, and does not affect those of resources', async () => {
    const made = (tenants: number) => {
      const mock = createMock();
      const names = Array.from({ length: tenants }, () => mock.tenant().accountId);
      return { names, id: mock.world.ids.uuid() };
    };
    expect(made(3).names).toEqual(made(3).names);
    expect(made(3).id).toBe(made(0).id);
  });
});

/** Number of a tenant's repositories with a name. */
async function repositories(tenant: Tenant, name: string): Promise<number> {
  const params = { account_id: tenant.accountId, namespace: 'default' };
  const { body } = await tenant.client.call('artifacts.repos.list', { params });
  return body.result.filter((one) => one.name === name).length;
}

describe('the snapshot of a tenant', () => {
  it('removes later repositories of this tenant, and no others', async () => {
    const mock = createMock();
    const [a, b] = [mock.tenant(), mock.tenant()];
    const restore = a.snapshot();
    for (const { client, accountId } of [a, b]) {
      const params = { account_id: accountId, namespace: 'default' };
      await client.call('artifacts.repos.create', { params, body: { name: 'same' } });
    }
    restore();
    expect([await repositories(a, 'same'), await repositories(b, 'same')]).toEqual([0, 1]);
    b.remove();
    expect((await b.client.call('user.token.verify', {})).status).toBe(401);
  });
});
