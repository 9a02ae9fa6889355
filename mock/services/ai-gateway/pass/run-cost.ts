import {
  customCost,
  dollarsPerNeuron,
  neuronsUsed,
  thirdPartyPrice,
} from '../../../../spec/services/ai-gateway/billing.ts';
import type { Usage } from '../../../engines/models/backend.ts';
import type { Passage, RunCost } from './passage.ts';

export const noCost: RunCost = { dollars: 0, neurons: 0, logged: 0 };

const nothing = { inputTokens: 0, outputTokens: 0 };

/** What a run costs that a provider has answered. */
export function costOf({ request, headers, charge }: Passage, usage: Usage = nothing): RunCost {
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
