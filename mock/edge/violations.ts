import type { SecurityEvent } from '../../spec/services/touchstone/schemas.ts';
import type { TokenVerdicts } from './token-check.ts';

export type Violations = SecurityEvent['token_validation_violations'];

/** Why the configurations that a rule names did not see a valid token. */
export function ruleViolations(verdicts: TokenVerdicts, configIds: Iterable<string>): Violations {
  const violations: Violations = [];
  for (const id of configIds) {
    const verdict = verdicts.get(id)?.verdict;
    if (verdict?.valid) continue;
    violations.push({ token_configuration_id: id, reason: verdict?.reason ?? 'missing_token' });
  }
  return violations;
}

/**
 * Invalid tokens that no rule asked about. A value that is a valid token of another configuration is not a
 * violation: two identity providers may share a header (inferred).
 */
export function unruledViolations(verdicts: TokenVerdicts): Violations {
  const violations: Violations = [];
  for (const [id, { verdict, value }] of verdicts) {
    if (!verdict.present || verdict.valid) continue;
    let accepted = false;
    for (const other of verdicts.values()) accepted ||= other.verdict.valid && other.value === value;
    if (!accepted) violations.push({ token_configuration_id: id, reason: verdict.reason });
  }
  return violations;
}
