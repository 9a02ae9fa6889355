import type { Contract, ResultOf } from '../../spec/contract.ts';
import type { TestContext } from '../harness/context.ts';

/** A tenant as the target tells of it. */
export type MadeTenant = ResultOf<Contract['touchstone.tenant.create']>;

/**
 * Makes a tenant that is there until the test is over.
 *
 * Its requirements, or its test, have the feature `admin`.
 */
export async function tenantFor(t: TestContext, name = t.title()): Promise<MadeTenant> {
  const { body: tenant } = await t.call('touchstone.tenant.create', { body: { name } });
  const params = { tenant_id: tenant.account_id };
  // It may have been removed since.
  t.after(() => t.ask('touchstone.tenant.remove', { params }));
  return tenant;
}
