import { ApiError } from '../../../spec/errors.ts';
import type { PhaseName } from '../../../spec/services/rulesets/phases.ts';
import type { Ruleset, RulesetRule, RulesetSummary } from '../../../spec/services/rulesets/schemas.ts';
import type { StoredRuleset } from '../../world/records.ts';
import { entryKind, type Scene } from './scene.ts';

/** The ruleset with this id. @throws ApiError `ruleset-unknown`. */
export function findRuleset({ rulesets }: Scene, id: string): StoredRuleset {
  const stored = rulesets.get(id);
  if (!stored) throw new ApiError('ruleset-unknown', { id });
  return stored;
}

/** The entry point of a phase, if there is one. */
export function entrypointOf(scene: Scene, phase: PhaseName): StoredRuleset | undefined {
  const kind = entryKind(scene);
  return scene.rulesets.list().find(({ current }) => current.kind === kind && current.phase === phase);
}

/** The entry point of a phase. @throws ApiError `entrypoint-unknown` (404, code 10003). */
export function findEntrypoint(scene: Scene, phase: PhaseName): StoredRuleset {
  const stored = entrypointOf(scene, phase);
  if (!stored) throw new ApiError('entrypoint-unknown', { phase });
  return stored;
}

/** A rule of a ruleset. @throws ApiError `ruleset-rule-unknown`. */
export function findRule({ current: { id, rules } }: StoredRuleset, rule: string): RulesetRule {
  const found = rules.find((one) => one.id === rule);
  if (!found) throw new ApiError('ruleset-rule-unknown', { id, rule });
  return found;
}

/** A version of a ruleset. @throws ApiError `ruleset-version-unknown`. */
export function findVersion({ id, current, older }: StoredRuleset, version: string): Readonly<Ruleset> {
  const found = [current, ...older].find((one) => one.version === version);
  if (!found) throw new ApiError('ruleset-version-unknown', { id, version });
  return found;
}

/** A ruleset as an entry of a list: without its rules. */
export function summaryOf({ rules: _, ...summary }: Readonly<Ruleset>): RulesetSummary {
  return summary;
}
