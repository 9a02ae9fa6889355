import type { Contract, ResultOf } from '../../spec/contract.ts';
import type { TestContext } from '../harness/context.ts';

/** A tenant as the target returns it. */
export type MadeTenant = ResultOf<Contract['touchstone.tenant.create']>;

/**
 * Creates a tenant that exists until the end of the test.
 *
 * Its requirements, or its test, have the feature `admin`.
 */
export async function tenantFor(t: TestContext, name = t.title()): Promise<MadeTenant> {
  const { body: tenant } = await t.call('touchstone.tenant.create', { body: { name } });
  const params = { tenant_id: tenant.account_id };
  // The test may have removed it already.
  t.after(() => t.ask('touchstone.tenant.remove', { params }));
  return tenant;
}
