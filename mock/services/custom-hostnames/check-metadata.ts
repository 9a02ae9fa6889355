import { ApiError } from '../../../spec/errors.ts';
import { customHostnameLimits, metadataPlans } from '../../../spec/services/custom-hostnames/schemas.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';

/** Custom metadata that was accepted, and its JSON text as rules read it. */
export interface CheckedMetadata {
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const pointer = '/custom_metadata';

/**
 * Metadata that a hostname may have.
 *
 * @param without ids of zones without access to custom metadata
 * @throws ApiError `hostname-metadata-denied`, `-wildcard` or `-too-large`
 */
export function checkMetadata(
  zone: ZoneTenant,
  hostname: string,
  value: Readonly<Record<string, unknown>>,
  without: ReadonlySet<string>,
): CheckedMetadata {
  if (without.has(zone.id) || !metadataPlans.includes(zone.zone.plan.legacy_id)) {
    throw new ApiError('hostname-metadata-denied', {}, pointer);
  }
  if (hostname.startsWith('*.')) throw new ApiError('hostname-metadata-wildcard', { hostname }, pointer);
  const text = JSON.stringify(value);
  const size = new TextEncoder().encode(text).length;
  const limit = customHostnameLimits.metadataBytes;
  if (size > limit) throw new ApiError('hostname-metadata-too-large', { size, limit }, pointer);
  return { value, text };
}
