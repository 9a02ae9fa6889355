import { ApiError } from '../../../../spec/errors.ts';
import {
  type Charge,
  customCost,
  dollarsPerNeuron,
  drawsOnCredits,
  freeNeurons,
  getCharge,
  neuronsUsed,
  thirdPartyPrice,
} from '../../../../spec/services/ai-gateway/billing.ts';
import { defaultAlias, type ProviderConfig } from '../../../../spec/services/ai-gateway/provider-configs.ts';
import type { Usage } from '../../../engines/models/backend.ts';
import type { GatewayRun, RunCost } from './gateway-run.ts';

/** What a run is charged to, by request, gateway and keys. */
export function chargeFor({ request, gateway }: GatewayRun, ownKey: boolean): Charge {
  const { hosted, byPath } = request;
  return getCharge({ hosted, byPath, mode: gateway.workers_ai_billing_mode ?? 'postpaid', ownKey });
}

/**
 * Checks that funds for a run are left.
 *
 * @param now milliseconds since the epoch
 * @throws ApiError `balance-empty`, and on the free plan `model-paid-plan` and `free-allocation-used`
 */
export function checkFunds({ request, charge }: GatewayRun, now: number): void {
  const { billing } = request.account;
  if (drawsOnCredits(charge) && billing.credits <= 0) throw new ApiError('balance-empty');
  if (charge !== 'hosted-models' || billing.plan === 'paid') return;
  if (request.model.frontier) throw new ApiError('model-paid-plan', { model: request.model.id });
  if (billing.neuronsToday(now) >= freeNeurons) throw new ApiError('free-allocation-used');
}

/** Deducts the cost of a run. What providers charge to the account's own key is not recorded here. */
export function settle({ request, charge }: GatewayRun, cost: RunCost, now: number): void {
  const { billing } = request.account;
  if (drawsOnCredits(charge)) billing.draw(cost.dollars, now);
  if (charge === 'hosted-models') billing.use(cost.neurons, now);
}

export const noCost: RunCost = { dollars: 0, neurons: 0, logged: 0 };

const nothing = { inputTokens: 0, outputTokens: 0 };

/** The cost of a run that a provider has answered. */
export function getCost({ request, headers, charge }: GatewayRun, usage: Usage = nothing): RunCost {
  const { hosted, model } = request;
  const neurons = hosted ? rounded(neuronsUsed(model.prices ?? [], usage)) : 0;
  const tokens = usage.inputTokens * thirdPartyPrice.input + usage.outputTokens * thirdPartyPrice.output;
  const dollars = rounded(hosted ? neurons * dollarsPerNeuron : tokens);
  const own = headers['cf-aig-custom-cost'];
  // With the account's own key the provider sends the bill; the log entry states the expected cost.
  return {
    dollars: charge === 'own-key' ? 0 : dollars,
    neurons,
    logged: own === undefined ? dollars : customCost(own, usage),
  };
}

/** Further digits are rounding noise. */
function rounded(value: number): number {
  return Math.round(value * 1e12) / 1e12;
}

/**
 * The account's own key for the provider of a run: the one with the run's alias, or the default one.
 *
 * @returns undefined when the account has none, and unified billing replaces it
 * @throws ApiError `byok-alias-unknown`, and `own-key-needed` when unified billing is not allowed
 */
export function getOwnKey({ request, gateway, headers, provider }: GatewayRun): ProviderConfig | undefined {
  const { account, hosted } = request;
  const alias = headers['cf-aig-byok-alias'];
  if (hosted && alias === undefined) return undefined;
  const keys = keysFor(account.providerConfigs.list(), gateway.id, provider);
  const found = keys.find((key) => (alias === undefined ? isDefault(key) : key.alias === alias));
  if (found) return found;
  if (alias !== undefined) {
    const aliases = keys.map((key) => key.alias).join(', ');
    throw new ApiError('byok-alias-unknown', { provider, alias, aliases });
  }
  if (request.ownKey) return undefined;
  if (gateway.byok_only || headers['cf-aig-no-wholesale']) throw new ApiError('own-key-needed', { provider });
  return undefined;
}

function keysFor(
  configs: readonly { readonly gatewayId: string; readonly resource: ProviderConfig }[],
  gatewayId: string,
  provider: string,
): ProviderConfig[] {
  return configs
    .filter((config) => config.gatewayId === gatewayId && config.resource.provider_slug === provider)
    .map(({ resource }) => resource);
}

function isDefault({ default_config, alias }: ProviderConfig): boolean {
  return default_config || alias === defaultAlias;
}
