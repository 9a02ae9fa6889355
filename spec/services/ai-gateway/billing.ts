/**
 * How a gateway pays for hosted models: seed, Endpoints; fact sheet inference, section 6.8. `unified` draws
 * on prepaid credits, on `/ai/run/{model}` alone.
 */
export const billingModes = ['postpaid', 'unified'] as const;

export type BillingMode = (typeof billingModes)[number];

/** What a run would be charged to. */
export type Charge = 'prepaid-credits' | 'hosted-models' | 'unified-billing' | 'own-key';

/** What decides about the charge of a run. */
export interface ChargeFacts {
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
 * chargeOf({ hosted: true, byPath: true, mode: 'unified', ownKey: false }) // 'prepaid-credits'
 * chargeOf({ hosted: true, byPath: false, mode: 'unified', ownKey: false }) // 'hosted-models'
 */
export function chargeOf({ hosted, byPath, mode, ownKey }: ChargeFacts): Charge {
  if (!hosted) return ownKey ? 'own-key' : 'unified-billing';
  return byPath && mode === 'unified' ? 'prepaid-credits' : 'hosted-models';
}
