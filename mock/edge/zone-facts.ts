import type { Operation } from '../../spec/services/api-gateway/schemas.ts';
import type { StoredTokenConfig, StoredTokenRule } from '../world/records.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import type { RequestContext } from './request-context.ts';
import type { ZoneRulesets } from './rulesets/entrypoints.ts';

/** What a zone had when a request met it. None of it changes in place, so that it can be explained later. */
export interface ZoneFacts {
  readonly context: RequestContext;
  readonly configs: readonly StoredTokenConfig[];
  readonly operations: readonly Operation[];
  readonly tokenRules: readonly StoredTokenRule[];
  readonly rulesets: ZoneRulesets;
}

/** What a zone has, without looking at any of it: every request asks, and hardly anybody reads it. */
export function factsOf(zone: ZoneTenant, rulesets: ZoneRulesets, context: RequestContext): ZoneFacts {
  return {
    context,
    configs: zone.tokenConfigs.list(),
    operations: zone.operations.list(),
    tokenRules: zone.tokenRules.list(),
    rulesets,
  };
}
