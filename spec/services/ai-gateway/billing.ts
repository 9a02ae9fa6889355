/**
 * How a gateway pays for hosted models: seed, Endpoints; cloudflare-typescript, AI Gateway. `unified` uses prepaid
 * credits, only on `/ai/run/{model}`.
 */
export const billingModes = ['postpaid', 'unified'] as const;

type BillingMode = (typeof billingModes)[number];

/** How a run can be charged. */
export type Charge = 'prepaid-credits' | 'hosted-models' | 'unified-billing' | 'own-key';

/** What decides the charge of a run. */
interface ChargeFacts {
  readonly hosted: boolean;
  /** Whether the model is in the path. */
  readonly byPath: boolean;
  readonly mode: BillingMode;
  /** Whether the account has its own key for the provider. */
  readonly ownKey: boolean;
}

/**
 * How a run is charged.
 *
 * @example
 * getCharge({ hosted: true, byPath: true, mode: 'unified', ownKey: false }) // 'prepaid-credits'
 * getCharge({ hosted: true, byPath: false, mode: 'unified', ownKey: false }) // 'hosted-models'
 */
export function getCharge({ hosted, byPath, mode, ownKey }: ChargeFacts): Charge {
  if (!hosted) return ownKey ? 'own-key' : 'unified-billing';
  return byPath && mode === 'unified' ? 'prepaid-credits' : 'hosted-models';
}

/** Whether the credits of the account pay for a charge; for third-party models they do, in every form. */
export const drawsOnCredits = (charge: Charge | undefined): boolean =>
  charge === 'prepaid-credits' || charge === 'unified-billing';

/** Dollars of prepaid credits of an account of the mock at the start (inferred: large enough for tests). */
export const defaultCredits = 1000;

/** Neurons per day for an account on the free plan: Cloudflare docs, Workers AI errors. */
export const freeNeurons = 10_000;

/** Dollars for a neuron (inferred: from the public price list). */
export const dollarsPerNeuron = 0.011 / 1000;

/** Dollars for a token of a third-party model, one price for all models (inferred). */
export const thirdPartyPrice = { input: 2 / 1_000_000, output: 10 / 1_000_000 } as const;

/** The usage of a run. */
interface Consumption {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A price of the catalogue: neurons for one unit. */
interface UnitPrice {
  readonly unit: string;
  readonly neurons: number;
}

/**
 * Neurons of a run of a hosted model. Units other than tokens, such as a picture, count once (inferred).
 *
 * @example
 * neuronsUsed([{ unit: 'input token', neurons: 0.5 }], { inputTokens: 4, outputTokens: 9 }) // 2
 */
export function neuronsUsed(
  prices: readonly UnitPrice[],
  { inputTokens, outputTokens }: Consumption,
): number {
  const counts: Readonly<Record<string, number>> = {
    'input token': inputTokens,
    'output token': outputTokens,
  };
  return prices.reduce((sum, { unit, neurons }) => sum + neurons * (counts[unit] ?? 1), 0);
}

/** The caller's cost of a run: `cf-aig-custom-cost`, in dollars. */
type CustomCost =
  | { readonly total_cost: number }
  | { readonly per_token_in?: number | undefined; readonly per_token_out?: number | undefined };

/**
 * Dollars by the caller's own prices: Cloudflare docs, AI Gateway header glossary.
 *
 * @example
 * customCost({ per_token_in: 0.5 }, { inputTokens: 3, outputTokens: 9 }) // 1.5
 */
export function customCost(prices: CustomCost, { inputTokens, outputTokens }: Consumption): number {
  if ('total_cost' in prices) return prices.total_cost;
  return inputTokens * (prices.per_token_in ?? 0) + outputTokens * (prices.per_token_out ?? 0);
}
