import type { Operation } from '../../spec/services/api-gateway/schemas.ts';
import type { RulesetRule } from '../../spec/services/rulesets/schemas.ts';
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
  readonly customRules: readonly (readonly RulesetRule[])[];
  readonly configurationRules: readonly (readonly RulesetRule[])[];
}

/** What a zone has, without looking at any of it: every request asks, and hardly anybody reads it. */
export function factsOf(zone: ZoneTenant, rulesets: ZoneRulesets, context: RequestContext): ZoneFacts {
  const rulesOf = (phase: Parameters<ZoneRulesets['entrypoints']>[0]) =>
    rulesets.entrypoints(phase).map(({ rules }) => rules);
  return {
    context,
    configs: zone.tokenConfigs.list(),
    operations: zone.operations.list(),
    tokenRules: zone.tokenRules.list(),
    customRules: rulesOf('http_request_firewall_custom'),
    configurationRules: rulesOf('http_config_settings'),
  };
}
