/**
 * How a gateway pays for hosted models: seed, Endpoints; cloudflare-typescript, AI Gateway. `unified` draws
 * on prepaid credits, on `/ai/run/{model}` alone.
 */
export const billingModes = ['postpaid', 'unified'] as const;

type BillingMode = (typeof billingModes)[number];

/** What a run would be charged to. */
export type Charge = 'prepaid-credits' | 'hosted-models' | 'unified-billing' | 'own-key';

/** What decides about the charge of a run. */
interface ChargeFacts {
  readonly hosted: boolean;
  /** Whether the model stands in the path. */
  readonly byPath: boolean;
  readonly mode: BillingMode;
  /** Whether the account has a key of its own for the provider. */
  readonly ownKey: boolean;
}

/**
 * What a run is charged to.
 *
 * @example
 * getCharge({ hosted: true, byPath: true, mode: 'unified', ownKey: false }) // 'prepaid-credits'
 * getCharge({ hosted: true, byPath: false, mode: 'unified', ownKey: false }) // 'hosted-models'
 */
export function getCharge({ hosted, byPath, mode, ownKey }: ChargeFacts): Charge {
  if (!hosted) return ownKey ? 'own-key' : 'unified-billing';
  return byPath && mode === 'unified' ? 'prepaid-credits' : 'hosted-models';
}

/** Whether a charge is paid with the credits of the account: models of third parties are, in every form. */
export const drawsOnCredits = (charge: Charge | undefined): boolean =>
  charge === 'prepaid-credits' || charge === 'unified-billing';

/** Dollars that an account of the mock has in prepaid credits at the start (inferred: large enough for tests). */
export const defaultCredits = 1000;

/** Neurons that an account on the free plan may use in a day: Cloudflare docs, Workers AI errors. */
export const freeNeurons = 10_000;

/** Dollars for a neuron (inferred: from the public price list). */
export const dollarsPerNeuron = 0.011 / 1000;

/** Dollars for a token of a third-party model, one price for all of them (inferred). */
export const thirdPartyPrice = { input: 2 / 1_000_000, output: 10 / 1_000_000 } as const;

/** What a run used. */
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
 * Neurons that a run of a hosted model used. What is no token, such as a picture, counts once (inferred).
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

/** What a caller says that a run costs: `cf-aig-custom-cost`, in dollars. */
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
