import type { Zone } from '../zones/schemas.ts';

/** How many custom hostnames a zone may have. */
export interface HostnameQuota {
  /** What its plan includes. */
  readonly allocated: number;
  /** Where creations begin to be refused. */
  readonly hard_cap: number;
}

const included: HostnameQuota = { allocated: 100, hard_cap: 50_000 };

/** Quotas by plan (inferred: the fact sheet gives their members and no numbers). */
export const hostnameQuotas: Readonly<Record<Zone['plan']['legacy_id'], HostnameQuota>> = {
  free: included,
  pro: included,
  business: included,
  enterprise: { allocated: 50_000, hard_cap: 50_000 },
};

/**
 * Plans whose zones may keep metadata with their hostnames (inferred: the platform grants it zone by zone,
 * and refuses the others with 1413).
 */
export const metadataPlans: readonly Zone['plan']['legacy_id'][] = ['pro', 'business', 'enterprise'];
