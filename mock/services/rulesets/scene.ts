import type { Certainty } from '../../../spec/certainty.ts';
import type { EnvelopeEntry } from '../../../spec/envelope.ts';
import {
  keptPhaseMessage,
  type PhaseName,
  phaseOf,
  phasePermissions,
  type RulesetAccess,
  type RulesetScope,
} from '../../../spec/services/rulesets/phases.ts';
import type { Zone } from '../../../spec/services/zones/endpoints.ts';
import { requirePermission } from '../../access/authorize.ts';
import type { Actor } from '../../access/credentials.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { Clock } from '../../world/clock.ts';
import type { Collection } from '../../world/collection.ts';
import type { StoredRuleset } from '../../world/records.ts';
import type { World } from '../../world/world.ts';

/** Where a call happens: all that rulesets need to know of their zone or account. */
export interface Scene {
  readonly world: World;
  readonly clock: Clock;
  readonly actor: Actor;
  readonly restsOn: (certainty: Certainty) => void;
  readonly scope: RulesetScope;
  readonly rulesets: Collection<StoredRuleset>;
  /** The account itself, or the one that the zone belongs to. */
  readonly account: AccountTenant | undefined;
  /** The zone; absent where the rulesets are an account's. */
  readonly zone: Zone | undefined;
}

/**
 * That the caller may do something with the rulesets of a phase.
 *
 * @returns what the answer has to say of the phase: that it is not evaluated, where it is not
 * @throws ApiError `permission-missing`, or `basis-refused` where a kept phase is less than the mock may rest on
 */
export function enterPhase(
  { actor, scope, restsOn }: Scene,
  phase: PhaseName,
  access: RulesetAccess,
): readonly EnvelopeEntry[] {
  requirePermission(actor, phasePermissions(scope, phase, access));
  if (phaseOf(phase).evaluated) return [];
  restsOn('inferred');
  return [keptPhaseMessage(phase)];
}

/** The kind of the entry points of a scope. */
export function entryKind({ scope }: Pick<Scene, 'scope'>): 'zone' | 'root' {
  return scope === 'zone' ? 'zone' : 'root';
}
