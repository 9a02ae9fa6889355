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
import type { Usage } from '../../../engines/models/backend.ts';
import type { GatewayRun, RunCost } from './gateway-run.ts';

/** What a run is charged to, as request, gateway and keys say. */
export function chargeFor({ request, gateway }: GatewayRun, ownKey: boolean): Charge {
  const { hosted, byPath } = request;
  return getCharge({ hosted, byPath, mode: gateway.workers_ai_billing_mode ?? 'postpaid', ownKey });
}

/**
 * Whether there is something left to pay a run with.
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

/** Takes what a run cost from what it is charged to. What providers charge to a key of the account is not kept here. */
export function settle({ request, charge }: GatewayRun, cost: RunCost, now: number): void {
  const { billing } = request.account;
  if (drawsOnCredits(charge)) billing.draw(cost.dollars, now);
  if (charge === 'hosted-models') billing.use(cost.neurons, now);
}

export const noCost: RunCost = { dollars: 0, neurons: 0, logged: 0 };

const nothing = { inputTokens: 0, outputTokens: 0 };

/** What a run costs that a provider has answered. */
export function getCost({ request, headers, charge }: GatewayRun, usage: Usage = nothing): RunCost {
  const { hosted, model } = request;
  const neurons = hosted ? rounded(neuronsUsed(model.prices ?? [], usage)) : 0;
  const tokens = usage.inputTokens * thirdPartyPrice.input + usage.outputTokens * thirdPartyPrice.output;
  const dollars = rounded(hosted ? neurons * dollarsPerNeuron : tokens);
  const own = headers['cf-aig-custom-cost'];
  // With a key of one's own the provider sends the bill; its log entry tells what that will be.
  return {
    dollars: charge === 'own-key' ? 0 : dollars,
    neurons,
    logged: own === undefined ? dollars : customCost(own, usage),
  };
}

/** More digits than these are noise of the sum. */
function rounded(value: number): number {
  return Math.round(value * 1e12) / 1e12;
}
