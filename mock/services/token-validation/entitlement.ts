import { ApiError } from '../../../spec/errors.ts';
import type { tokenValidationEndpoints } from '../../../spec/services/token-validation/endpoints.ts';
import type { Service } from '../../call.ts';

type TokenValidation = Service<typeof tokenValidationEndpoints>;

/**
 * The same service with the subscription checked first, before any id is looked up: fact sheet
 * token-validation, section 4.4.
 */
export function requireEntitlement(
  service: TokenValidation,
  unentitledZones: ReadonlySet<string>,
): TokenValidation {
  if (unentitledZones.size === 0) return service;
  const guarded = Object.entries(service).map(([id, handler]) => [
    id,
    (call: Parameters<typeof handler>[0]) => {
      if (unentitledZones.has(call.params.zone_id)) throw new ApiError('token-validation-not-entitled');
      // Each handler still gets the call that was validated for it.
      return (handler as (call: unknown) => unknown)(call);
    },
  ]);
  return Object.fromEntries(guarded) as TokenValidation;
}
