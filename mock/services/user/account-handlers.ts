import { ApiError } from '../../../spec/errors.ts';
import type { RegisteredCall, RegisteredHandlers } from '../../api/registered.ts';
import { isObject, type JsonValue } from '../../engines/openapi/json.ts';
import type { Account, AccountTenant } from '../../world/account-tenant.ts';
import { userId } from '../../world/credentials.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { accountView, membershipId } from './account-view.ts';
import { ownerRole, roles } from './roles.ts';

/** Accounts: those of the world. */
export const accountHandlers: RegisteredHandlers = {
  'POST /accounts'({ call: { world }, body, answer }) {
    // The register has the shape of a body.
    const { name, type } = body as unknown as Account;
    const account = world.addAccount(world.ids.hex32(), name);
    world.changeAccount(account, { type });
    return answer(accountView(account));
  },
  'GET /accounts/{account_id}': (asked) => asked.answer(accountView(getAccount(asked))),
  'PUT /accounts/{account_id}'(asked) {
    const { name, type, settings } = asked.body as unknown as Account;
    const account = getAccount(asked);
    asked.call.world.changeAccount(account, {
      name,
      type,
      settings: settings && { ...account.account.settings, ...settings },
    });
    return asked.answer(accountView(account));
  },
  'DELETE /accounts/{account_id}'(asked) {
    const account = getAccount(asked);
    asked.call.world.removeAccount(account);
    return asked.answer({ id: account.id });
  },
};

function getAccount({ call: { world }, params }: RegisteredCall): AccountTenant {
  const account = world.accounts.get(params['account_id'] ?? '');
  if (!account) throw new ApiError('account-unknown');
  return account;
}

/** Roles are the same in all accounts. */
export const roleHandlers: RegisteredHandlers = {
  'GET /accounts/{account_id}/roles': ({ list }) => list(roles),
  'GET /accounts/{account_id}/roles/{role_id}': ({ params, answer, call: { request } }) => {
    const role = roles.find(({ id }) => id === params['role_id']);
    if (!role) throw new ApiError('document-record-unknown', { path: new URL(request.url).pathname });
    return answer(role);
  },
};

const members = '/accounts/{account_id}/members';

/** Members of an account: its owner, and those that were invited. An invitation stays pending: nobody reads it. */
export const memberHandlers: RegisteredHandlers = {
  [`GET ${members}`]: (asked) =>
    asked.list([
      getOwner(asked),
      ...asked
        .collection(members)
        .list()
        .map(({ value }) => value),
    ]),
  [`POST ${members}`](asked) {
    const { email, status = 'pending', ...given } = asked.body as Record<string, JsonValue>;
    const user = { email, id: null, first_name: null, last_name: null };
    return asked.answer(asked.collection(members).add({ ...withRoles(given), email, status, user }).value);
  },
  [`GET ${members}/{member_id}`]: (asked) =>
    asked.answer(isOwner(asked) ? getOwner(asked) : asked.collection(members).get(getId(asked)).value),
  [`PUT ${members}/{member_id}`](asked) {
    if (isOwner(asked)) throw new ApiError('access-denied');
    const given = withRoles(asked.body as Record<string, JsonValue>);
    return asked.answer(asked.collection(members).change(getId(asked), given).value);
  },
  [`DELETE ${members}/{member_id}`](asked) {
    if (isOwner(asked)) throw new ApiError('access-denied');
    asked.collection(members).remove(getId(asked));
    return asked.answer({ id: getId(asked) });
  },
};

const getId = ({ params }: RegisteredCall) => params['member_id'] ?? '';

const isOwner = (asked: RegisteredCall) => getId(asked) === membershipId(getAccount(asked).id);

const getOwner = (asked: RegisteredCall): JsonValue => ({
  id: membershipId(getAccount(asked).id),
  email: worldDefaults.email,
  status: 'accepted',
  user: {
    id: userId,
    email: worldDefaults.email,
    first_name: null,
    last_name: null,
    two_factor_authentication_enabled: false,
  },
  roles: [ownerRole],
});

/** Roles are sent as ids, and answered whole. @throws ApiError `body-invalid` */
function withRoles(given: Record<string, JsonValue>): Record<string, JsonValue> {
  if (!Array.isArray(given['roles'])) return given;
  const named = (given['roles'] as readonly JsonValue[]).map((sent, index) => {
    const id = isObject(sent) ? sent['id'] : sent;
    const role = roles.find((one) => one.id === id);
    if (!role)
      throw new ApiError(
        'body-invalid',
        { field: 'roles', problem: `has no role ${String(id)}` },
        `/roles/${index}`,
      );
    return role;
  });
  return { ...given, roles: named };
}
