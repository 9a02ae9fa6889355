import { ApiError } from '../../../spec/errors.ts';

/**
 * Checks that a zone has the subscription. Every token validation call needs it, and the check comes before any id is
 * looked up and any body is read: alchemy, Cloudflare.TokenValidation.
 *
 * @param unentitledZones ids of zones without the subscription
 * @returns a check that throws ApiError `token-validation-not-entitled`
 *
 * @example
 * const admit = createEntitlement([zoneId]);
 * admit('token-validation.config.list', zoneId); // throws
 * admit('zones.zone.get', zoneId); // passes
 */
export function createEntitlement(
  unentitledZones: readonly string[],
): (operation: string, zoneId: string) => void {
  const without = new Set(unentitledZones);
  return (operation, zoneId) => {
    if (without.has(zoneId) && operation.startsWith('token-validation.')) {
      throw new ApiError('token-validation-not-entitled');
    }
  };
}
