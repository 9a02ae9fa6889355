import type { RulePlace } from '../../spec/rules-language.ts';
import type { PhaseName } from '../../spec/services/rulesets/phases.ts';
import { rulesetLimits } from '../../spec/services/rulesets/schemas.ts';
import {
  compileFilter,
  createScheme,
  ExpressionError,
  type Filter,
  fieldsFor,
  functionsFor,
  ipList,
  type Scheme,
} from '../engines/expressions/index.ts';

/** Where each phase's rules run, for the functions of the language; absent for phases that no HTTP request reaches. */
const places: Readonly<Partial<Record<PhaseName, RulePlace>>> = {
  http_config_settings: 'configuration_rules',
  http_ratelimit: 'rate_limiting',
  http_request_cache_settings: 'configuration_rules',
  http_request_dynamic_redirect: 'redirect',
  http_request_firewall_custom: 'custom_rules',
  http_request_firewall_managed: 'custom_rules',
  http_request_late_transform: 'request_header_transform',
  http_request_origin: 'configuration_rules',
  http_request_sbfm: 'custom_rules',
  http_request_transform: 'url_rewrite',
};

/** The platform's own lists of addresses; no client of a laptop is on one of them. */
const managedLists = Object.fromEntries(
  ['cf.anonymizer', 'cf.botnetcc', 'cf.malware', 'cf.open_proxies', 'cf.vpn'].map((name) => [
    name,
    ipList([]),
  ]),
);

/** The names that each phase's expressions can use; made once, since they never change. */
const schemes: ReadonlyMap<RulePlace, Scheme> = new Map(
  [...new Set(Object.values(places))].map((place): [RulePlace, Scheme] => [place, schemeFor(place)]),
);

function schemeFor(place: RulePlace): Scheme {
  return createScheme({
    fields: fieldsFor(place),
    functions: functionsFor(place),
    lists: managedLists,
  });
}

/**
 * Compiles the expression of a rule of a ruleset.
 *
 * Rules of phases that need more than a request (responses, packets, lists of redirects) are stored and not evaluated.
 * Of their expressions only the length is checked, and the result is `undefined`.
 *
 * @throws ExpressionError with the position of the error.
 * @example
 * compileRulesetExpression('http_request_firewall_custom', 'cf.waf.score lt 20')
 *   ?.evaluate({ get: () => 7 }) // true
 */
export function compileRulesetExpression(phase: PhaseName, expression: string): Filter | undefined {
  const longest = rulesetLimits.expression;
  const place = places[phase];
  const scheme = place && schemes.get(place);
  if (scheme) return constantFilter(expression) ?? compileFilter(expression, scheme, { maxLength: longest });
  const whole = { start: 0, end: expression.length };
  if (expression.trim() === '') {
    throw new ExpressionError('expression_blank', 'the expression cannot be blank', expression, whole, [
      'expression',
    ]);
  }
  if (expression.length > longest && [...expression].length > longest) {
    const message = `the expression exceeds the maximum length of ${longest} characters`;
    throw new ExpressionError(
      'expression_too_long',
      message,
      expression,
      { start: longest, end: whole.end },
      [],
    );
  }
  return undefined;
}

/**
 * The filter of an expression that is only `true` or `false`; undefined for any other. Rules that always match use
 * `true` (observed); inside a longer expression neither word is allowed.
 *
 * @example
 * constantFilter('true')?.evaluate({ get: () => undefined }) // true
 */
export function constantFilter(source: string): Filter | undefined {
  const word = source.trim();
  if (word !== 'true' && word !== 'false') return undefined;
  const always = word === 'true';
  return {
    source,
    ast: {
      kind: 'logical',
      // An `and` of no operands is true, an `or` of none is false.
      operator: always ? 'and' : 'or',
      operands: [],
      type: 'Boolean',
      span: { start: 0, end: source.length },
    },
    references: { fields: [], calls: [], lists: [] },
    // There is nothing to read from a request.
    conditions: [],
    evaluate: () => always,
  };
}
