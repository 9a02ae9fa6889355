import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const actions = 'fact sheet token-validation 9.2';
const errors = 'fact sheet token-validation 9.3';
const conversion = 'fact sheet markdown-conversion 7.2';

/** What a rule may say: its action, the parameters of it, its expression, and what is answered otherwise. */
export const rulesetRuleRequirements = defineRequirements([
  ...statements(
    { passage: actions, certainty: 'documented' },
    {
      'RS-ACT-1':
        'Custom rules take the actions `block`, `challenge`, `js_challenge`, `managed_challenge`, `log` and `skip`.',
      'RS-ACT-2': 'An action that does not fit the phase is refused.',
      'RS-ACT-3': 'A block can carry a response with status, content and content type.',
      'RS-ACT-4': 'A block whose response has a status outside 400 to 499 is refused.',
      'RS-ACT-5': 'A block whose response has no content is refused.',
      'RS-ACT-6': 'A block whose response has no content type is refused.',
      'RS-ACT-7': 'A rule executes a custom ruleset of the account by its id.',
      'RS-SKIP-1': 'A skip takes the `ruleset` `current`.',
      'RS-SKIP-2': 'A skip takes a list of `phases`.',
      'RS-SKIP-3': 'A skip takes a list of `products`.',
      'RS-SKIP-4': 'A skip takes `rules` by the ids of their rulesets.',
      'RS-SKIP-5': 'A skip takes a list of `rulesets`.',
      'RS-SKIP-6': 'A skip takes the `phase` `current`, alone or with `products`.',
      'RS-SKIP-7': 'A skip with `phase` and `ruleset`, `phases`, `rules` or `rulesets` is refused.',
      'RS-SKIP-8': 'A skip with `phases` and `rulesets` is refused.',
      'RS-SKIP-9': 'A skip with `rules` and `ruleset` is refused.',
      'RS-SKIP-10': 'A skip with `ruleset` and `rulesets` is refused.',
      'RS-SKIP-11': 'A skip of a product or phase that does not exist is refused.',
      'RS-ERR-1': 'An expression longer than 4096 characters is refused.',
    },
  ),
  ...statements(
    { passage: conversion, certainty: 'documented' },
    {
      'RS-CONF-9': 'A configuration rule takes every documented setting and answers it as it was sent.',
      'RS-CONF-10': 'A setting of a configuration rule with a value of another type is refused.',
      'RS-CONF-11': 'A setting that only disables takes no other value than true.',
      'RS-CONF-12': 'Configuration rules take no other action than `set_config`.',
    },
  ),
  ...statements(
    { passage: errors, certainty: 'observed' },
    {
      'RS-ERR-2':
        'A second entry point of a phase is refused with code 20217 and a message that names kind and phase.',
      'RS-ERR-3': 'A blank expression is refused with code 20125 and `the expression cannot be blank`.',
      'RS-ERR-4':
        'An expression that does not parse is refused with its text, `could not parse filter expression`, line and column, and carets below the faulty part.',
      'RS-ERR-5':
        'A literal in the place of a field, or a field in the place of a literal, is refused with code 20083.',
    },
  ),
  ...statements(
    { passage: 'fact sheet markdown-conversion 7.2, Errors', certainty: 'observed' },
    {
      'RS-ERR-6':
        'A `set_config` without parameters is refused with code 20113 and `action parameters are required for the set_config action`.',
      'RS-ERR-7': 'Parameters without an action are refused with `action is required for action parameters`.',
      'RS-ERR-8': 'A ruleset id that is not 32 hexadecimal digits is refused with code 7003.',
      'RS-ERR-9': 'An unknown phase in the path is refused with code 7003.',
      'RS-CONF-13': 'A setting that was not sent is not answered.',
    },
  ),
  ...statements(
    { passage: 'public issues of infrastructure-as-code clients', certainty: 'observed' },
    {
      'RS-ERR-10': '`logging` with another action than `skip` is refused with code 20018.',
      'RS-ERR-11': 'A parameter that an action does not have is refused as an `unknown field`.',
      'RS-SKIP-12': 'A skip logs unless its `logging` says otherwise.',
      'RS-ERR-12': 'The expressions `true` and `false` are accepted.',
    },
  ),
  ...statements(
    { passage: errors, certainty: 'inferred' },
    {
      'RS-ERR-13': 'The refusal of an expression points at it: `/rules/0/expression`.',
      'RS-ERR-14': 'A function that the phase does not have is refused with its position.',
      'RS-ACT-8': 'A rule that executes a ruleset which the account does not have is refused.',
      'RS-ACT-9': 'The rules of other phases keep the parameters that were sent.',
      'RS-CONF-14': 'A configuration rule with `content_converter` is refused on a Free zone.',
      'RS-SKIP-13': 'A skip without parameters is refused.',
    },
  ),
  ...statements(
    { passage: 'seed token-validation, Authentication', certainty: 'inferred', feature: 'read-only-token' },
    {
      'RS-ERR-15': 'A credential that may only read rulesets reads them.',
      'RS-ERR-16': 'A credential that may only read rulesets writes none.',
    },
  ),
  ...statements(
    { passage: 'design 3', certainty: 'inferred', feature: 'admin' },
    {
      'RS-ACT-10': 'An answer about a phase that is not evaluated says so and rests on `inferred`.',
    },
  ),
]);
