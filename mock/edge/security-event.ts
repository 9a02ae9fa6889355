import type { SecurityEvent } from '../../spec/services/touchstone/schemas.ts';
import { toTimestamp } from '../world/clock.ts';
import type { World } from '../world/world.ts';
import type { Signals } from './signals.ts';
import type { Violations } from './token-check.ts';
import type { ZoneRequest } from './zone-request.ts';

/** The parts of a security event that a decision provides. */
export interface Finding {
  readonly source: SecurityEvent['source'];
  readonly action: SecurityEvent['action'];
  readonly ruleId: string | null;
  readonly rulesetId: string | null;
  readonly description: string;
  readonly ref: string;
  readonly operationId: string | null;
  readonly violations: Violations;
}

/** The outcome of the request that a finding is about. */
export interface Outcome {
  readonly ray: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly status: number;
  /** 0 if the request didn't reach the origin. */
  readonly originStatus: number;
  readonly signals: Signals;
}

/**
 * Creates the security event of a finding, with the member names of the platform's analytics.
 *
 * @param matchIndex index of the finding within its request
 */
export function securityEvent(
  world: World,
  request: ZoneRequest,
  { violations, ...finding }: Finding,
  { ray, now, status, originStatus, signals }: Outcome,
  matchIndex: number,
): SecurityEvent {
  return {
    id: world.rays.uuid(),
    datetime: toTimestamp(now),
    ...finding,
    matchIndex,
    rayName: ray,
    clientIP: String(signals.get('ip.src') ?? request.clientAddress),
    clientAsn: String(signals.get('ip.src.asnum') ?? 0),
    clientCountryName: String(signals.get('ip.src.country') ?? ''),
    clientRequestHTTPHost: request.host,
    clientRequestHTTPMethodName: request.method,
    clientRequestHTTPProtocol: 'HTTP/1.1',
    clientRequestPath: request.path,
    clientRequestQuery: request.query === '' ? '' : `?${request.query}`,
    clientRequestScheme: request.secure ? 'https' : 'http',
    userAgent: request.header('user-agent') ?? '',
    edgeColoName: 'TST',
    edgeResponseStatus: status,
    originResponseStatus: originStatus,
    sampleInterval: 1,
    token_validation_violations: violations,
  };
}
