import type { ZoneTenant } from '../../world/zone-tenant.ts';
import type { RequestContext } from '../request-context.ts';
import type { CompileRuleset, ZoneRulesets } from './compiled-ruleset.ts';
import { runPhase, type Skips } from './run-phase.ts';

/**
 * The configuration rules: every rule that matches sets what it names, and a later one overwrites an
 * earlier one for the same setting (Cloudflare docs, Ruleset JSON object).
 */
export function createConfigurationRules(
  getRulesets: (zone: ZoneTenant) => ZoneRulesets,
  compile: CompileRuleset,
) {
  return async (zone: ZoneTenant, context: RequestContext, skips: Skips): Promise<Decisions> => {
    const decisions: Record<string, unknown> = {};
    await runPhase({
      phase: 'http_config_settings',
      rulesets: getRulesets(zone),
      compile,
      context,
      skips,
      onMatch: ({ rule, action }) => {
        if (action === 'set_config') Object.assign(decisions, rule.action_parameters);
        return 'go-on';
      },
    });
    return decisions;
  };
}

/**
 * The settings in force for one request, by the names that `set_config` gives them, for example
 * `{ content_converter: true }`. A setting that no rule chose and that the zone leaves at its default is
 * absent.
 */
export type Decisions = Readonly<Record<string, unknown>>;

/** Settings of the zone itself that rules can overrule: cloudflare-typescript, Zones. */
export function zoneDecisions(zone: ZoneTenant): Decisions {
  return zone.settings.get('content_converter')?.value === 'on' ? { content_converter: true } : {};
}
