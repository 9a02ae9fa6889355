import type { ZoneTenant } from '../../world/zone-tenant.ts';
import type { Decisions } from '../decisions.ts';
import type { RequestContext } from '../request-context.ts';
import type { CompileRuleset } from './compiled-ruleset.ts';
import type { ZoneRulesets } from './entrypoints.ts';
import { runPhase } from './run-phase.ts';
import type { Skips } from './skips.ts';

/**
 * The configuration rules: every rule that matches sets what it names, and a later one overwrites an
 * earlier one for the same setting (fact sheet markdown-conversion, section 7.2).
 */
export function createConfigurationRules(
  rulesetsOf: (zone: ZoneTenant) => ZoneRulesets,
  compile: CompileRuleset,
) {
  return async (zone: ZoneTenant, context: RequestContext, skips: Skips): Promise<Decisions> => {
    const decisions: Record<string, unknown> = {};
    await runPhase({
      phase: 'http_config_settings',
      rulesets: rulesetsOf(zone),
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
