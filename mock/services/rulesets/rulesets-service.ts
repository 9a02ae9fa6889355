import {
  type accountRulesetEndpoints,
  type endpoints,
  prefixKeys,
  type zoneRulesetEndpoints,
} from '../../../spec/services/rulesets/endpoints.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { Call, Service } from '../../api/call.ts';
import {
  createEntrypointHandlers,
  createRuleHandlers,
  createRulesetHandlers,
  createVersionHandlers,
} from './ruleset-handlers.ts';
import { bindScope, type Scene, type ScopedHandlers } from './scene.ts';

type ZoneEndpoints = typeof zoneRulesetEndpoints;
type AccountEndpoints = typeof accountRulesetEndpoints;

/** Rulesets of zones and accounts: cloudflare-typescript, Rulesets. */
export function createRulesetsService(): Service<typeof endpoints> {
  const handlers: ScopedHandlers = {
    ...createRulesetHandlers(),
    ...createEntrypointHandlers(),
    ...createRuleHandlers(),
    ...createVersionHandlers(),
  };
  const zone: Service<ZoneEndpoints> = bindScope(handlers, sceneOfZone);
  const account: Service<AccountEndpoints> = bindScope(handlers, sceneOfAccount);
  return { ...prefixKeys('rulesets.zone', zone), ...prefixKeys('rulesets.account', account) };
}

function sceneOfZone({ world, clock, zone, actor, restsOn }: Call<ZoneEndpoints['list']>): Scene {
  return {
    world,
    clock,
    actor,
    restsOn,
    scope: 'zone',
    rulesets: zone.rulesets,
    account: world.account(zone.zone.account.id),
    zone: zone.zone,
  };
}

function sceneOfAccount({ world, clock, params, actor, restsOn }: Call<AccountEndpoints['list']>): Scene {
  const account = world.account(params.account_id);
  if (!account) throw new TouchstoneError('account', 'A call for an unknown account reached its handler');
  const { rulesets } = account;
  return { world, clock, actor, restsOn, scope: 'account', rulesets, account, zone: undefined };
}
