import { ApiError } from '../../../spec/errors.ts';
import { type Ruleset, type RulesetRule, rulesetLimits } from '../../../spec/services/rulesets/schemas.ts';
import type { StoredRuleset } from '../../world/records.ts';
import type { RuleStamp } from './build-rules.ts';
import type { Scene } from './scene.ts';

/** What a write of a ruleset decides. */
export interface RulesetChange {
  readonly description?: string | undefined;
  readonly rules?: readonly RulesetRule[] | undefined;
}

/** Whether a write is only tried: cloudflare-typescript, Rulesets. */
export interface DryRun {
  readonly dry_run?: boolean | undefined;
}

/** Time and ids of a write. A dry run draws no id of the world, so that it leaves no trace at all. */
export function getStamp({ world, clock }: Scene, { dry_run }: DryRun): RuleStamp {
  return { at: clock.timestamp(), newId: dry_run ? passingIds() : () => world.ids.hex32() };
}

/** Ids that differ from each other and are forgotten at once. */
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

/** A ruleset with one more version; the oldest go when there are too many. */
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

/** Keeps a ruleset and gives what the write answers: the ruleset, or null when it was only tried. */
export function settle(
  { rulesets }: Scene,
  stored: StoredRuleset,
  { dry_run }: DryRun,
): Readonly<Ruleset> | null {
  if (dry_run) return null;
  rulesets.put(stored);
  return stored.current;
}
