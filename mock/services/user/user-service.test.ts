import { describe, expect, it } from 'vitest';
import { createMock } from '../../assembly/create-mock.ts';
import { getClient, getRefusal } from '../../assembly/testing/test-client.ts';

const mock = createMock({
  tokens: [
    { value: 'disabled-token', permissions: [], status: 'disabled' },
    { value: 'expired-token', permissions: [], status: 'expired' },
  ],
});

const verify = (token: string) => getClient(mock, { token }).call('user.token.verify', {});

describe('user.token.verify', () => {
  it.each(['disabled-token', 'expired-token'])('answers 401 and 1000 for %s', async (token) => {
    expect(getRefusal(await verify(token))).toMatchObject({
      status: 401,
      code: 1000,
      message: 'Invalid API Token',
    });
  });
});

describe('user.account.list', () => {
  it('lists the accounts that the credential can access', async () => {
    const { accountId, accountName } = mock.defaults;
    const { status, body } = await getClient(mock).call('user.account.list', {});
    expect(status).toBe(200);
    expect(body.result).toEqual([
      {
        id: accountId,
        name: accountName,
        type: 'standard',
        created_on: '2026-01-01T00:00:00.000000Z',
        settings: { enforce_twofactor: false },
      },
    ]);
    expect(body.result_info).toMatchObject({ page: 1, count: 1, total_count: 1 });
  });

  it('has a membership for each', async () => {
    const { body } = await getClient(mock).call('user.membership.list', {});
    const { id, name } = { id: mock.defaults.accountId, name: mock.defaults.accountName };
    expect(body.result).toMatchObject([{ status: 'accepted', account: { id, name } }]);
    expect(body.result[0]?.id).not.toBe(id);
  });

  it('leaves out those of others', async () => {
    const tokens = [{ value: 'elsewhere', permissions: [], accounts: ['f'.repeat(32)] }];
    const client = getClient(createMock({ tokens }), { token: 'elsewhere' });
    expect((await client.call('user.account.list', {})).body.result).toEqual([]);
    expect((await client.call('user.membership.list', {})).body.result).toEqual([]);
  });
});
