import type { EnvelopeEntry } from '../../envelope.ts';
import type { Permission } from '../../permissions.ts';

/** Whether the edge evaluates a phase, or only stores it. */
interface Phase {
  /** Actions of the rules of the phase. */
  readonly actions: readonly RulesetAction[];
  /** Whether the mock's edge runs the rules of the phase. */
  readonly evaluated: boolean;
}

/** Every action of the rules: cloudflare-typescript, Rulesets. */
export const rulesetActions = [
  'block',
  'challenge',
  'compress_response',
  'ddos_dynamic',
  'execute',
  'force_connection_close',
  'js_challenge',
  'log',
  'log_custom_field',
  'managed_challenge',
  'redirect',
  'rewrite',
  'route',
  'score',
  'serve_error',
  'set_cache_control',
  'set_cache_settings',
  'set_cache_tags',
  'set_config',
  'skip',
  'transform_response_html',
] as const;

export type RulesetAction = (typeof rulesetActions)[number];

const kept = (...actions: RulesetAction[]): Phase => ({ actions, evaluated: false });
const evaluated = (...actions: RulesetAction[]): Phase => ({ actions, evaluated: true });

/**
 * The phases and their actions. Those of the two evaluated phases are documented; the actions of the others are
 * inferred from the purpose of each phase.
 */
const phases = {
  ddos_l4: kept('execute', 'ddos_dynamic', 'block', 'log'),
  ddos_l7: kept(
    'execute',
    'ddos_dynamic',
    'block',
    'challenge',
    'managed_challenge',
    'log',
    'force_connection_close',
  ),
  http_config_settings: evaluated('set_config'),
  http_custom_errors: kept('serve_error'),
  http_log_custom_fields: kept('log_custom_field'),
  http_ratelimit: kept('block', 'challenge', 'js_challenge', 'managed_challenge', 'log', 'execute'),
  http_request_cache_settings: kept('set_cache_settings'),
  http_request_dynamic_redirect: kept('redirect'),
  http_request_firewall_custom: evaluated(
    'block',
    'challenge',
    'js_challenge',
    'managed_challenge',
    'log',
    'skip',
    'execute',
  ),
  http_request_firewall_managed: kept(
    'execute',
    'skip',
    'block',
    'challenge',
    'js_challenge',
    'managed_challenge',
    'log',
    'score',
  ),
  http_request_late_transform: kept('rewrite'),
  http_request_origin: kept('route'),
  http_request_redirect: kept('redirect'),
  http_request_sanitize: kept('execute', 'rewrite'),
  http_request_sbfm: kept('execute', 'skip', 'block', 'managed_challenge', 'log'),
  http_request_transform: kept('rewrite'),
  http_response_cache_settings: kept('set_cache_control', 'set_cache_tags'),
  http_response_compression: kept('compress_response'),
  http_response_firewall_managed: kept('execute', 'skip', 'block', 'log'),
  http_response_headers_transform: kept('rewrite', 'transform_response_html'),
  magic_transit: kept('block', 'skip', 'log', 'execute'),
  magic_transit_ids_managed: kept('execute', 'block', 'log'),
  magic_transit_managed: kept('execute', 'block', 'skip', 'log'),
  magic_transit_ratelimit: kept('block', 'log'),
} as const satisfies Readonly<Record<string, Phase>>;

export type PhaseName = keyof typeof phases;

export const phaseNames = Object.keys(phases) as readonly PhaseName[];

/** The phase with this name, typed as any phase. */
export function getPhase(name: PhaseName): Phase {
  return phases[name];
}

/** The scope of rulesets: a zone or an account. */
export type RulesetScope = 'zone' | 'account';

/** The access of a call to a ruleset. */
export type RulesetAccess = 'read' | 'edit';

/** The phases of custom, managed and rate limiting rules. */
const wafPhases: ReadonlySet<PhaseName> = new Set([
  'ddos_l7',
  'http_ratelimit',
  'http_request_firewall_custom',
  'http_request_firewall_managed',
  'http_request_sanitize',
  'http_request_sbfm',
  'http_response_firewall_managed',
]);

const waf = { edit: ['Zone WAF Edit'], read: ['Zone WAF Edit', 'Zone WAF Read'] } as const;
const config = { edit: ['Config Rules Edit'], read: ['Config Rules Edit', 'Config Rules Read'] } as const;
const account = {
  edit: ['Account Rulesets Edit'],
  read: ['Account Rulesets Edit', 'Account Rulesets Read'],
} as const;
const zone = {
  edit: [...waf.edit, ...config.edit],
  read: [...waf.read, ...config.read],
} as const;

/** Permissions of which one gives access to the rulesets of a scope; the phase decides which one is required for it. */
export const scopePermissions = { zone, account } as const;

/**
 * Permissions of which one is required for the rulesets of a phase. For phases of a zone outside the WAF and the
 * configuration rules either suffices (inferred: the platform has one for each).
 *
 * @example
 * phasePermissions('zone', 'http_config_settings', 'edit') // ['Config Rules Edit']
 */
export function phasePermissions(
  scope: RulesetScope,
  phase: PhaseName,
  access: RulesetAccess,
): readonly Permission[] {
  if (scope === 'account') return account[access];
  if (phase === 'http_config_settings') return config[access];
  return wafPhases.has(phase) ? waf[access] : zone[access];
}

/** Code of {@link keptPhaseMessage}; ours, since the platform has no such message. */
const keptPhaseCode = 20900;

/** The message of an answer that depends on a phase that the mock stores but does not run. */
export function keptPhaseMessage(phase: PhaseName): EnvelopeEntry {
  return {
    code: keptPhaseCode,
    message: `The phase ${phase} is stored, not evaluated: its rules have no effect on requests here`,
  };
}
