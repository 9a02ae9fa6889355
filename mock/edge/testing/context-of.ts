import { worldDefaults } from '../../world/defaults.ts';
import { newZone } from '../../world/zone-record.ts';
import { RequestContext } from '../request-context.ts';
import type { TokenVerdicts } from '../token-check.ts';
import type { ZoneRequest } from '../zone-request.ts';

const zone = newZone({
  id: worldDefaults.zoneId,
  name: worldDefaults.zoneName,
  account: { id: worldDefaults.accountId, name: worldDefaults.accountName },
  at: '2026-01-01T00:00:00.000000Z',
});

/** A request as rules see it, without signals, saved operation or custom hostname. */
export function contextOf(
  request: ZoneRequest,
  { now, verdicts = new Map() }: { now: number; verdicts?: TokenVerdicts },
): RequestContext {
  return new RequestContext({
    request,
    zone,
    now,
    verdicts,
    signals: new Map(),
    operation: () => undefined,
    hostnameMetadata: () => undefined,
  });
}
