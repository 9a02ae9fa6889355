import type { z } from 'zod';
import { ApiError } from '../../../spec/errors.ts';
import type { tokenValidationEndpoints } from '../../../spec/services/token-validation/endpoints.ts';
import {
  type ruleCreateBody,
  type ruleEditBody,
  tokenValidationLimits,
} from '../../../spec/services/token-validation/schemas.ts';
import type { Actor } from '../../access/credentials.ts';
import type { Service } from '../../call.ts';
import { includedHosts } from '../../edge/rule-index.ts';
import { compileTokenRule } from '../../edge/token-rules.ts';
import { paginate } from '../../page.ts';
import type { StoredTokenRule } from '../../world/records.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import { checkRuleExpression } from './rule-expression.ts';
import { moveRule } from './rule-order.ts';

type RuleId = Extract<keyof typeof tokenValidationEndpoints, `token-validation.rule.${string}`>;
type Handlers = Omit<Pick<Service<typeof tokenValidationEndpoints>, RuleId>, 'token-validation.rule.preview'>;
type RuleInput = z.output<typeof ruleCreateBody>;
type RuleChange = z.output<typeof ruleEditBody>;
type ListQuery = z.output<(typeof tokenValidationEndpoints)['token-validation.rule.list']['query']>;

/** Where a call happens: all that changing rules needs. */
interface Scene {
  readonly world: World;
  readonly zone: ZoneTenant;
  readonly actor: Actor;
}

/** Token validation rules: seed token-validation, Token validation rule; fact sheet, section 1.5. */
export function createRuleHandlers(): Handlers {
  return {
    'token-validation.rule.list': ({ zone, query }) => {
      const { items, info } = paginate(
        zone.tokenRules.list().filter((rule) => selected(rule, query)),
        query,
      );
      return { result: items, page: info };
    },

    'token-validation.rule.create': (call) => ({
      result: create(call, [{ input: call.body, pointer: '' }])[0] as StoredTokenRule,
    }),

    'token-validation.rule.bulk-create': (call) => ({
      result: create(
        call,
        call.body.map((input, index) => ({ input, pointer: `/${index}` })),
      ),
    }),

    'token-validation.rule.get': ({ zone, params }) => ({ result: findRule(zone, params.rule_id) }),

    'token-validation.rule.edit': (call) => ({
      result: edit(call, [{ id: call.params.rule_id, change: call.body, pointer: '' }])[0] as StoredTokenRule,
    }),

    'token-validation.rule.bulk-edit': (call) => ({
      result: edit(
        call,
        call.body.map(({ id, ...change }, index) => ({ id, change, pointer: `/${index}` })),
      ),
    }),

    'token-validation.rule.delete': ({ zone, params }) => {
      const { id } = findRule(zone, params.rule_id);
      zone.tokenRules.remove(id);
      return { result: { id } };
    },
  };
}

function findRule(zone: ZoneTenant, id: string, pointer?: string): StoredTokenRule {
  const rule = zone.tokenRules.get(id.toLowerCase());
  if (!rule) throw new ApiError('rule-unknown', { id }, pointer);
  return rule;
}

/** Creates all or none, behind the existing rules and in the order of the request (inferred). */
function create({ world, zone, actor }: Scene, items: readonly { input: RuleInput; pointer: string }[]) {
  for (const { input, pointer } of items)
    checkRuleExpression(zone, input.expression, `${pointer}/expression`);
  const count = zone.tokenRules.size + items.length;
  const limit = tokenValidationLimits.rulesPerZone;
  if (count > limit) throw new ApiError('rule-limit', { count, limit });
  const at = zone.clock.timestamp();
  const rules = items.map(
    ({ input }): StoredTokenRule => ({
      id: world.ids.uuid(),
      ...input,
      created_at: at,
      last_updated: at,
      modified_by: actor.email,
    }),
  );
  zone.tokenRules.put(...rules);
  return rules;
}

/** Changes all or none; positions are taken in the order of the request. */
function edit(
  { zone, actor }: Scene,
  items: readonly { id: string; change: RuleChange; pointer: string }[],
): StoredTokenRule[] {
  const last_updated = zone.clock.timestamp();
  const seen = new Set<string>();
  const changed = items.map(({ id, change, pointer }) => {
    const rule = findRule(zone, id, `${pointer}/id`);
    if (seen.has(rule.id)) throw new ApiError('bulk-duplicate', { id }, `${pointer}/id`);
    seen.add(rule.id);
    if (change.expression !== undefined)
      checkRuleExpression(zone, change.expression, `${pointer}/expression`);
    return changedRule(rule, change, { last_updated, modified_by: actor.email });
  });
  const byId = new Map(changed.map((rule) => [rule.id, rule]));
  let rules: readonly StoredTokenRule[] = zone.tokenRules.list().map((rule) => byId.get(rule.id) ?? rule);
  for (const [index, { change, pointer }] of items.entries()) {
    const id = changed[index]?.id;
    if (change.position && id) rules = moveRule(rules, id, change.position, `${pointer}/position`);
  }
  zone.tokenRules.replaceAll(rules);
  return changed;
}

function changedRule(
  rule: StoredTokenRule,
  { title, description, action, enabled, expression, selector }: RuleChange,
  stamp: Pick<StoredTokenRule, 'last_updated' | 'modified_by'>,
): StoredTokenRule {
  return {
    ...rule,
    title: title ?? rule.title,
    description: description ?? rule.description,
    action: action ?? rule.action,
    enabled: enabled ?? rule.enabled,
    expression: expression ?? rule.expression,
    selector: selector ?? rule.selector,
    ...stamp,
  };
}

/** The filters of the list; each of two has two names: fact sheet, section 1.6. */
function selected(rule: StoredTokenRule, query: ListQuery): boolean {
  const ids = [query.id, query.rule_id].filter((id) => id !== undefined);
  const hosts = [query.host, query.hostname].filter((host) => host !== undefined);
  return (
    ids.every((id) => id.toLowerCase() === rule.id) &&
    hosts.every((host) => includedHosts(rule.selector).has(host.toLowerCase())) &&
    (query.action === undefined || rule.action === query.action) &&
    (query.enabled === undefined || rule.enabled === query.enabled) &&
    (query.token_configuration === undefined || namesAny(rule, query.token_configuration))
  );
}

function namesAny(rule: StoredTokenRule, configIds: readonly string[]): boolean {
  const named = compileTokenRule(rule.expression).configIds;
  return configIds.some((id) => named.includes(id.toLowerCase()));
}
