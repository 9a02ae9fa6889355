import type { Operation } from '../../../spec/services/api-gateway/endpoints.ts';
import { getPhase, phaseNames } from '../../../spec/services/rulesets/phases.ts';
import { journalLimits } from '../../../spec/services/touchstone/events.ts';
import { tokenRuleWords as words } from '../../../spec/services/touchstone/request-log.ts';
import { nearestRoutes } from '../../api/explain-unknown-path.ts';
import type { StoredTokenRule } from '../../world/records.ts';
import type { Judgement, ZoneFacts } from '../pipeline.ts';
import type { RequestContext } from '../request-context.ts';
import { excludedOperations, includedHosts } from '../rule-index.ts';
import { quote, shortened } from '../shown-text.ts';
import type { TokenRulesVerdict } from '../token-rules.ts';
import { explainExpression } from './expression-lines.ts';
import { andMore, hadEnded, mostRules, ruleSteps } from './rule-steps.ts';
import { failed, inLine, noted, oneLine, passed, skipped, type ZoneStep } from './step.ts';
import { tokenStep } from './token-steps.ts';

/** Most operations of a zone to compare with a request. */
const mostCompared = 1_000;
/** An operation is near if it lacks one segment of the request or has one more, with any method. */
const mostCost = 2;

/**
 * What a zone did with a request, step by step in its order, and why. All of it is what happened when the request was
 * judged; only the parts of expressions are evaluated now, on the same values.
 */
export function zoneSteps(judgement: Judgement): ZoneStep[] {
  const { facts, trail } = judgement;
  const { context, configs, rulesets } = facts;
  const stop = judgement.outcome === 'stopped' ? judgement.match.rule : undefined;
  const hasPassed = judgement.outcome === 'passed';
  const { entrypoints } = trail.configurationRules;
  return [
    zoneStep(context),
    ...(configs.length === 0
      ? [oneLine('Token configurations', skipped('The zone has none'))]
      : configs.map((config) => tokenStep(config, facts))),
    ...ruleSteps('Custom rule', trail.customRules, context, stop),
    ...(stop ? [] : [operationStep(facts)]),
    ...tokenRuleSteps(facts, trail.applied),
    ...(hasPassed || entrypoints.length > 0
      ? ruleSteps('Configuration rule', trail.configurationRules, context)
      : []),
    ...storedPhases(rulesets),
    ...(hasPassed ? [settingsStep(judgement.decisions)] : []),
  ];
}

/** The last step: what the client gets. */
export function answerStep(status: number, reached: boolean, reasons: readonly string[]): ZoneStep {
  const first = reached ? passed('The origin got the request') : failed('The origin did not get the request');
  return {
    title: `Answer ${status}`,
    outcome: first.outcome,
    lines: [first, ...reasons.map(noted)],
    reasons,
  };
}

function zoneStep({ request, zone, signals, hostnameMetadata }: RequestContext): ZoneStep {
  const lines = [noted(`${request.method} ${request.host}${shortened(request.uri)}`)];
  if (hostnameMetadata !== undefined)
    lines.push(noted(`Custom hostname with metadata ${shortened(hostnameMetadata)}`));
  for (const [name, value] of signals) lines.push(noted(`Signal ${name}: ${shortened(String(value))}`));
  return { title: `Zone ${zone.name}`, outcome: 'passed', lines, reasons: [] };
}

/** The operation of a request, or the nearest ones. */
function operationStep({ operations, context: { operation, request } }: ZoneFacts): ZoneStep {
  if (operations.length === 0) return oneLine('Operation', skipped('The zone has no saved operation'));
  if (operation) {
    const name = `${operation.method} ${operation.host}${operation.endpoint}`;
    return oneLine('Operation', passed(name), `operation ${name}`);
  }
  const routes = operations.slice(0, mostCompared).map(({ method, host, endpoint }) => ({
    path: `${host}${endpoint}`,
    methods: [method],
  }));
  const asked = `${request.host}${request.path}`;
  const near = nearestRoutes(routes, request.method, asked, journalLimits.nearestRoutes, mostCost).map(
    ({ path, methods }) => `${methods.join()} ${path}`,
  );
  const nearest =
    near.length === 0 ? '' : `; the nearest ${near.length === 1 ? 'is' : 'are'} ${near.join(', ')}`;
  const line = `${words.noOperation} ${request.method} ${asked}${nearest}`;
  return oneLine('Operation', skipped(line), line);
}

/**
 * Which token rule applies to a request and whether the request satisfies it, and why the others do not apply: the first
 * ones, and the one that applies.
 *
 * @param applied absent if the request ended before
 */
function tokenRuleSteps({ tokenRules, context }: ZoneFacts, applied?: TokenRulesVerdict): ZoneStep[] {
  const unruled =
    applied?.finding && !applied.rule
      ? [
          oneLine(
            'Invalid token',
            noted('No token rule applies: it is recorded as an event, and nothing refuses it'),
          ),
        ]
      : [];
  if (tokenRules.length === 0) {
    return applied ? [oneLine('Token rules', skipped('The zone has none')), ...unruled] : [];
  }
  const shown = tokenRules.filter((rule, index) => index < mostRules || rule === applied?.rule);
  const steps = shown.map((rule): ZoneStep => {
    const title = `Token rule ${quote(rule.title)} (${rule.action})`;
    if (!applied) return hadEnded(title);
    if (rule === applied.rule) return appliedStep(title, rule, applied, context);
    const why = whyNot(rule, context.operation);
    return oneLine(
      title,
      skipped(`It does not apply: ${why}`),
      `${inLine(title)} ${words.notApplied}: ${why}.`,
    );
  });
  return [...steps, ...andMore('Token rules', tokenRules.length - shown.length), ...unruled];
}

/** The token rule of the operation: its action triggers when its expression is false. */
function appliedStep(
  title: string,
  { action, expression }: StoredTokenRule,
  { compiled, finding }: TokenRulesVerdict,
  context: RequestContext,
): ZoneStep {
  const configurations = compiled?.configIds.map((id) => {
    const verdict = context.verdicts.get(id)?.verdict;
    const state = verdict?.valid ? 'a valid token' : (verdict?.reason ?? 'no such configuration');
    return noted(`Token configuration ${id}: ${state}`);
  });
  const { lines, fault } = compiled ? explainExpression(compiled.filter, context) : { lines: [], fault: '' };
  const all = [passed('Its selector has the operation'), ...lines, ...(configurations ?? [])];
  const name = inLine(title);
  if (!finding) {
    return {
      title,
      outcome: 'passed',
      lines: [...all, passed('The expression is true')],
      reasons: [`${name} ${words.satisfied}: ${shortened(expression)}`],
    };
  }
  return {
    title,
    outcome: action === 'block' ? 'failed' : 'noted',
    lines: [...all, failed(`The expression is false, so the action is ${action}`)],
    reasons: [`${name} ${words.unsatisfied}: ${fault}`],
  };
}

/** Why a token rule does not apply to a request. */
function whyNot({ enabled, selector }: StoredTokenRule, operation: Operation | undefined): string {
  if (!enabled) return 'it is off';
  if (!operation) return 'no saved operation matches the request';
  if (!includedHosts(selector).has(operation.host.toLowerCase()))
    return `its selector does not include the host ${operation.host}`;
  return excludedOperations(selector).has(operation.operation_id)
    ? 'its selector excludes the operation'
    : 'another one comes first';
}

/** The phases whose rules the mock only stores. */
function storedPhases({ entrypoints }: ZoneFacts['rulesets']): ZoneStep[] {
  return phaseNames.flatMap((phase) => {
    const count = entrypoints(phase).reduce((sum, { rules }) => sum + rules.length, 0);
    if (count === 0 || getPhase(phase).evaluated) return [];
    const rules = `${count} ${count === 1 ? 'rule' : 'rules'}`;
    const why = 'did not run: the mock stores this phase, and runs no rule of it.';
    return [oneLine(`Phase ${phase}`, skipped(`${rules} ${why}`), `${rules} of ${phase} ${why}`)];
  });
}

function settingsStep(decisions: Readonly<Record<string, unknown>>): ZoneStep {
  const lines = Object.entries(decisions).map(([name, value]) =>
    noted(`${name}: ${shortened(JSON.stringify(value))}`),
  );
  if (lines.length === 0) return oneLine('Settings', skipped('All have their defaults'));
  return { title: 'Settings', outcome: 'noted', lines, reasons: [] };
}
