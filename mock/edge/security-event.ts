import type { SecurityEvent } from '../../spec/services/touchstone/schemas.ts';
import { timestampOf } from '../world/clock.ts';
import type { World } from '../world/world.ts';
import type { Violations } from './violations.ts';
import type { ZoneRequest } from './zone-request.ts';

/** What a decision notes in the security events. */
export interface Finding {
  readonly action: SecurityEvent['action'];
  readonly ruleId: string | null;
  readonly operationId: string | null;
  readonly violations: Violations;
}

/** The security event of one finding, with the member names of the platform's analytics. */
export function securityEvent(
  world: World,
  request: ZoneRequest,
  { action, ruleId, operationId, violations }: Finding,
  ray: string,
  now: number,
): SecurityEvent {
  return {
    id: world.rays.uuid(),
    datetime: timestampOf(now),
    action,
    source: 'apiShieldTokenValidation',
    ruleId,
    operationId,
    rayName: ray,
    clientIP: request.peer.address,
    clientRequestHTTPHost: request.host,
    clientRequestHTTPMethodName: request.method,
    clientRequestPath: request.path,
    clientRequestQuery: request.query === '' ? '' : `?${request.query}`,
    userAgent: request.header('user-agent') ?? '',
    token_validation_violations: violations,
  };
}
