import type { Operation } from '../../spec/services/api-gateway/endpoints.ts';
import type { RulesetRule } from '../../spec/services/rulesets/schemas.ts';
import { journalLimits } from '../../spec/services/touchstone/events.ts';
import { editDistance, nearestRoutes } from '../api/explain-unknown-path.ts';
import { type EvaluationContext, type Filter, print, type Value } from '../engines/expressions/index.ts';
import type { StoredTokenConfig, StoredTokenRule } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { type AskedPhase, getMetRules, type MetRule } from './met-rules.ts';
import type { ZoneFacts } from './pipeline.ts';
import type { RequestContext } from './request-context.ts';
import { excludedOperations, includedHosts, RuleIndex } from './rule-index.ts';
import { Skips } from './rulesets/run-phase.ts';
import { quote, shortened } from './shown-text.ts';
import { getTokenFault } from './steps/token-steps.ts';
import { compileTokenSource, whyNeverFound } from './token-check.ts';
import { compileTokenRule } from './token-rules.ts';

/** Largest edit distance between a host and a suggested zone name. */
const nearName = 0.5;
/** Most zones, or operations of a zone, to compare with a request. */
const mostCompared = 1_000;

/** Where a request ended: at a rule that stopped it, at the token rules, or at the origin. */
export type Reached = { readonly stop: string } | 'token-rules' | 'origin';

/**
 * Explains what a zone did with a request: its tokens, its operation, and for each rule whether it matched or which
 * part of it was false.
 */
export function explainZoneRequest(facts: ZoneFacts, reached: Reached): string[] {
  const { context, configs, operations, tokenRules, rulesets } = facts;
  const skips = new Skips();
  const asked = { rulesets, context, skips };
  const lines = configs.flatMap((config) => tokenLines(config, facts));
  const firewall = { ...asked, phase: 'http_request_firewall_custom' } as const;
  if (typeof reached === 'object')
    return [...lines, ...explainRulesets(firewall, 'custom rule', reached.stop)];
  lines.push(...explainRulesets(firewall, 'custom rule'), ...operationLines(operations, context));
  lines.push(...explainTokenRules(tokenRules, context));
  if (reached === 'token-rules') return lines;
  const configuration = { ...asked, phase: 'http_config_settings' } as const;
  return [...lines, ...explainRulesets(configuration, 'configuration rule')];
}

/** Explains why a host belongs to no zone, and suggests similar names. */
export function explainNoZone(world: World, host: string): string[] {
  const names = world.zones
    .list()
    .slice(0, mostCompared)
    .map(({ zone }) => ({ name: zone.name, distance: editDistance(ending(host, zone.name), zone.name) }))
    .sort((a, b) => a.distance - b.distance);
  const near = names.filter(({ distance }) => distance <= nearName).slice(0, journalLimits.nearestRoutes);
  const shown = (near.length > 0 ? near : names.slice(0, journalLimits.nearestRoutes)).map(
    ({ name }) => name,
  );
  const there =
    near.length > 0 ? `The nearest zones are ${shown.join(', ')}.` : `There are ${shown.join(', ')}.`;
  return [`No zone and no custom hostname has the host ${host}. ${there}`];
}

/** The last labels of a host, as many as `name` has. */
function ending(host: string, name: string): string {
  return host.split('.').slice(-name.split('.').length).join('.');
}

function tokenLines(config: StoredTokenConfig, facts: ZoneFacts): string[] {
  const { id, title, token_sources: sources } = config;
  const { verdicts, request } = facts.context;
  const name = `token configuration ${JSON.stringify(title)} (${id})`;
  const verdict = verdicts.get(id)?.verdict;
  const notes = sources.flatMap((source) => {
    const why = whyNeverFound(source);
    return why === undefined ? [] : [`${name}: no request has ${source}, since ${why}`];
  });
  if (verdict?.present) {
    const source = sources[verdict.sourceIndex];
    if (verdict.valid) return [`${name}: a valid token in ${source}`, ...notes];
    return [`${name}: ${verdict.reason} in ${source} (${getTokenFault(config, facts)})`, ...notes];
  }
  const others = sources.filter((source) => compileTokenSource(source)(request));
  if (others.length > 0)
    notes.push(`${name}: ${others.join(' and ')} holds no JWT: send one alone, or after "Bearer "`);
  return [`${name}: no token in ${sources.join(' or ')}`, ...notes];
}

/** The operation of a request, or the nearest ones; nothing for a zone without operations. */
export function operationLines(
  operations: readonly Operation[],
  { operation, request }: RequestContext,
): string[] {
  if (operations.length === 0) return [];
  if (operation) return [`operation ${operation.method} ${operation.host}${operation.endpoint}`];
  const asked = `${request.method} ${request.host}${request.path}`;
  const routes = operations.slice(0, mostCompared).map(({ method, host, endpoint }) => ({
    path: `${host}${endpoint}`,
    methods: [method],
  }));
  const near = nearestRoutes(
    routes,
    request.method,
    `${request.host}${request.path}`,
    journalLimits.nearestRoutes,
  );
  const nearest = near.map(({ path, methods }) => `${methods.join()} ${path}`).join(', ');
  return [`no saved operation is ${asked}${nearest === '' ? '' : `; the nearest are ${nearest}`}`];
}

/** Most token rules to explain. */
const mostRules = 20;

/** Fields whose values stay hidden, because they can hold credentials. */
const secretField = /^http\.request\.(?:headers|cookies|body)|^raw\.|jwt/;

/**
 * Explains for each rule of a phase whether it matched, or which part of it was false. The rules of a ruleset that
 * another rule executes follow that rule, indented.
 *
 * @param kind label of the rules
 * @param stop id of the rule that stopped the request; later rules didn't run
 */
function explainRulesets(asked: AskedPhase, kind: string, stop?: string): string[] {
  const { rules, omitted } = getMetRules(asked, stop);
  const lines = rules.map((met) => `${'  '.repeat(met.depth)}${explainRule(met, kind, asked.context)}`);
  return omitted === 0 ? lines : [...lines, `… and ${omitted} more rules of this kind.`];
}

function explainRule(met: MetRule, kind: string, context: RequestContext): string {
  if (met.state === 'ruleset-skipped') return `ruleset ${quote(met.name)} is skipped.`;
  const { state, rule, action, filter } = met;
  const name = `${kind} ${quote(nameOf(rule))} (${action})`;
  switch (state) {
    case 'off':
      return `${name} is off.`;
    case 'unmatched':
      return `${name} did not match: ${falseParts(filter, context)}`;
    case 'skipped':
      return `${name} is skipped.`;
    default:
      return `${name} matched: ${shortened(rule.expression)}`;
  }
}

/** The name of a rule for people. */
export const nameOf = ({ description, ref, id }: RulesetRule) => description || ref || id;

/**
 * Explains which token validation rule applies to the operation of a request and whether the request satisfies it, or
 * why none applies.
 */
function explainTokenRules(rules: readonly StoredTokenRule[], context: RequestContext): string[] {
  const { operation } = context;
  if (!operation || rules.length === 0) return [];
  const applied = new RuleIndex(rules).ruleFor(operation);
  if (applied) {
    const name = `token rule ${quote(applied.title)} (${applied.action})`;
    const { filter } = compileTokenRule(applied.expression);
    if (filter.evaluate(context)) return [`${name} is satisfied: ${shortened(applied.expression)}`];
    return [`${name} is not satisfied: ${falseParts(filter, context)}`];
  }
  return rules
    .slice(0, mostRules)
    .map(
      (rule) =>
        `token rule ${quote(rule.title)} (${rule.action}) does not apply: ${whyNot(rule, operation)}.`,
    );
}

/** Why a token rule does not apply to an operation. */
export function whyNot({ enabled, selector }: StoredTokenRule, { host, operation_id }: Operation): string {
  if (!enabled) return 'it is off';
  if (!includedHosts(selector).has(host.toLowerCase()))
    return `its selector does not include the host ${host}`;
  return excludedOperations(selector).has(operation_id)
    ? 'its selector excludes the operation'
    : 'another one comes first';
}

/** The false operands of an expression's outermost `and`, with the request's values of their fields. */
function falseParts<C extends EvaluationContext>(filter: Filter<C>, context: C): string {
  const parts = filter.conditions.filter(({ evaluate }) => !evaluate(context));
  const fields = filter.references.fields.filter((field) =>
    parts.some(({ ast }) => print(ast).includes(field)),
  );
  const values = fields.flatMap((field) => shownValue(field, context.get(field)));
  const texts = parts.map(({ ast }) => shortened(print(ast)));
  return `${texts.join(' and ') || filter.source}${values.length === 0 ? '' : `, where ${values.join(', ')}`}`;
}

/** The value of a field for people; nothing for one that may hold a credential. */
export function shownValue(field: string, value: Value | undefined): string[] {
  if (secretField.test(field)) return [];
  if (value === undefined) return [`${field} is missing`];
  if (typeof value === 'string') return [`${field} is ${quote(shortened(value))}`];
  return typeof value === 'object' ? [] : [`${field} is ${value}`];
}
