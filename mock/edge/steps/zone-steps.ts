import type { EdgeStep } from '../../../spec/services/touchstone/journal.ts';
import type { EvaluationContext, Filter } from '../../engines/expressions/index.ts';
import { print } from '../../engines/expressions/index.ts';
import type { StoredTokenRule } from '../../world/records.ts';
import { nameOf, operationLines, selectTokenRules, shownValue, whyNot } from '../explain-zone-request.ts';
import { getMetRules, type MetRule } from '../met-rules.ts';
import type { Judgement } from '../pipeline.ts';
import type { RequestContext } from '../request-context.ts';
import { Skips } from '../rulesets/run-phase.ts';
import { quote, shortened } from '../shown-text.ts';
import { compileTokenRule } from '../token-rules.ts';
import { failed, type Line, noted, oneLine, passed, skipped } from './step.ts';
import { tokenStep } from './token-steps.ts';

/**
 * What a zone did with a request, step by step in its order, and why. Verdicts, the rule that stopped the request,
 * findings and settings are those of the request itself; the parts of expressions are evaluated once more on the same
 * values.
 */
export function zoneSteps(judgement: Judgement): EdgeStep[] {
  const { facts } = judgement;
  const { context, configs, rulesets } = facts;
  const skips = new Skips();
  const asked = { rulesets, context, skips };
  const stop = judgement.outcome === 'stopped' ? judgement.match : undefined;
  const firewall = getMetRules({ ...asked, phase: 'http_request_firewall_custom' }, stop?.rule.id);
  const steps = [
    zoneStep(context),
    ...(configs.length === 0
      ? [oneLine('Token configurations', skipped('The zone has none'))]
      : configs.map((config) => tokenStep(config, facts))),
    ...ruleSteps('Custom rule', firewall, context, (met) => met.rule.id === stop?.rule.id),
  ];
  if (stop) {
    const isShown = firewall.rules.some((met) => 'rule' in met && met.rule.id === stop.rule.id);
    const title = `Custom rule ${quote(nameOf(stop.rule))} (${stop.action})`;
    if (!isShown) steps.push(oneLine(title, failed(`true: ${shortened(stop.rule.expression)}`)));
    if (facts.tokenRules.length > 0) steps.push(oneLine('Token rules', unreached));
  } else steps.push(operationStep(judgement), ...tokenRuleSteps(judgement));
  const unreachedPhase = judgement.outcome !== 'passed';
  const configuration = getMetRules({ ...asked, phase: 'http_config_settings', unreached: unreachedPhase });
  if (judgement.outcome === 'passed' || configuration.rules.length > 0)
    steps.push(...ruleSteps('Configuration rule', configuration, context, () => false));
  if (judgement.outcome === 'passed') steps.push(settingsStep(judgement.decisions));
  return steps;
}

/** The last step: what the client gets. */
export function answerStep(status: number, reached: boolean, lines: readonly string[]): EdgeStep {
  const first = reached ? passed('The origin got the request') : failed('The origin did not get the request');
  return {
    title: `Answer ${status}`,
    outcome: first.outcome,
    lines: [first, ...lines.map(noted)],
  };
}

function zoneStep({ request, zone, signals, hostnameMetadata }: RequestContext): EdgeStep {
  const lines = [noted(`${request.method} ${request.host}${shortened(request.uri)}`)];
  if (hostnameMetadata !== undefined)
    lines.push(noted(`Custom hostname with metadata ${shortened(hostnameMetadata)}`));
  for (const [name, value] of signals) lines.push(noted(`Signal ${name}: ${shortened(String(value))}`));
  return { title: `Zone ${zone.name}`, outcome: 'passed', lines };
}

/** @param stops whether a rule stopped the request */
function ruleSteps(
  kind: 'Custom rule' | 'Configuration rule',
  { rules, omitted }: ReturnType<typeof getMetRules>,
  context: RequestContext,
  stops: (met: Extract<MetRule, { rule: unknown }>) => boolean,
): EdgeStep[] {
  if (rules.length === 0) return [oneLine(`${kind}s`, skipped('The zone has none'))];
  const steps = rules.map((met): EdgeStep => {
    if (met.state === 'ruleset-skipped') {
      return oneLine(`Ruleset ${quote(met.name)}`, skipped('An earlier rule skips it'));
    }
    const { state, rule, action, filter } = met;
    const title = `${kind} ${quote(nameOf(rule))} (${action})`;
    if (state === 'off') return oneLine(title, skipped('It is off'));
    if (state === 'unreached') return oneLine(title, unreached);
    const lines = [...expressionLines(filter, context)];
    if (state === 'skipped') lines.push(skipped('An earlier rule skips it'));
    if (state === 'matched' && kind === 'Configuration rule') {
      lines.push(noted(`It sets ${shortened(JSON.stringify(rule.action_parameters ?? {}))}`));
    }
    const outcome = stops(met) ? 'failed' : matchOutcomes[state];
    return { title, outcome, lines };
  });
  if (omitted > 0) steps.push(oneLine(`${kind}s`, skipped(`${omitted} more are not shown`)));
  return steps;
}

const unreached = skipped('The request had ended');

const matchOutcomes = { matched: 'noted', unmatched: 'skipped', skipped: 'skipped' } as const;

/** The parts of an expression with their results, and the values that they read. */
function expressionLines<C extends EvaluationContext>(filter: Filter<C>, context: C): Line[] {
  const { conditions, references } = filter;
  const parts = conditions.map(({ ast, evaluate }) => {
    const text = shortened(print(ast));
    return evaluate(context) ? passed(`true: ${text}`) : failed(`false: ${text}`);
  });
  const values = references.fields.flatMap((field) => shownValue(field, context.get(field)));
  return [...parts, ...values.map(noted)];
}

function operationStep({ facts: { operations, context } }: Judgement): EdgeStep {
  const lines = operationLines(operations, context);
  if (lines.length === 0) return oneLine('Operation', skipped('The zone has no saved operation'));
  const asLine = context.operation ? passed : skipped;
  return {
    title: 'Operation',
    outcome: asLine('').outcome,
    lines: lines.map((line) => asLine(line.replace(/^operation /, ''))),
  };
}

function tokenRuleSteps({ facts: { tokenRules, context }, findings }: Judgement): EdgeStep[] {
  const { operation } = context;
  const unruled = findings.find(
    ({ source, ruleId }) => source === 'apiShieldTokenValidation' && ruleId === null,
  );
  const event = unruled
    ? [
        oneLine(
          'Invalid token',
          noted('No token rule applies: it is recorded as an event, and nothing refuses it'),
        ),
      ]
    : [];
  if (tokenRules.length === 0) return [oneLine('Token rules', skipped('The zone has none')), ...event];
  const { applied, shown, omitted } = selectTokenRules(tokenRules, operation);
  const steps = shown.map((rule): EdgeStep => {
    const title = `Token rule ${quote(rule.title)} (${rule.action})`;
    if (rule !== applied) return oneLine(title, skipped(`It does not apply: ${whyNot(rule, operation)}`));
    return { title, ...appliedRule(rule, context, findings) };
  });
  if (omitted > 0) steps.push(oneLine('Token rules', skipped(`${omitted} more are not shown`)));
  return [...steps, ...event];
}

/** The token rule of the operation: its action triggers when its expression is false. */
function appliedRule(
  rule: StoredTokenRule,
  context: RequestContext,
  findings: Judgement['findings'],
): Omit<EdgeStep, 'title'> {
  const { filter, configIds } = compileTokenRule(rule.expression);
  const isViolated = findings.some(({ ruleId }) => ruleId === rule.id);
  const verdicts = configIds.map((id) => {
    const verdict = context.verdicts.get(id)?.verdict;
    const state = verdict?.valid ? 'a valid token' : (verdict?.reason ?? 'no such configuration');
    return noted(`Token configuration ${id}: ${state}`);
  });
  const lines = [
    passed('Its selector has the operation'),
    ...expressionLines(filter, context),
    ...verdicts,
    isViolated
      ? failed(`The expression is false, so the action is ${rule.action}`)
      : passed('The expression is true'),
  ];
  return { outcome: !isViolated ? 'passed' : rule.action === 'block' ? 'failed' : 'noted', lines };
}

function settingsStep(decisions: Readonly<Record<string, unknown>>): EdgeStep {
  const lines = Object.entries(decisions).map(([name, value]) =>
    noted(`${name}: ${shortened(JSON.stringify(value))}`),
  );
  if (lines.length === 0) return oneLine('Settings', skipped('All have their defaults'));
  return { title: 'Settings', outcome: 'noted', lines };
}
