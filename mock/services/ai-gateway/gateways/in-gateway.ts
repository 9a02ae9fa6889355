import type { AnyAnswer } from '../../../api/call.ts';
import type { RegisteredCall, RegisteredHandlers } from '../../../api/registered.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredGateway } from '../../../world/gateway-records.ts';
import { findGateway } from './ensure-gateway.ts';

type InGateway = (
  asked: RegisteredCall,
  found: { readonly account: AccountTenant; readonly gateway: StoredGateway },
) => AnyAnswer;

/** Handlers of operations on what a gateway has. Each refuses for an unknown gateway. */
export const inGateway = (handlers: Readonly<Record<string, InGateway>>): RegisteredHandlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([operation, handle]) => [
      operation,
      (asked) => {
        const { account_id = '', gateway_id = '' } = asked.params;
        return handle(asked, findGateway(asked.call.world, { account_id, gateway_id }));
      },
    ]),
  );

/** What the engine does by itself. */
export const standard = (asked: RegisteredCall): AnyAnswer => asked.standard();
