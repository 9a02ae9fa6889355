import { ApiError } from '../../../spec/errors.ts';
import { type Ruleset, type RulesetRule, rulesetLimits } from '../../../spec/services/rulesets/schemas.ts';
import type { StoredRuleset } from '../../world/records.ts';
import type { RuleStamp } from './build-rules.ts';
import type { Scene } from './scene.ts';

/** The conditions of a ruleset write. */
export interface RulesetChange {
  readonly description?: string | undefined;
  readonly rules?: readonly RulesetRule[] | undefined;
}

/** Whether the write is a dry run: cloudflare-typescript, Rulesets. */
export interface DryRun {
  readonly dry_run?: boolean | undefined;
}

/** Time and ids of a write. A dry run uses up no id of the world, so that it leaves no trace. */
export function getStamp({ world, clock }: Scene, { dry_run }: DryRun): RuleStamp {
  return { at: clock.timestamp(), newId: dry_run ? passingIds() : () => world.ids.hex32() };
}

/** Unique throwaway ids. */
function passingIds(): () => string {
  let last = 0;
  return () => (++last).toString(16).padStart(32, '0');
}

/** A new ruleset. @throws ApiError `ruleset-limit`. */
export function firstVersion(
  { rulesets }: Scene,
  { newId, at }: RuleStamp,
  {
    name,
    kind,
    phase,
    description = '',
    rules = [],
  }: Pick<Ruleset, 'name' | 'kind' | 'phase'> & RulesetChange,
): StoredRuleset {
  const limit = rulesetLimits.rulesetsPerScope;
  if (rulesets.size >= limit) throw new ApiError('ruleset-limit', { limit });
  const id = newId();
  const current = { id, name, description, kind, version: '1', last_updated: at, phase, rules: [...rules] };
  return { id, current, older: [] };
}

/** Adds a version to a ruleset; drops the oldest when there are too many. */
export function nextVersion(
  { id, current, older }: StoredRuleset,
  { at }: Pick<RuleStamp, 'at'>,
  { description = current.description, rules = current.rules }: RulesetChange,
): StoredRuleset {
  const version = String(Number(current.version) + 1);
  return {
    id,
    current: { ...current, description, version, last_updated: at, rules: [...rules] },
    older: [current, ...older].slice(0, rulesetLimits.versionsPerRuleset),
  };
}

/** Stores a ruleset and returns the result of the write: the ruleset, or null for a dry run. */
export function settle(
  { rulesets }: Scene,
  stored: StoredRuleset,
  { dry_run }: DryRun,
): Readonly<Ruleset> | null {
  if (dry_run) return null;
  rulesets.put(stored);
  return stored.current;
}
