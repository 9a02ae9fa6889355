import type { RulesetRule } from '../../../spec/services/rulesets/schemas.ts';
import type { Filter } from '../../engines/expressions/index.ts';
import type { RequestContext } from '../request-context.ts';
import type { PhaseTrail, RulesetRun } from '../rulesets/run-phase.ts';
import { quote, shortened } from '../shown-text.ts';
import { explainExpression } from './expression-lines.ts';
import { inLine, noted, oneLine, skipped, type ZoneStep } from './step.ts';

/** Most rules of a kind to show. */
export const mostRules = 20;

/** A rule on the way of a request, or a ruleset that was skipped. */
type Met =
  | {
      readonly state: 'off' | 'unmatched' | 'skipped' | 'unreached' | 'matched';
      readonly rule: RulesetRule;
      readonly action: string;
      readonly filter: Filter | undefined;
      /** Number of rules that execute the ruleset of this one. */
      readonly depth: number;
    }
  | { readonly state: 'ruleset-skipped'; readonly name: string; readonly depth: number };

export const hadEnded = (title: string) =>
  oneLine(title, skipped('The request had ended'), `${inLine(title)} did not run: the request had ended.`);

/** The last step of a list that is too long. */
export const andMore = (title: string, count: number): ZoneStep[] =>
  count === 0
    ? []
    : [oneLine(title, skipped(`${count} more are not shown`), `… and ${count} more rules of this kind.`)];

/**
 * A step for each rule of a phase: whether it matched, or which part of it was false. The rules of a ruleset that
 * another rule executes follow that rule.
 *
 * @param stop the rule that stopped the request
 */
export function ruleSteps(
  kind: 'Custom rule' | 'Configuration rule',
  trail: PhaseTrail,
  context: RequestContext,
  stop?: RulesetRule,
): ZoneStep[] {
  const all = listRules(trail);
  if (all.length === 0) return [oneLine(`${kind}s`, skipped('The zone has none'))];
  const shown = all.filter((met, index) => index < mostRules || ('rule' in met && met.rule === stop));
  const steps = shown.map((met) => {
    const step = ruleStep(met, kind, context);
    const reasons = step.reasons.map((reason) => `${'  '.repeat(met.depth)}${reason}`);
    return 'rule' in met && met.rule === stop
      ? { ...step, outcome: 'failed' as const, reasons }
      : { ...step, reasons };
  });
  return [...steps, ...andMore(`${kind}s`, all.length - shown.length)];
}

function ruleStep(met: Met, kind: string, context: RequestContext): ZoneStep {
  if (met.state === 'ruleset-skipped') {
    const title = `Ruleset ${quote(met.name)}`;
    return oneLine(title, skipped('An earlier rule skips it'), `${inLine(title)} is skipped.`);
  }
  const { state, rule, action, filter } = met;
  const title = `${kind} ${quote(rule.description || rule.ref || rule.id)} (${action})`;
  const name = inLine(title);
  if (state === 'off') return oneLine(title, skipped('It is off'), `${name} is off.`);
  if (state === 'unreached') return hadEnded(title);
  const { lines, fault } = filter ? explainExpression(filter, context) : { lines: [], fault: '' };
  if (state === 'skipped') {
    const more = [...lines, skipped('An earlier rule skips it')];
    return { title, outcome: 'skipped', lines: more, reasons: [`${name} is skipped.`] };
  }
  if (state === 'unmatched') {
    return { title, outcome: 'skipped', lines, reasons: [`${name} did not match: ${fault}`] };
  }
  const sets =
    action === 'set_config'
      ? [noted(`It sets ${shortened(JSON.stringify(rule.action_parameters ?? {}))}`)]
      : [];
  const reasons = [`${name} matched: ${shortened(rule.expression)}`];
  return { title, outcome: 'noted', lines: [...lines, ...sets], reasons };
}

/** The rules of a phase in the order of their run, with those that did not run. */
function listRules({ entrypoints, runs, over }: PhaseTrail): Met[] {
  return entrypoints.flatMap((ruleset, index) => {
    const run = runs[index];
    return run ? listRun(run, 0) : ruleset.rules.map((rule) => listRule(rule, rule, over ?? 'skipped', 0));
  });
}

function listRun({ name, compiled, effective, met, end }: RulesetRun, depth: number): Met[] {
  if (!compiled) return [{ state: 'ruleset-skipped', name, depth }];
  let over: 'skipped' | 'unreached' | undefined;
  return compiled.rules.flatMap(({ rule, filter }) => {
    const what = met.get(rule);
    const ran = what === undefined ? 'unmatched' : what === 'skipped' ? what : 'matched';
    const row = listRule(rule, effective(rule), over ?? ran, depth, filter);
    if (end?.rule === rule) over = end.why;
    return typeof what === 'object' ? [row, ...listRun(what, depth + 1)] : [row];
  });
}

function listRule(
  rule: RulesetRule,
  { action, enabled }: { readonly action: string; readonly enabled: boolean },
  state: 'unmatched' | 'skipped' | 'unreached' | 'matched',
  depth: number,
  filter?: Filter,
): Met {
  return { state: enabled ? state : 'off', rule, action, filter, depth };
}
