import type { ZoneTenant } from '../../world/zone-tenant.ts';
import type { RequestContext } from '../request-context.ts';
import type { CompileRuleset, ZoneRulesets } from './compiled-ruleset.ts';
import { type PhaseTrail, runPhase, type Skips } from './run-phase.ts';

export const configurationPhase = 'http_config_settings';

/**
 * The configuration rules. Every matching rule sets its settings, and a later rule overwrites an earlier one
 * (Cloudflare docs, Ruleset JSON object).
 */
export function createConfigurationRules(
  getRulesets: (zone: ZoneTenant) => ZoneRulesets,
  compile: CompileRuleset,
) {
  return async (zone: ZoneTenant, context: RequestContext, skips: Skips): Promise<ConfigurationVerdict> => {
    const decisions: Record<string, unknown> = {};
    const trail = await runPhase({
      phase: configurationPhase,
      rulesets: getRulesets(zone),
      compile,
      context,
      skips,
      onMatch: ({ rule, action }) => {
        if (action === 'set_config') Object.assign(decisions, rule.action_parameters);
        return 'go-on';
      },
    });
    return { decisions, trail };
  };
}

/** The result of the configuration rules for a request. */
export interface ConfigurationVerdict {
  readonly decisions: Decisions;
  readonly trail: PhaseTrail;
}

/**
 * The effective settings of one request, by their `set_config` names, for example `{ content_converter: true }`. A
 * setting is absent when no rule sets it and the zone keeps its default.
 */
export type Decisions = Readonly<Record<string, unknown>>;

/** Settings of the zone that rules can override: cloudflare-typescript, Zones. */
export function zoneDecisions(zone: ZoneTenant): Decisions {
  return zone.settings.get('content_converter')?.value === 'on' ? { content_converter: true } : {};
}
