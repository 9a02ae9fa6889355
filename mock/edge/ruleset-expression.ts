import type { PhaseName } from '../../spec/services/rulesets/phases.ts';
import { rulesetLimits } from '../../spec/services/rulesets/schemas.ts';
import {
  compileFilter,
  createScheme,
  ExpressionError,
  type FieldTable,
  type Filter,
  functionsFor,
  ipList,
  jwtClaimFields,
  type RulePlace,
  requestFields,
  type Scheme,
} from '../engines/expressions/index.ts';

/**
 * Fields of rulesets beside those of every expression: the zone itself, which the rules of an account need
 * to choose zones by, and the finer scores, which a laptop has only as signals.
 */
export const edgeFields: FieldTable = {
  'cf.zone.name': 'String',
  'cf.zone.plan': 'String',
  'cf.bot_management.verified_bot': 'Boolean',
  'cf.verified_bot_category': 'String',
  'cf.waf.score.class': 'String',
  'cf.waf.score.rce': 'Integer',
  'cf.waf.score.sqli': 'Integer',
  'cf.waf.score.xss': 'Integer',
};

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

/** Where the claims of tokens may be read: Cloudflare docs, Rules language fields. */
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

/**
 * The filter of an expression that is `true` or `false` and nothing else; undefined for any other. Rules that
 * hold for every request are written so (observed); inside of a longer expression neither word exists.
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
      // Of no operands, `and` is true and `or` is false.
      operator: always ? 'and' : 'or',
      operands: [],
      type: 'Boolean',
      span: { start: 0, end: source.length },
    },
    references: { fields: [], calls: [], lists: [] },
    // Nothing that a request could be asked.
    conditions: [],
    evaluate: () => always,
  };
}
