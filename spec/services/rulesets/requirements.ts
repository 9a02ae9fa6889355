import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
import { rulesetEvaluationRequirements } from './requirements/evaluation.ts';
import { rulesetResourceRequirements, rulesetRuleRequirements } from './requirements/rules.ts';

const token = 'token-validation.md: What the service does';
const conversion = 'inference-and-conversion.md: Endpoints';

/** Rulesets: what the seed names (custom rules on claims, configuration rules), then what is known of the API. */
export const rulesetsRequirements = defineRequirements([
  ...statements(
    { passage: token, certainty: 'seed', feature: 'edge' },
    {
      'RS-JWT-1': 'A WAF custom rule can act on whether the token of a request was valid.',
      'RS-JWT-2': 'A WAF custom rule can act on a verified claim.',
      'RS-JWT-3': 'A WAF custom rule on claims acts on every path of the zone when it names none.',
      'RS-JWT-4': 'A WAF custom rule on claims acts on selected endpoints alone when it names them.',
      'RS-JWT-5': 'A WAF custom rule can require a claim and another signal of the request at once.',
      'RS-JWT-6': 'The verified claims of a request are fields below `http.request.jwt.claims`.',
      'RS-JWT-7':
        'A custom claim is read with `lookup_json_string`, the id of the token configuration and the name of the claim.',
      'RS-JWT-8': 'The claims of a token that is not valid are not there.',
      'RS-JWT-9': 'The claims are there although no token rule and no operation covers the request.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Rules language functions', certainty: 'documented', feature: 'edge' },
    { 'RS-JWT-10': 'A custom claim that is a number is read with `lookup_json_integer`.' },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Check a JWT claim to protect an admin user', certainty: 'documented' },
    { 'RS-JWT-11': 'A WAF custom rule that combines a claim with `cf.waf.score` is accepted.' },
  ),
  ...statements(
    { passage: 'token-validation.md: Expression rules', certainty: 'seed' },
    {
      'RS-JWT-12': 'A WAF custom rule with `is_jwt_valid` is refused.',
      'RS-JWT-13': 'A WAF custom rule with `is_jwt_present` is refused.',
    },
  ),
  ...statements(
    { passage: conversion, certainty: 'seed' },
    {
      'RS-CONF-1':
        'A PUT of `rules` to `/zones/{zone_id}/rulesets/phases/http_config_settings/entrypoint` is accepted.',
      'RS-CONF-2':
        'A rule with the action `set_config` and the parameter `content_converter` true is accepted.',
      'RS-CONF-4': 'The expression of a configuration rule may hold strings in single quotes.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Ruleset JSON object', certainty: 'documented' },
    { 'RS-CONF-3': 'A configuration rule carries the `description` that was sent.' },
  ),
  ...statements(
    { passage: conversion, certainty: 'seed', feature: 'edge' },
    {
      'RS-CONF-5': 'A configuration rule on `http.host` switches conversion on for that hostname.',
      'RS-CONF-6': 'A configuration rule on `http.host` leaves other hostnames unconverted.',
      'RS-CONF-7':
        'A configuration rule with `starts_with` on the path switches conversion on below that prefix.',
      'RS-CONF-8': 'A configuration rule with `starts_with` on the path leaves other paths unconverted.',
    },
  ),
  ...rulesetResourceRequirements,
  ...rulesetRuleRequirements,
  ...rulesetEvaluationRequirements,
]);
