import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import type { RequestContext } from '../request-context.ts';
import type { Finding } from '../security-event.ts';
import type { CompileRuleset } from './compiled-ruleset.ts';
import type { ZoneRulesets } from './entrypoints.ts';
import { type Match, runPhase } from './run-phase.ts';
import { Skips } from './skips.ts';

const phase = 'http_request_firewall_custom';

/** Actions as events spell them: fact sheet token-validation, section 6. */
const eventActions: ReadonlyMap<string, SecurityEvent['action']> = new Map([
  ['block', 'block'],
  ['challenge', 'challenge'],
  ['js_challenge', 'jschallenge'],
  ['managed_challenge', 'managedchallenge'],
  ['log', 'log'],
  ['skip', 'skip'],
]);

/** Actions that answer the request in the origin's place. */
const stopping: ReadonlySet<string> = new Set(['block', 'challenge', 'js_challenge', 'managed_challenge']);

/** What the custom rules say of a request. */
export interface FirewallVerdict {
  readonly findings: readonly Finding[];
  /** The rule that stops the request, if one does. */
  readonly stop: Match | undefined;
  readonly skips: Skips;
}

/**
 * The WAF custom rules, in order: block and the challenges end the phase, log and skip go on (fact sheet
 * token-validation, section 9.2).
 */
export function createFirewallRules(rulesetsOf: (zone: ZoneTenant) => ZoneRulesets, compile: CompileRuleset) {
  return async (zone: ZoneTenant, context: RequestContext): Promise<FirewallVerdict> => {
    const findings: Finding[] = [];
    const skips = new Skips();
    let stop: Match | undefined;
    await runPhase({
      phase,
      rulesets: rulesetsOf(zone),
      compile,
      context,
      skips,
      onMatch: (match) => {
        const finding = findingOf(match, context);
        if (finding) findings.push(finding);
        if (!stopping.has(match.action)) return 'go-on';
        stop = match;
        return 'end-phase';
      },
    });
    return { findings, stop, skips };
  };
}

/** Skips are recorded unless their rule says otherwise with `logging`. */
function findingOf({ rule, rulesetId, action }: Match, { operation }: RequestContext): Finding | undefined {
  const eventAction = eventActions.get(action);
  if (!eventAction || (action === 'skip' && rule.logging?.enabled === false)) return undefined;
  return {
    source: 'firewallCustom',
    action: eventAction,
    ruleId: rule.id,
    rulesetId,
    description: rule.description ?? '',
    ref: rule.ref,
    operationId: operation?.operation_id ?? null,
    violations: [],
  };
}
