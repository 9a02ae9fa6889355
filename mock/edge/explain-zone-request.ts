import type { Operation } from '../../spec/services/api-gateway/endpoints.ts';
import { getPhase, phaseNames } from '../../spec/services/rulesets/phases.ts';
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
  const stop = typeof reached === 'object' ? reached.stop : undefined;
  const firewall = { ...asked, phase: 'http_request_firewall_custom' } as const;
  const configuration = {
    ...asked,
    phase: 'http_config_settings',
    unreached: reached !== 'origin',
  } as const;
  return [
    ...configs.flatMap((config) => tokenLines(config, facts)),
    ...explainRulesets(firewall, 'custom rule', stop),
    ...(stop === undefined ? operationLines(operations, context) : []),
    ...explainTokenRules(tokenRules, context, stop !== undefined),
    ...explainRulesets(configuration, 'configuration rule'),
    ...storedPhases(rulesets),
  ];
}

/** The phases whose rules the mock only stores. */
function storedPhases({ entrypoints }: ZoneFacts['rulesets']): string[] {
  return phaseNames.flatMap((phase) => {
    const count = entrypoints(phase).reduce((sum, { rules }) => sum + rules.length, 0);
    if (count === 0 || getPhase(phase).evaluated) return [];
    const subject = `${count} ${count === 1 ? 'rule' : 'rules'} of ${phase}`;
    return [`${subject} did not run: the mock stores this phase, and runs no rule of it.`];
  });
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
 * @param stop id of the rule that stopped the request
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
    case 'unreached':
      return `${name} did not run: the request had ended.`;
    default:
      return `${name} matched: ${shortened(rule.expression)}`;
  }
}

/** The name of a rule for people. */
export const nameOf = ({ description, ref, id }: RulesetRule) => description || ref || id;

/**
 * Explains which token validation rule applies to a request and whether the request satisfies it, and why the others do
 * not apply.
 *
 * @param unreached whether the request ended before
 */
function explainTokenRules(
  rules: readonly StoredTokenRule[],
  context: RequestContext,
  unreached: boolean,
): string[] {
  const { operation } = context;
  const { applied, shown, omitted } = selectTokenRules(rules, operation);
  const lines = shown.map((rule) => {
    const name = `token rule ${quote(rule.title)} (${rule.action})`;
    if (unreached) return `${name} did not run: the request had ended.`;
    if (rule !== applied) return `${name} does not apply: ${whyNot(rule, operation)}.`;
    const { filter } = compileTokenRule(rule.expression);
    if (filter.evaluate(context)) return `${name} is satisfied: ${shortened(rule.expression)}`;
    return `${name} is not satisfied: ${falseParts(filter, context)}`;
  });
  return omitted === 0 ? lines : [...lines, `… and ${omitted} more rules of this kind.`];
}

/** The token rules to show: the first ones, and the one that applies to the operation. */
export function selectTokenRules(rules: readonly StoredTokenRule[], operation: Operation | undefined) {
  const applied = operation && new RuleIndex(rules).ruleFor(operation);
  const shown = rules.filter((rule, index) => index < mostRules || rule === applied);
  return { applied, shown, omitted: rules.length - shown.length };
}

/** Why a token rule does not apply to a request. */
export function whyNot({ enabled, selector }: StoredTokenRule, operation: Operation | undefined): string {
  if (!enabled) return 'it is off';
  if (!operation) return 'no saved operation matches the request';
  if (!includedHosts(selector).has(operation.host.toLowerCase()))
    return `its selector does not include the host ${operation.host}`;
  return excludedOperations(selector).has(operation.operation_id)
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
