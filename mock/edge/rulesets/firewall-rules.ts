import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';
import { isObject } from '../../../spec/value-kinds.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import { pageResponse } from '../pages.ts';
import type { RequestContext } from '../request-context.ts';
import type { Finding } from '../security-event.ts';
import type { ZoneRequest } from '../zone-request.ts';
import type { CompileRuleset, ZoneRulesets } from './compiled-ruleset.ts';
import { type Match, type PhaseTrail, runPhase, Skips, textOr } from './run-phase.ts';

const phase = 'http_request_firewall_custom';

/** The spelling of actions in events: Cloudflare docs, Firewall events log fields. */
const eventActions: ReadonlyMap<string, SecurityEvent['action']> = new Map([
  ['block', 'block'],
  ['challenge', 'challenge'],
  ['js_challenge', 'jschallenge'],
  ['managed_challenge', 'managedchallenge'],
  ['log', 'log'],
  ['skip', 'skip'],
]);

/** Actions that answer the request in place of the origin. */
const stopping: ReadonlySet<string> = new Set(['block', 'challenge', 'js_challenge', 'managed_challenge']);

/** The result of the custom rules for a request. */
export interface FirewallVerdict {
  readonly findings: readonly Finding[];
  /** The rule that stops the request, if any. */
  readonly stop: Match | undefined;
  readonly skips: Skips;
  readonly trail: PhaseTrail;
}

/**
 * The WAF custom rules, in order: block and the challenges end the phase, log and skip continue (Cloudflare docs, Rules
 * language actions).
 */
export function createFirewallRules(
  getRulesets: (zone: ZoneTenant) => ZoneRulesets,
  compile: CompileRuleset,
) {
  return async (zone: ZoneTenant, context: RequestContext): Promise<FirewallVerdict> => {
    const findings: Finding[] = [];
    const skips = new Skips();
    let stop: Match | undefined;
    const trail = await runPhase({
      phase,
      rulesets: getRulesets(zone),
      compile,
      context,
      skips,
      onMatch: (match) => {
        const finding = toFinding(match, context);
        if (finding) findings.push(finding);
        if (!stopping.has(match.action)) return 'go-on';
        stop = match;
        return 'end-phase';
      },
    });
    return { findings, stop, skips, trail };
  };
}

/** Skips are recorded unless the rule turns `logging` off. */
function toFinding({ rule, rulesetId, action }: Match, { operation }: RequestContext): Finding | undefined {
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

/** What each challenge requires of the visitor; in this mock it can't be passed. */
const challenges: Readonly<Record<string, string>> = {
  challenge: 'an interactive challenge',
  js_challenge: 'a challenge for JavaScript',
  managed_challenge: 'a managed challenge',
};

/**
 * The answer to a request that a custom rule stops: the rule's own response, a challenge page with `cf-mitigated:
 * challenge`, or a block page.
 */
export function firewallAnswer({ rule, action }: Match, request: ZoneRequest, ray: string): Response {
  const challenge = challenges[action];
  if (challenge !== undefined) {
    const lines = [`${request.host} wants ${challenge} before this request goes on.`, `Ray ${ray}`];
    return pageResponse(403, 'One moment', lines, { 'cf-mitigated': 'challenge' });
  }
  const custom = rule.action_parameters?.['response'];
  if (isObject(custom)) return customResponse(custom);
  return pageResponse(403, 'Blocked', [
    `${request.host} refused this request: a rule of the zone forbids it.`,
    `Ray ${ray}`,
  ]);
}

/** Cloudflare docs, Rules language actions: `action_parameters.response` of a block. */
function customResponse(custom: Readonly<Record<string, unknown>>): Response {
  const { status_code, content, content_type } = custom;
  return new Response(textOr(content, ''), {
    status: typeof status_code === 'number' ? status_code : 403,
    headers: {
      'content-type': textOr(content_type, 'text/plain'),
      'cache-control': 'private, no-store',
    },
  });
}
