import { describe, expect, it } from 'vitest';
import { createMock } from '../create-mock.ts';
import type { Tenant } from './tenant.ts';

/** How many repositories of a name a tenant has. */
async function repositories(tenant: Tenant, name: string): Promise<number> {
  const params = { account_id: tenant.accountId, namespace: 'default' };
  const { body } = await tenant.client.call('artifacts.repos.list', { params });
  return body.result.filter((one) => one.name === name).length;
}

describe('the snapshot of a tenant', () => {
  it('takes back the repositories that it made since, and those of no other', async () => {
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
