import type { PhaseName } from '../../spec/services/rulesets/phases.ts';
import { rulesetLimits } from '../../spec/services/rulesets/schemas.ts';
import {
  compileFilter,
  createScheme,
  ExpressionError,
  type Filter,
  functionsFor,
  ipList,
  jwtClaimFields,
  type RulePlace,
  requestFields,
  type Scheme,
} from '../engines/expressions/index.ts';
import { constantFilter } from './constant-filter.ts';
import { edgeFields } from './edge-fields.ts';

/** Where the rules of a phase stand for the functions of the language; absent for what no HTTP request meets. */
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

/** Where the claims of tokens may be read: fact sheet token-validation, section 8, last line. */
const claimPlaces: ReadonlySet<RulePlace> = new Set([
  'custom_rules',
  'rate_limiting',
  'request_header_transform',
]);

/** The platform's own lists of addresses; nobody who reaches a laptop is on one of them. */
const managedLists = Object.fromEntries(
  ['cf.anonymizer', 'cf.botnetcc', 'cf.malware', 'cf.open_proxies', 'cf.vpn'].map((name) => [
    name,
    ipList([]),
  ]),
);

/** The names that expressions of each place may use; made once, since they never change. */
const schemes: ReadonlyMap<RulePlace, Scheme> = new Map(
  [...new Set(Object.values(places))].map((place): [RulePlace, Scheme] => [place, schemeFor(place)]),
);

function schemeFor(place: RulePlace): Scheme {
  const claims = claimPlaces.has(place) ? jwtClaimFields : {};
  return createScheme({
    fields: { ...requestFields, ...edgeFields, ...claims },
    functions: functionsFor(place),
    lists: managedLists,
  });
}

/**
 * Compiles the expression of a rule of a ruleset.
 *
 * Phases whose rules see more than a request (responses, packets, lists of redirects) are kept by the mock
 * and not evaluated; of their expressions only the length is checked, and the answer is `undefined`.
 *
 * @throws ExpressionError with the position of what is wrong.
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
