import type { Certainty } from '../../../spec/certainty.ts';
import type { BodyOf, ParamsOf, QueryOf } from '../../../spec/contract.ts';
import type { Endpoint, Endpoints } from '../../../spec/endpoint.ts';
import type { EnvelopeEntry } from '../../../spec/envelope.ts';
import { ApiError } from '../../../spec/errors.ts';
import type { zoneRulesetEndpoints } from '../../../spec/services/rulesets/endpoints.ts';
import {
  getPhase,
  keptPhaseMessage,
  type PhaseName,
  phasePermissions,
  type RulesetAccess,
  type RulesetScope,
} from '../../../spec/services/rulesets/phases.ts';
import type { Ruleset, RulesetRule, RulesetSummary } from '../../../spec/services/rulesets/schemas.ts';
import type { Zone } from '../../../spec/services/zones/endpoints.ts';
import { requirePermission } from '../../api/access/authorize.ts';
import type { Answer, Call, Service } from '../../api/call.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { Clock } from '../../world/clock.ts';
import type { Collection } from '../../world/collection.ts';
import type { Actor } from '../../world/credentials.ts';
import type { StoredRuleset } from '../../world/records.ts';
import type { World } from '../../world/world.ts';

/** The context of a call: the facts about its zone or account that rulesets need. */
export interface Scene {
  readonly world: World;
  readonly clock: Clock;
  readonly actor: Actor;
  readonly restsOn: (certainty: Certainty) => void;
  readonly scope: RulesetScope;
  readonly rulesets: Collection<StoredRuleset>;
  /** The account itself, or the account of the zone. */
  readonly account: AccountTenant | undefined;
  /** The zone; absent for an account's rulesets. */
  readonly zone: Zone | undefined;
}

/**
 * Checks the caller's permission for the rulesets of a phase.
 *
 * @returns a message when the phase is not evaluated
 * @throws ApiError `permission-missing`, or `basis-refused` when the mock requires more certainty than a phase that is
 * only stored has
 */
export function enterPhase(
  { actor, scope, restsOn }: Scene,
  phase: PhaseName,
  access: RulesetAccess,
): readonly EnvelopeEntry[] {
  requirePermission(actor, phasePermissions(scope, phase, access));
  if (getPhase(phase).evaluated) return [];
  restsOn('inferred');
  return [keptPhaseMessage(phase)];
}

/** The kind of the entry points of a scope. */
export function entryKind({ scope }: Pick<Scene, 'scope'>): 'zone' | 'root' {
  return scope === 'zone' ? 'zone' : 'root';
}

/** The ruleset with this id. @throws ApiError `ruleset-unknown`. */
export function findRuleset({ rulesets }: Scene, id: string): StoredRuleset {
  const stored = rulesets.get(id);
  if (!stored) throw new ApiError('ruleset-unknown', { id });
  return stored;
}

/** The entry point of a phase, if any. */
export function getEntrypoint(scene: Scene, phase: PhaseName): StoredRuleset | undefined {
  const kind = entryKind(scene);
  return scene.rulesets.list().find(({ current }) => current.kind === kind && current.phase === phase);
}

/** The entry point of a phase. @throws ApiError `entrypoint-unknown` (404, code 10003). */
export function findEntrypoint(scene: Scene, phase: PhaseName): StoredRuleset {
  const stored = getEntrypoint(scene, phase);
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
export function getSummary({ rules: _, ...summary }: Readonly<Ruleset>): RulesetSummary {
  return summary;
}

/** A rule that executes a ruleset of the account: in the account itself, or in one of its zones. */
export function executingRule(
  { world, account }: Pick<Scene, 'world' | 'account'>,
  rulesetId: string,
): RulesetRule | undefined {
  if (!account) return undefined;
  const zones = world.zones.list().filter(({ zone }) => zone.account.id === account.id);
  for (const { rulesets } of [account, ...zones]) {
    for (const { current } of rulesets.list()) {
      const found = current.rules.find(
        ({ action, action_parameters }) => action === 'execute' && action_parameters?.['id'] === rulesetId,
      );
      if (found) return found;
    }
  }
  return undefined;
}

/** The last part of an operation id, the same in both scopes. */
export type ScopedName = keyof typeof zoneRulesetEndpoints;

type Declared<N extends ScopedName> = (typeof zoneRulesetEndpoints)[N];

/** A validated call in either scope. */
export interface ScopedCall<N extends ScopedName> {
  readonly scene: Scene;
  readonly params: Omit<ParamsOf<Declared<N>>, 'zone_id'>;
  readonly query: QueryOf<Declared<N>>;
  readonly body: BodyOf<Declared<N>>;
}

/** The implementation of rulesets for both scopes. */
export type ScopedHandlers = {
  readonly [N in ScopedName]: (call: ScopedCall<N>) => Answer<Declared<N>>;
};

/** Binds the implementation to one scope, as its service. */
export function bindScope<E extends Endpoint, S extends Endpoints>(
  handlers: ScopedHandlers,
  getScene: (call: Call<E>) => Scene,
): Service<S> {
  const bound = Object.entries(handlers).map(([name, handler]) => [
    name,
    // Each handler gets the call of its own endpoint, which the pairs of Object.entries can't express.
    (call: Call<E>) => handler({ ...call, scene: getScene(call) } as never),
  ]);
  // Both scopes have the same endpoints, as far as handlers can tell.
  return Object.fromEntries(bound) as Service<S>;
}
