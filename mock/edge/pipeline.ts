import type { Operation } from '../../spec/services/api-gateway/endpoints.ts';
import type { StoredTokenConfig, StoredTokenRule } from '../world/records.ts';
import type { World } from '../world/world.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { RequestContext } from './request-context.ts';
import { createZoneIndex } from './rule-index.ts';
import { createRulesetCompiler, createZoneRulesets, type ZoneRulesets } from './rulesets/compiled-ruleset.ts';
import {
  configurationPhase,
  createConfigurationRules,
  type Decisions,
  zoneDecisions,
} from './rulesets/configuration-rules.ts';
import { createFirewallRules } from './rulesets/firewall-rules.ts';
import type { Match, PhaseTrail } from './rulesets/run-phase.ts';
import type { Finding } from './security-event.ts';
import type { Signals } from './signals.ts';
import { createTokenCheck } from './token-check.ts';
import { createTokenRules, type TokenRulesVerdict } from './token-rules.ts';
import { customHostnameFor } from './zone-by-host.ts';
import type { ZoneRequest } from './zone-request.ts';

/** The judgement of a zone's rules on a request. */
export type Judgement = {
  readonly findings: readonly Finding[];
  /** The data that the rules ran on, to explain the judgement. */
  readonly facts: ZoneFacts;
  readonly trail: ZoneTrail;
} & (
  | /** A custom rule stops it. */ { readonly outcome: 'stopped'; readonly match: Match }
  | /** A token validation rule stops it. */ { readonly outcome: 'token-refused' }
  | /** It goes to the origin, under these settings. */ {
      readonly outcome: 'passed';
      readonly decisions: Decisions;
    }
);

export interface PipelineParts {
  readonly world: World;
  /** Allowed clock skew in seconds for `exp` and `nbf` of tokens. */
  readonly leewaySeconds: number;
}

/**
 * Runs a request through its zone before it reaches the origin, in this order:
 *
 * 1. check the token configurations of the zone, so that all later rules can read claims
 * 2. run the WAF custom rules, the account's before the zone's; the first that blocks or challenges decides
 * 3. run the token validation rule of the request's saved operation
 * 4. run the configuration rules, which set the treatment of the answer
 *
 * Claims in custom rules: seed token-validation, What the service does, 4. That custom rules come before token
 * validation rules is inferred; it shows only in which of the two is recorded.
 */
export function createPipeline({ world, leewaySeconds }: PipelineParts) {
  const indexOf = createZoneIndex();
  const getRulesets = createZoneRulesets(world);
  const compile = createRulesetCompiler();
  const anyCaseBearer = world.stances.get('edge.bearer.any-case');
  const checkTokens = createTokenCheck({ leewaySeconds, anyCaseBearer });
  const firewallRules = createFirewallRules(getRulesets, compile);
  const tokenRules = createTokenRules(indexOf);
  const configurationRules = createConfigurationRules(getRulesets, compile);

  /** `now` is in milliseconds since the epoch. */
  return async function judge(
    zone: ZoneTenant,
    request: ZoneRequest,
    { signals, ray, now }: { readonly signals: Signals; readonly ray: string; readonly now: number },
  ): Promise<Judgement> {
    const verdicts = await checkTokens(zone, request, now);
    const context = new RequestContext({
      request,
      zone: zone.zone,
      now,
      verdicts,
      signals,
      ray,
      operation: () => indexOf(zone).operations.match(request.method, request.host, request.path),
      hostnameMetadata: () => customHostnameFor(world, request.host)?.metadata,
    });

    const rulesets = getRulesets(zone);
    const facts = {
      context,
      leewaySeconds,
      // None of these changes in place, so they can be explained later.
      configs: zone.tokenConfigs.list(),
      operations: zone.operations.list(),
      tokenRules: zone.tokenRules.list(),
      rulesets,
    };
    const { findings, stop, skips, trail: customRules } = await firewallRules(zone, context);
    const unreached = {
      entrypoints: rulesets.entrypoints(configurationPhase),
      runs: [],
      over: 'unreached',
    } as const;
    const trail = { customRules, configurationRules: unreached };
    if (stop) return { outcome: 'stopped', facts, findings, match: stop, trail };

    const applied = await tokenRules(zone, context);
    const { finding: tokenFinding } = applied;
    const all = tokenFinding ? [...findings, tokenFinding] : findings;
    if (tokenFinding?.action === 'block') {
      return { outcome: 'token-refused', facts, findings: all, trail: { ...trail, applied } };
    }
    const chosen = await configurationRules(zone, context, skips);
    return {
      outcome: 'passed',
      facts,
      findings: all,
      decisions: { ...zoneDecisions(zone), ...chosen.decisions },
      trail: { customRules, applied, configurationRules: chosen.trail },
    };
  };
}

/** A zone's configuration at the time of a request. */
export interface ZoneFacts {
  readonly context: RequestContext;
  readonly configs: readonly StoredTokenConfig[];
  readonly operations: readonly Operation[];
  readonly tokenRules: readonly StoredTokenRule[];
  readonly rulesets: ZoneRulesets;
  /** Allowed clock skew of tokens in seconds. */
  readonly leewaySeconds: number;
}

/** What the rules of a zone did with a request. */
export interface ZoneTrail {
  readonly customRules: PhaseTrail;
  /** Absent if a custom rule stopped the request. */
  readonly applied?: TokenRulesVerdict;
  readonly configurationRules: PhaseTrail;
}
