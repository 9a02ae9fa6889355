import { defineMutants } from '../mutant.ts';

const billing = 'mock/services/ai-gateway/pass/billing-step.ts';
const limits = 'mock/services/ai-gateway/pass/request-limits.ts';
const rates = 'spec/services/inference/limits.ts';
const runLog = 'mock/services/ai-gateway/pass/run-log.ts';

/** Who pays for runs. */
export const billingMutants = defineMutants([
  {
    id: 'draws-on-credits-for-other-forms-alone',
    requirement: 'INF-BILL-1',
    does: 'It draws on no prepaid credits for a model that the path names.',
    file: billing,
    replace: "if (charge === 'prepaid-credits') billing.draw",
    by: "if (charge === 'prepaid-credits' && !request.byPath) billing.draw",
  },
  {
    id: 'draws-on-credits-for-every-form',
    requirement: 'INF-BILL-2',
    does: 'It draws on prepaid credits for a hosted model in any form.',
    file: billing,
    replace: 'chargeOf({ hosted, byPath,',
    by: 'chargeOf({ hosted, byPath: byPath || true,',
  },
  {
    id: 'draws-on-credits-of-every-gateway',
    requirement: 'INF-BILL-3',
    does: 'It draws on prepaid credits whatever the gateway says about billing.',
    file: billing,
    replace: "mode: gateway.workers_ai_billing_mode ?? 'postpaid'",
    by: "mode: 'unified'",
  },
  {
    id: 'takes-as-many-requests-without-credits',
    requirement: 'INF-BILL-4',
    does: 'It takes as many requests of a frontier model with prepaid credits as without.',
    file: limits,
    replace: "prepaid: charge === 'prepaid-credits'",
    by: 'prepaid: false',
  },
  {
    id: 'charges-third-parties-to-a-key',
    requirement: 'INF-BILL-5',
    does: 'It notes each run of a third party as one with a key of the account.',
    file: runLog,
    replace: "wholesale: charge === 'unified-billing'",
    by: "wholesale: charge === 'own-key'",
  },
  {
    id: 'takes-one-run-beyond-the-free-allocation',
    requirement: 'INF-BILL-6',
    does: 'It takes one more run when the free allocation is used up.',
    file: billing,
    replace: '>= freeNeurons',
    by: '> freeNeurons',
  },
  {
    id: 'runs-frontier-models-on-the-free-plan',
    requirement: 'INF-BILL-7',
    does: 'It runs frontier models on the free plan until the allocation is used up.',
    file: billing,
    replace: 'if (request.model.frontier)',
    by: 'if (request.model.frontier && billing.neuronsToday(now) >= freeNeurons)',
  },
  {
    id: 'takes-a-frontier-request-too-many',
    requirement: 'INF-BILL-8',
    does: 'It takes 21 requests of a frontier model in a minute without prepaid credits.',
    file: rates,
    replace: 'postpaid: 20',
    by: 'postpaid: 21',
  },
  {
    id: 'takes-a-prepaid-request-too-many',
    requirement: 'INF-BILL-9',
    does: 'It takes 51 requests of a frontier model in a minute with prepaid credits.',
    file: rates,
    replace: 'prepaid: 50',
    by: 'prepaid: 51',
  },
]);
