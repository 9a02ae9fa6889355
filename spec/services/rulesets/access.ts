import type { Permission } from '../../permissions.ts';
import type { PhaseName } from './phases.ts';

/** Where rulesets stand: in a zone, or in an account. */
export type RulesetScope = 'zone' | 'account';

/** What a call does to a ruleset. */
export type RulesetAccess = 'read' | 'edit';

/** The phases that custom, managed and rate limiting rules live in. */
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

/** Permissions of which one opens the rulesets of a scope; the phase decides which one is needed for it. */
export const scopePermissions = { zone, account } as const;

/**
 * Permissions of which one is needed for the rulesets of a phase. Of the phases of a zone that belong to
 * neither the WAF nor the configuration rules either will do (inferred: the platform has one for each).
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
