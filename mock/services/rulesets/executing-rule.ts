import type { RulesetRule } from '../../../spec/services/rulesets/schemas.ts';
import type { Scene } from './scene.ts';

/** A rule that executes a ruleset of the account: one of the account itself, or of a zone in it. */
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
