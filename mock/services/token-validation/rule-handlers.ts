import type { z } from 'zod';
import { ApiError } from '../../../spec/errors.ts';
import type { endpoints } from '../../../spec/services/token-validation/endpoints.ts';
import {
  type Position,
  type ruleCreateBody,
  type ruleEditBody,
  tokenValidationLimits,
} from '../../../spec/services/token-validation/schemas.ts';
import type { Service } from '../../api/call.ts';
import { paginate } from '../../api/page.ts';
import { includedHosts } from '../../edge/rule-index.ts';
import { compileTokenRule } from '../../edge/token-rules.ts';
import { ExpressionError } from '../../engines/expressions/index.ts';
import type { Actor } from '../../world/credentials.ts';
import type { StoredTokenRule } from '../../world/records.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';

type RuleId = Extract<keyof typeof endpoints, `token-validation.rule.${string}`>;
type Handlers = Omit<Pick<Service<typeof endpoints>, RuleId>, 'token-validation.rule.preview'>;
type RuleInput = z.output<typeof ruleCreateBody>;
type RuleChange = z.output<typeof ruleEditBody>;
type ListQuery = z.output<(typeof endpoints)['token-validation.rule.list']['query']>;

/** Where a call applies: all that changes to rules need. */
interface Scene {
  readonly world: World;
  readonly zone: ZoneTenant;
  readonly actor: Actor;
}

/**
 * Token validation rules: seed token-validation, Token validation rule; cloudflare-typescript, Token
 * validation.
 */
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

/**
 * Creates all or none, after the existing rules and in the order of the request (inferred), except those with another
 * position.
 */
function create({ world, zone, actor }: Scene, items: readonly { input: RuleInput; pointer: string }[]) {
  for (const { input, pointer } of items)
    checkRuleExpression(zone, input.expression, `${pointer}/expression`);
  const count = zone.tokenRules.size + items.length;
  const limit = tokenValidationLimits.rulesPerZone;
  if (count > limit) throw new ApiError('rule-limit', { count, limit });
  const at = zone.clock.timestamp();
  const rules = items.map(
    ({ input: { position: _, ...input } }): StoredTokenRule => ({
      id: world.ids.uuid(),
      ...input,
      created_at: at,
      last_updated: at,
      modified_by: actor.email,
    }),
  );
  const moves = items.flatMap(({ input: { position }, pointer }, index) => {
    const id = rules[index]?.id;
    return position && id ? [{ id, position, pointer: `${pointer}/position` }] : [];
  });
  const before = zone.tokenRules.list();
  const isLast = world.stances.get('token-validation.rule.place') === 'last';
  const ordered = moveRules(isLast ? [...before, ...rules] : [...rules, ...before], moves);
  zone.tokenRules.put(...rules);
  if (moves.length > 0 || !isLast) zone.tokenRules.replaceAll(ordered);
  return rules;
}

/** Changes all or none; positions apply in the order of the request. */
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
  const moves = items.flatMap(({ id, change: { position }, pointer }) =>
    position ? [{ id: id.toLowerCase(), position, pointer: `${pointer}/position` }] : [],
  );
  const rules = moveRules(
    zone.tokenRules.list().map((rule) => byId.get(rule.id) ?? rule),
    moves,
  );
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

/** The filters of the list; two of them have two names each: Cloudflare API reference, Token validation. */
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

/** A rule to move. */
interface Move {
  readonly id: string;
  readonly position: Position;
  /** JSON pointer to the position in the body. */
  readonly pointer: string;
}

/** @throws ApiError `position-invalid` */
function moveRules(rules: readonly StoredTokenRule[], moves: readonly Move[]): readonly StoredTokenRule[] {
  return moves.reduce((moved, { id, position, pointer }) => moveRule(moved, id, position, pointer), rules);
}

/**
 * The rules after moving one of them: before or after another, or to an index counted from 1.
 *
 * @param rules highest precedence first
 * @param pointer JSON pointer to the position in the body
 * @throws ApiError `position-invalid` when it names the rule itself or an unknown rule.
 *
 * @example
 * moveRule([a, b, c], c.id, { before: a.id }, '/position') // [c, a, b]
 */
export function moveRule<T extends { readonly id: string }>(
  rules: readonly T[],
  id: string,
  position: Position,
  pointer: string,
): T[] {
  const moved = rules.find((rule) => rule.id === id);
  const others = rules.filter((rule) => rule.id !== id);
  if (!moved) return others;
  const index = targetIndex(others, id, position, pointer);
  return [...others.slice(0, index), moved, ...others.slice(index)];
}

function targetIndex(
  others: readonly { readonly id: string }[],
  id: string,
  position: Position,
  pointer: string,
) {
  if ('index' in position) return Math.min(position.index - 1, others.length);
  const [member, wanted] =
    'before' in position ? (['before', position.before] as const) : (['after', position.after] as const);
  const other = wanted.toLowerCase();
  if (other === id) {
    throw new ApiError(
      'position-invalid',
      { problem: `a rule can't stand ${member} itself` },
      `${pointer}/${member}`,
    );
  }
  const index = others.findIndex((rule) => rule.id === other);
  if (index === -1) {
    throw new ApiError(
      'position-invalid',
      { problem: `no rule ${wanted} in this zone` },
      `${pointer}/${member}`,
    );
  }
  return member === 'before' ? index : index + 1;
}

/**
 * Checks that the expression of a rule compiles, and names only configurations of its zone.
 *
 * @param pointer JSON pointer to the expression in the body
 * @throws ApiError `rule-expression-invalid`, with the platform's message for other rules, or `rule-config-unknown`.
 */
export function checkRuleExpression(zone: ZoneTenant, expression: string, pointer: string): void {
  for (const id of getConfigIds(expression, pointer)) {
    if (!zone.tokenConfigs.get(id)) throw new ApiError('rule-config-unknown', { id }, pointer);
  }
}

function getConfigIds(expression: string, pointer: string): readonly string[] {
  try {
    return compileTokenRule(expression).configIds;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const reason =
      error.code === 'expression_blank'
        ? 'the expression cannot be blank'
        : `could not parse filter expression: ${error.render()}`;
    const problem = `'${expression}' is not a valid value for expression because ${reason}`;
    throw new ApiError('rule-expression-invalid', { problem }, pointer, { cause: error });
  }
}
