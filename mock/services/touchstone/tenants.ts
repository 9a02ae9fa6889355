import { ApiError } from '../../../spec/errors.ts';
import type { tenantEndpoints } from '../../../spec/services/touchstone/state.ts';
import type { Service } from '../../call.ts';
import type { TenantRecord, Tenants } from '../../tenants/tenants.ts';

/** The operations by which tenants are made and removed. */
export function createTenantOperations(tenants: Tenants): Service<typeof tenantEndpoints> {
  return {
    'touchstone.tenant.list': () => ({ result: tenants.list().map(shown) }),

    'touchstone.tenant.create': ({ body }) => ({ result: shown(tenants.create(body)) }),

    'touchstone.tenant.remove': ({ params: { tenant_id: id } }) => {
      if (!tenants.remove(id)) throw new ApiError('tenant-unknown', { id });
      return { result: { account_id: id } };
    },
  };
}

const shown = ({ name, accountId, zoneId, zoneName, apiToken }: TenantRecord) => ({
  name,
  account_id: accountId,
  zone_id: zoneId,
  zone_name: zoneName,
  api_token: apiToken,
});
