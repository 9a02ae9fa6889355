import type { Operation } from '../../spec/services/api-gateway/endpoints.ts';
import type { PhaseName } from '../../spec/services/rulesets/phases.ts';
import type { Ruleset, RulesetRule } from '../../spec/services/rulesets/schemas.ts';
import { journalLimits } from '../../spec/services/touchstone/events.ts';
import { editDistance, nearestRoutes } from '../api/explain-unknown-path.ts';
import { type EvaluationContext, type Filter, print, type Value } from '../engines/expressions/index.ts';
import type { StoredTokenConfig, StoredTokenRule } from '../world/records.ts';
import type { World } from '../world/world.ts';
import type { ZoneFacts } from './pipeline.ts';
import type { RequestContext } from './request-context.ts';
import { excludedOperations, includedHosts, RuleIndex } from './rule-index.ts';
import { compileRulesetExpression } from './ruleset-expression.ts';
import type { ZoneRulesets } from './rulesets/compiled-ruleset.ts';
import { asWritten, type Effective, isRecord, readOverrides, Skips } from './rulesets/run-phase.ts';
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
  const lines = configs.flatMap((config) => tokenLines(config, context));
  const firewall = { ...asked, phase: 'http_request_firewall_custom', kind: 'custom rule' } as const;
  if (typeof reached === 'object') return [...lines, ...explainRulesets(firewall, reached.stop)];
  lines.push(...explainRulesets(firewall), ...operationLines(operations, context));
  lines.push(...explainTokenRules(tokenRules, context));
  if (reached === 'token-rules') return lines;
  const configuration = { ...asked, phase: 'http_config_settings', kind: 'configuration rule' } as const;
  return [...lines, ...explainRulesets(configuration)];
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

function tokenLines(
  { id, title, token_sources: sources }: StoredTokenConfig,
  { verdicts, request }: RequestContext,
): string[] {
  const name = `token configuration ${JSON.stringify(title)} (${id})`;
  const verdict = verdicts.get(id)?.verdict;
  const notes = sources.flatMap((source) => {
    const why = whyNeverFound(source);
    return why === undefined ? [] : [`${name}: no request has ${source}, since ${why}`];
  });
  if (verdict?.present) {
    const source = sources[verdict.sourceIndex];
    return [`${name}: ${verdict.valid ? 'a valid token' : verdict.reason} in ${source}`, ...notes];
  }
  const others = sources.filter((source) => compileTokenSource(source)(request));
  if (others.length > 0)
    notes.push(`${name}: ${others.join(' and ')} holds no JWT: send one alone, or after "Bearer "`);
  return [`${name}: no token in ${sources.join(' or ')}`, ...notes];
}

function operationLines(operations: readonly Operation[], { operation, request }: RequestContext): string[] {
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

/** Most rules of a phase to explain; explaining evaluates each rule once more. */
const mostRules = 20;
/** Most characters to show of a value or an expression. */
const mostCharacters = 120;

/** Fields whose values stay hidden, because they can hold credentials. */
const secretField = /^http\.request\.(?:headers|cookies|body)|^raw\.|jwt/;

/** A phase to explain, with the request. */
export interface AskedPhase {
  readonly phase: PhaseName;
  /** Label of its rules. */
  readonly kind: string;
  readonly rulesets: ZoneRulesets;
  readonly context: RequestContext;
  /** What earlier rules skip. */
  readonly skips: Skips;
}

/**
 * Explains for each rule of a phase whether it matched, or which part of it was false. The rules of a ruleset that
 * another rule executes follow that rule, indented.
 *
 * @param stop id of the rule that stopped the request; later rules didn't run
 */
export function explainRulesets(asked: AskedPhase, stop?: string): string[] {
  const { phase, rulesets, skips } = asked;
  const explained: Explained = { stop, lines: [], omitted: 0 };
  if (skips.hasPhase(phase)) return explained.lines;
  for (const ruleset of rulesets.entrypoints(phase)) {
    if (explainRuleset(asked, ruleset, asWritten, [], explained) === 'end-phase') return explained.lines;
  }
  if (explained.omitted > 0) explained.lines.push(`… and ${explained.omitted} more rules of this kind.`);
  return explained.lines;
}

interface Explained {
  readonly stop: string | undefined;
  readonly lines: string[];
  /** Number of rules left out. */
  omitted: number;
}

/** Follows the same path as `runPhase`, with a line for each rule. */
function explainRuleset(
  asked: AskedPhase,
  { id, rules }: Readonly<Ruleset>,
  effective: Effective,
  running: readonly string[],
  explained: Explained,
): 'go-on' | 'end-phase' {
  const { phase, kind, context, skips } = asked;
  const say = (line: string) => explained.lines.push(`${'  '.repeat(running.length)}${line}`);
  for (const rule of rules) {
    if (explained.lines.length >= mostRules) {
      explained.omitted++;
      continue;
    }
    const { action, enabled } = effective(rule);
    const name = `${kind} ${quote(rule.description || rule.ref || rule.id)} (${action})`;
    if (!enabled) {
      say(`${name} is off.`);
      continue;
    }
    const filter = compileRulesetExpression(phase, rule.expression);
    if (!filter) continue;
    if (!filter.evaluate(context)) {
      say(`${name} did not match: ${falseParts(filter, context)}`);
      continue;
    }
    if (skips.hasRule(rule.id)) {
      say(`${name} is skipped.`);
      continue;
    }
    say(`${name} matched: ${shortened(rule.expression)}`);
    if (rule.id === explained.stop) return 'end-phase';
    if (action === 'execute' && explainExecuted(asked, rule, [...running, id], explained) === 'end-phase')
      return 'end-phase';
    if (action !== 'skip') continue;
    const skipped = skips.add(phase, rule);
    if (skipped === 'phase') return 'end-phase';
    if (skipped === 'ruleset') return 'go-on';
  }
  return 'go-on';
}

function explainExecuted(
  asked: AskedPhase,
  { action_parameters: parameters = {} }: RulesetRule,
  running: readonly string[],
  explained: Explained,
): 'go-on' | 'end-phase' {
  const { id, overrides } = parameters;
  const ruleset = typeof id === 'string' ? asked.rulesets.byId(id) : undefined;
  if (!ruleset || ruleset.phase !== asked.phase || running.includes(ruleset.id)) return 'go-on';
  if (asked.skips.hasRuleset(ruleset.id)) {
    explained.lines.push(`${'  '.repeat(running.length)}ruleset ${quote(ruleset.name)} is skipped.`);
    return 'go-on';
  }
  const effective = isRecord(overrides) ? readOverrides(overrides) : asWritten;
  return explainRuleset(asked, ruleset, effective, running, explained);
}

/**
 * Explains which token validation rule applies to the operation of a request and whether the request satisfies it, or
 * why none applies.
 */
export function explainTokenRules(rules: readonly StoredTokenRule[], context: RequestContext): string[] {
  const { operation } = context;
  if (!operation || rules.length === 0) return [];
  const applied = new RuleIndex(rules).ruleFor(operation);
  if (applied) {
    const name = `token rule ${quote(applied.title)} (${applied.action})`;
    const { filter } = compileTokenRule(applied.expression);
    if (filter.evaluate(context)) return [`${name} is satisfied: ${shortened(applied.expression)}`];
    return [`${name} is not satisfied: ${falseParts(filter, context)}`];
  }
  return rules.slice(0, mostRules).map((rule) => {
    const name = `token rule ${quote(rule.title)} (${rule.action}) does not apply:`;
    if (!rule.enabled) return `${name} it is off.`;
    if (!includedHosts(rule.selector).has(operation.host.toLowerCase())) {
      return `${name} its selector does not include the host ${operation.host}.`;
    }
    const excludes = excludedOperations(rule.selector).has(operation.operation_id);
    return excludes ? `${name} its selector excludes the operation.` : `${name} another one comes first.`;
  });
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

function shownValue(field: string, value: Value | undefined): string[] {
  if (secretField.test(field)) return [];
  if (value === undefined) return [`${field} is missing`];
  if (typeof value === 'string') return [`${field} is ${quote(shortened(value))}`];
  return typeof value === 'object' ? [] : [`${field} is ${value}`];
}

function shortened(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}

const quote = (text: string) => JSON.stringify(text);
