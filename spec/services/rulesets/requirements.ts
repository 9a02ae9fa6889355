import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
import { rulesetEvaluationRequirements } from './requirements/evaluation.ts';
import { rulesetResourceRequirements, rulesetRuleRequirements } from './requirements/rules.ts';
import { rulesLanguageRequirements } from './requirements/rules-language.ts';

const token = 'token-validation.md: What the service does';
const conversion = 'inference-and-conversion.md: Endpoints';

/** Rulesets: the seed's requirements (custom rules on claims, configuration rules), then those of the API. */
export const requirements = defineRequirements([
  ...statements(
    { passage: token, certainty: 'seed', feature: 'edge' },
    {
      'RS-JWT-1': 'A WAF custom rule can act on whether the token of a request was valid.',
      'RS-JWT-2': 'A WAF custom rule can act on a verified claim.',
      'RS-JWT-3': 'A WAF custom rule on claims applies to every path of the zone by default.',
      'RS-JWT-4': 'A WAF custom rule on claims that names endpoints applies only to them.',
      'RS-JWT-5': 'A WAF custom rule can require both a claim and another signal of the request.',
      'RS-JWT-6': 'The verified claims of a request are fields below `http.request.jwt.claims`.',
      'RS-JWT-7':
        '`lookup_json_string` reads a custom claim from the id of the token configuration and the name of the claim.',
      'RS-JWT-8': 'The claims of an invalid token do not exist.',
      'RS-JWT-9': 'The claims exist even if no token rule and no operation covers the request.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Rules language functions', certainty: 'documented', feature: 'edge' },
    { 'RS-JWT-10': '`lookup_json_integer` reads a custom claim that is a number.' },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Check a JWT claim to protect an admin user', certainty: 'documented' },
    { 'RS-JWT-11': 'The server accepts a WAF custom rule that combines a claim with `cf.waf.score`.' },
  ),
  ...statements(
    { passage: 'token-validation.md: Expression rules', certainty: 'seed' },
    {
      'RS-JWT-12': 'The server refuses a WAF custom rule with `is_jwt_valid`.',
      'RS-JWT-13': 'The server refuses a WAF custom rule with `is_jwt_present`.',
    },
  ),
  ...statements(
    { passage: conversion, certainty: 'seed' },
    {
      'RS-CONF-1':
        'The server accepts a PUT of `rules` to `/zones/{zone_id}/rulesets/phases/http_config_settings/entrypoint`.',
      'RS-CONF-2':
        'The server accepts a rule with the action `set_config` and the parameter `content_converter` true.',
      'RS-CONF-4': 'The expression of a configuration rule can have strings in single quotes.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Ruleset JSON object', certainty: 'documented' },
    { 'RS-CONF-3': 'A configuration rule carries the `description` that was sent.' },
  ),
  ...statements(
    { passage: conversion, certainty: 'seed', feature: 'edge' },
    {
      'RS-CONF-5': 'A configuration rule on `http.host` turns conversion on for that hostname.',
      'RS-CONF-6': 'A configuration rule on `http.host` leaves other hostnames unconverted.',
      'RS-CONF-7':
        'A configuration rule with `starts_with` on the path turns conversion on below that prefix.',
      'RS-CONF-8': 'A configuration rule with `starts_with` on the path leaves other paths unconverted.',
    },
  ),
  ...rulesetResourceRequirements,
  ...rulesetRuleRequirements,
  ...rulesetEvaluationRequirements,
  ...rulesLanguageRequirements,
]);
