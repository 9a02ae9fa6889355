import { ApiError } from '../../../spec/errors.ts';
import type { gatewayConditionEndpoints } from '../../../spec/services/touchstone/faults.ts';
import type { Service } from '../../call.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { World } from '../../world/world.ts';

/** The operations that say what gateways meet. */
export function createGatewayConditionOperations(): Service<typeof gatewayConditionEndpoints> {
  return {
    'touchstone.credits.get': ({ world, params }) => ({ result: creditsOf(accountOf(world, params)) }),

    'touchstone.credits.set': ({ world, params, body }) => {
      const account = accountOf(world, params);
      const { credits, plan, neurons_today: neurons } = body;
      account.billing.set(
        {
          ...(credits !== undefined && { credits }),
          ...(plan !== undefined && { plan }),
          ...(neurons !== undefined && { neurons }),
        },
        account.clock.now(),
      );
      return { result: creditsOf(account) };
    },

    'touchstone.guardrails.get': ({ world }) => ({ result: scannerOf(world) }),

    'touchstone.guardrails.set': ({ world, body }) => {
      const { gatewayConditions } = world;
      if (body.words !== undefined) gatewayConditions.words = body.words;
      if (body.failing !== undefined) gatewayConditions.fault = body.failing;
      return { result: scannerOf(world) };
    },

    'touchstone.limits.get': ({ world }) => ({ result: { enforced: world.gatewayConditions.limits } }),

    'touchstone.limits.set': ({ world, body }) => {
      world.gatewayConditions.limits = body.enforced;
      return { result: { enforced: body.enforced } };
    },
  };
}

/** @throws ApiError `account-unknown` */
function accountOf(world: World, { account_id }: { readonly account_id: string }): AccountTenant {
  const account = world.account(account_id);
  if (!account) throw new ApiError('account-unknown');
  return account;
}

function creditsOf({ billing, clock }: AccountTenant) {
  const { credits, plan } = billing;
  return { credits, plan, neurons_today: billing.neuronsToday(clock.now()) };
}

function scannerOf({ gatewayConditions }: World) {
  const { words, fault } = gatewayConditions;
  return { words: [...words], failing: fault };
}
