import { describe, expect, it } from 'vitest';
import { createMock } from '../../../assembly/create-mock.ts';
import { MemoryState } from '../../../world/state/testing/memory-state.ts';

const accountResource = (id: string) => `com.cloudflare.api.account.${id}`;
const zoneResource = (id: string) => `com.cloudflare.api.account.zone.${id}`;

interface Policy {
  readonly effect?: 'allow' | 'deny';
  readonly groups: readonly string[];
  readonly resources: Readonly<Record<string, unknown>>;
}

function open(state?: MemoryState) {
  const mock = createMock(state && { state });
  const { accountId, zoneId, apiToken } = mock.defaults;
  const ask = async (token: string, method: string, path: string, body?: unknown, address = '127.0.0.1') => {
    const response = await mock.fetch(
      new Request(`http://localhost/client/v4${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      }),
      { address, loopback: address === '127.0.0.1' },
    );
    const { result, errors } = (await response.json()) as { result: never; errors: readonly object[] };
    return { status: response.status, result, errors };
  };
  const create = async (policies: readonly Policy[], more: object = {}, path = '/user/tokens') => {
    const body = {
      name: 'test',
      policies: policies.map(({ effect = 'allow', groups, resources }) => ({
        effect,
        resources,
        permission_groups: groups.map((name) => ({ id: name })),
      })),
      ...more,
    };
    const { status, result, errors } = await ask(apiToken, 'POST', path, body);
    expect(errors).toEqual([]);
    expect(status).toBe(200);
    return result as { readonly id: string; readonly value: string };
  };
  const zones = `/zones/${zoneId}`;
  return { mock, accountId, zoneId, apiToken, ask, create, zones, accounts: `/accounts/${accountId}` };
}

const now = Date.parse('2030-01-01T00:00:00Z');

describe('a created token', () => {
  it('has the permissions of each policy at its own resources', async () => {
    const { mock, zoneId, ask, create, zones, accounts, accountId } = open();
    const other = mock.world.addZone({ name: 'other.localhost', accountId });
    const { value } = await create([
      { groups: ['DNS Write'], resources: { [zoneResource(zoneId)]: '*' } },
      { groups: ['Zone Read'], resources: { [zoneResource(other.id)]: '*' } },
      { groups: ['D1 Read'], resources: { [accountResource(accountId)]: '*' } },
    ]);
    const statusOf = async (method: string, path: string, body?: unknown) =>
      (await ask(value, method, path, body)).status;
    expect(await statusOf('GET', `${zones}/dns_records`)).toBe(200);
    expect(await statusOf('GET', zones)).toBe(401);
    expect(await statusOf('GET', `/zones/${other.id}`)).toBe(200);
    expect(await statusOf('GET', `/zones/${other.id}/email/routing/rules`)).toBe(401);
    expect(await statusOf('GET', `${accounts}/d1/database`)).toBe(200);
    expect(await statusOf('POST', `${accounts}/d1/database`, { name: 'shop' })).toBe(401);
    expect((await ask(value, 'GET', '/zones')).result).toMatchObject([{ id: other.id }]);
  });

  it('has all zones of an account, less those that a policy denies', async () => {
    const { mock, accountId, ask, create, zones } = open();
    const elsewhere = mock.tenant();
    const other = mock.world.addZone({ name: 'other.localhost', accountId });
    const { value } = await create([
      {
        groups: ['DNS Read'],
        resources: { [accountResource(accountId)]: { [zoneResource('*')]: '*' } },
      },
      { effect: 'deny', groups: ['DNS Read'], resources: { [zoneResource(other.id)]: '*' } },
    ]);
    expect((await ask(value, 'GET', `${zones}/dns_records`)).status).toBe(200);
    expect((await ask(value, 'GET', `/zones/${other.id}/dns_records`)).status).toBe(403);
    expect((await ask(value, 'GET', `/zones/${elsewhere.zoneId}/dns_records`)).status).toBe(403);
  });

  it('is refused from other addresses than those of its condition', async () => {
    const { ask, create, accountId } = open();
    const condition = { request_ip: { in: ['192.0.2.0/24'], not_in: ['192.0.2.7'] } };
    const { value } = await create(
      [{ groups: ['Account Settings Read'], resources: { [accountResource(accountId)]: '*' } }],
      { condition },
    );
    const from = (address: string) => ask(value, 'GET', '/user/tokens/verify', undefined, address);
    expect((await from('192.0.2.1')).status).toBe(200);
    expect((await from('::ffff:192.0.2.1')).status).toBe(200);
    expect(await from('192.0.2.7')).toMatchObject({
      status: 403,
      errors: [{ code: 9109, message: 'Cannot use the access token from location: 192.0.2.7' }],
    });
    expect((await from('2001:db8::1')).status).toBe(403);
  });

  it('begins and ends by the clock', async () => {
    const { mock, ask, create, accountId, apiToken } = open();
    mock.clock.freeze(now);
    const { id, value } = await create(
      [{ groups: ['Account Settings Read'], resources: { [accountResource(accountId)]: '*' } }],
      { not_before: '2030-01-01T01:00:00Z', expires_on: '2030-01-01T02:00:00Z' },
    );
    const status = async () => (await ask(value, 'GET', '/user/tokens/verify')).status;
    const listed = async () => (await ask(apiToken, 'GET', `/user/tokens/${id}`)).result;
    expect(await status()).toBe(401);
    mock.clock.advance(3600);
    expect(await status()).toBe(200);
    expect(await listed()).toMatchObject({ status: 'active' });
    mock.clock.advance(3600);
    expect(await status()).toBe(401);
    expect(await listed()).toMatchObject({ status: 'expired' });
  });

  it('comes back with snapshots and a restart, and goes with a reset', async () => {
    const state = new MemoryState();
    const first = open(state);
    const { value, id } = await first.create(
      [{ groups: ['D1 Read'], resources: { [accountResource(first.accountId)]: '*' } }],
      {},
      `${first.accounts}/tokens`,
    );
    const reads = async ({ ask, accounts }: ReturnType<typeof open>) =>
      (await ask(value, 'GET', `${accounts}/d1/database`)).status;
    const restore = first.mock.snapshot();
    await first.ask(first.apiToken, 'DELETE', `${first.accounts}/tokens/${id}`);
    expect(await reads(first)).toBe(401);
    restore();
    expect(await reads(first)).toBe(200);
    await first.ask(first.apiToken, 'GET', '/accounts');
    expect(await reads(open(state.restarted()))).toBe(200);
    first.mock.reset();
    expect(await reads(first)).toBe(401);
  });

  it('keeps no text of its value', async () => {
    const { mock, create, accountId } = open();
    const { value } = await create([
      { groups: ['D1 Read'], resources: { [accountResource(accountId)]: '*' } },
    ]);
    expect(JSON.stringify(mock.world.documented.list())).not.toContain(value);
  });

  it('explains a refusal with what is missing', async () => {
    const { mock, ask, create, accountId, accounts } = open();
    const { value } = await create([
      { groups: ['D1 Read'], resources: { [accountResource(accountId)]: '*' } },
    ]);
    await ask(value, 'GET', `${accounts}/pages/projects`);
    expect(mock.findRequest(({ url }) => url.endsWith('/pages/projects'))?.explanation).toContain(
      'It takes one of these permissions: Pages Read, Pages Write. The token has: D1 Read.',
    );
  });

  it('of an account has no user', async () => {
    const { ask, create, accountId, accounts } = open();
    const { value } = await create(
      [{ groups: ['API Tokens Read', 'D1 Read'], resources: { [accountResource(accountId)]: '*' } }],
      {},
      `${accounts}/tokens`,
    );
    const message = 'Valid user-level authentication not found';
    for (const path of ['/user', '/user/tokens'])
      expect(await ask(value, 'GET', path)).toMatchObject({ status: 403, errors: [{ code: 9109, message }] });
    // Wrangler goes on with the accounts after this code.
    expect((await ask(value, 'GET', '/memberships')).errors).toMatchObject([{ code: 10000 }]);
    expect((await ask(value, 'GET', '/user/tokens/verify')).status).toBe(401);
    expect((await ask(value, 'GET', `${accounts}/tokens/verify`)).result).toMatchObject({ status: 'active' });
  });

  it.each([
    ['a permission group that does not exist', { permission_groups: [{ id: 'f'.repeat(32) }] }],
    ['no permission group', { permission_groups: [] }],
    ['a resource that means nothing', { resources: { zone: '*' } }],
    ['no resource', { resources: {} }],
  ])('is not made with %s', async (_, faulty) => {
    const { ask, apiToken, zoneId } = open();
    const policy = {
      effect: 'allow',
      permission_groups: [{ id: '82e64a83756745bbbb1c9c2701bf816b' }],
      resources: { [zoneResource(zoneId)]: '*' },
    };
    const make = (sent: object) =>
      ask(apiToken, 'POST', '/user/tokens', { name: 'test', policies: [{ ...policy, ...sent }] });
    expect((await make({})).status).toBe(200);
    expect((await make(faulty)).status).toBe(400);
    expect((await ask(apiToken, 'GET', '/user/tokens')).result).toHaveLength(1);
  });

  it.each([
    ['a network that is none', { condition: { request_ip: { in: ['192.0.2.0/99'] } } }],
    [
      'an end before its beginning',
      { not_before: '2030-01-02T00:00:00Z', expires_on: '2030-01-01T00:00:00Z' },
    ],
  ])('is not made with %s', async (_, faulty) => {
    const { ask, apiToken, zoneId } = open();
    const policies = [
      {
        effect: 'allow',
        permission_groups: [{ id: '82e64a83756745bbbb1c9c2701bf816b' }],
        resources: { [zoneResource(zoneId)]: '*' },
      },
    ];
    expect((await ask(apiToken, 'POST', '/user/tokens', { name: 'test', policies, ...faulty })).status).toBe(
      400,
    );
  });
});
