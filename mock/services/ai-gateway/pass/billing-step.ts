import { ApiError } from '../../../../spec/errors.ts';
import { gatewayLimits } from '../../../../spec/services/ai-gateway/limits.ts';
import { defaultAlias, type ProviderConfig } from '../../../../spec/services/ai-gateway/provider-configs.ts';
import type { NeuronPrice } from '../../../../spec/services/inference/models/entry.ts';
import type { Usage } from '../../../engines/models/backend.ts';
import type { Charge, GatewayRun, RunCost } from './gateway-run.ts';

/** Dollars for a neuron (inferred: from the public price list). */
const dollarsPerNeuron = 0.011 / 1000;

/** Dollars for a token of a third-party model, one price for all models (inferred). */
const thirdPartyPrice = { input: 2 / 1_000_000, output: 10 / 1_000_000 };

/**
 * What a run is charged to, by request, gateway and keys. Prepaid credits pay for a hosted model only where the path
 * names it: seed, Endpoints.
 */
export function chargeFor({ request, gateway }: GatewayRun, ownKey: boolean): Charge {
  if (!request.hosted) return ownKey ? 'own-key' : 'unified-billing';
  const prepaid = request.byPath && gateway.workers_ai_billing_mode === 'unified';
  return prepaid ? 'prepaid-credits' : 'hosted-models';
}

/** Whether the credits of the account pay; for third-party models they do, in every form. */
const drawsOnCredits = (charge: Charge | undefined) =>
  charge === 'prepaid-credits' || charge === 'unified-billing';

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
  if (billing.neuronsToday(now) >= gatewayLimits.freeNeurons) throw new ApiError('free-allocation-used');
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

/** Neurons of a run of a hosted model. Units other than tokens, such as a picture, count once (inferred). */
function neuronsUsed(prices: readonly NeuronPrice[], { inputTokens, outputTokens }: Usage): number {
  const counts: Readonly<Record<string, number>> = {
    'input token': inputTokens,
    'output token': outputTokens,
  };
  return prices.reduce((sum, { unit, neurons }) => sum + neurons * (counts[unit] ?? 1), 0);
}

type CustomCost = NonNullable<GatewayRun['headers']['cf-aig-custom-cost']>;

/** Dollars by the caller's own prices, `cf-aig-custom-cost`: Cloudflare docs, AI Gateway header glossary. */
function customCost(prices: CustomCost, { inputTokens, outputTokens }: Usage): number {
  if ('total_cost' in prices) return prices.total_cost;
  return inputTokens * (prices.per_token_in ?? 0) + outputTokens * (prices.per_token_out ?? 0);
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
