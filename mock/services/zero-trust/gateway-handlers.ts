import type { RegisteredHandlers } from '../../api/registered.ts';

/** A Zero Trust account is made by a call without a body. */
export const gatewayHandlers: RegisteredHandlers = {
  'POST /accounts/{account_id}/gateway': ({ call, standard }) =>
    standard({ gateway_tag: call.world.ids.hex32() }),
};
