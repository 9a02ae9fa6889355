import { basePath } from '../../../spec/endpoint.ts';
import { ApiError } from '../../../spec/errors.ts';
import { getActor, type RegisteredCall, type RegisteredHandlers } from '../../api/registered.ts';
import { isObject, type JsonValue, toObject } from '../../engines/openapi/json.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import { userId } from '../../world/credentials.ts';
import { worldDefaults } from '../../world/defaults.ts';
import type { World } from '../../world/world.ts';
import { getAccounts, membershipView } from './account-view.ts';
import { ownerRole } from './roles.ts';

const path = `${basePath}/user`;

/** The user behind the credentials of a mock. What a client has changed is a record. */
export const userHandlers: RegisteredHandlers = {
  'GET /user': (asked) => asked.answer(getUser(asked)),
  'PATCH /user'(asked) {
    const { world } = asked.call;
    const before = getUser(asked);
    const known = world.documented.find(path)?.value;
    const value = { ...toObject(known), ...toObject(asked.body) };
    world.documented.put({ path, collection: path, value });
    return asked.answer({ ...before, ...value });
  },
  'GET /user/organizations': (asked) => asked.list(getOrganizations(asked)),
};

/** Memberships of the user, which are those of the accounts. */
export const membershipHandlers: RegisteredHandlers = {
  'GET /memberships/{membership_id}': (asked) => asked.answer(membershipView(getMembership(asked))),
  'PUT /memberships/{membership_id}'(asked) {
    const account = getMembership(asked);
    const isAccepted = isObject(asked.body) && asked.body['status'] === 'accepted';
    // The user of a mock is a member of all its accounts.
    return isAccepted ? asked.answer(membershipView(account)) : leave(asked);
  },
  'DELETE /memberships/{membership_id}'(asked) {
    getMembership(asked);
    return leave(asked);
  },
};

function getUser(asked: RegisteredCall): Record<string, JsonValue | undefined> {
  const { world } = asked.call;
  return {
    id: userId,
    email: worldDefaults.email,
    first_name: null,
    last_name: null,
    telephone: null,
    country: null,
    zipcode: null,
    two_factor_authentication_enabled: false,
    two_factor_authentication_locked: false,
    suspended: false,
    betas: [],
    has_pro_zones: hasPlan(world, 'pro'),
    has_business_zones: hasPlan(world, 'business'),
    has_enterprise_zones: hasPlan(world, 'enterprise'),
    organizations: getOrganizations(asked),
    ...toObject(world.documented.find(path)?.value),
  };
}

const hasPlan = (world: World, plan: string) =>
  world.zones.list().some(({ zone }) => zone.plan.legacy_id === plan);

function getOrganizations({ call }: RegisteredCall): JsonValue[] {
  return listAccounts(call).map(({ account: { id, name } }) => ({
    id,
    name,
    status: 'member',
    permissions: ['#organization:read', '#organization:edit'],
    roles: [ownerRole.name],
  }));
}

function listAccounts(call: RegisteredCall['call']): AccountTenant[] {
  const actor = getActor(call);
  return actor ? getAccounts(call.world, actor) : [];
}

/** @throws ApiError `document-record-unknown` */
function getMembership({ call, params }: RegisteredCall): AccountTenant {
  const id = params['membership_id'] ?? '';
  const account = listAccounts(call).find((one) => membershipView(one).id === id);
  if (!account) throw new ApiError('document-record-unknown', { path: `${basePath}/memberships/${id}` });
  return account;
}

/** @throws ApiError `document-effect-unkept` */
function leave({ call: { request } }: RegisteredCall): never {
  throw new ApiError('document-effect-unkept', {
    id: 'memberships',
    method: request.method,
    path: '/memberships/{membership_id}',
  });
}
