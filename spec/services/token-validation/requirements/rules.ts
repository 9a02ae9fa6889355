import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { tokenValidationEndpoints } from '../endpoints.ts';

const endpoints = 'token-validation.md: Endpoints';
const fields = 'token-validation.md: Token validation rule';

/** Token validation rules: creation, fields, change, order, listing. */
export const ruleRequirements = defineRequirements([
  ...statements(
    { passage: endpoints, certainty: 'seed' },
    {
      'TV-RULE-1': 'A POST of an array to `/zones/{zone_id}/token_validation/rules/bulk` creates its rules.',
      'TV-RULE-2': 'One bulk creation may carry several rules.',
      'TV-RULE-3': 'A bulk creation is answered with the array of created rules.',
      'TV-RULE-5': 'A PATCH of an array to `/zones/{zone_id}/token_validation/rules/bulk` changes its rules.',
      'TV-RULE-6': 'One bulk edit may carry several rules.',
      'TV-RULE-7': 'A bulk edit is answered with the updated rules.',
      'TV-RULE-8': 'A bulk edit leaves the members that an item does not send as they were.',
      'TV-RULE-11': 'A bulk edit changes a title.',
      'TV-RULE-12': 'A bulk edit changes a description.',
      'TV-RULE-13': 'A bulk edit changes an action.',
      'TV-RULE-14': 'A bulk edit changes an expression.',
      'TV-RULE-15': 'A bulk edit changes a selector.',
      'TV-RULE-16': 'An item of a bulk edit may carry a `position` beside other members.',
      'TV-RULE-17': 'A `position` with `before` puts the rule before the rule it names.',
      'TV-RULE-18': 'A `position` with `after` puts the rule after the rule it names.',
    },
  ),
  ...bounds(
    {
      in: tokenValidationEndpoints,
      operation: 'token-validation.rule.bulk-create',
      of: 'rule',
      passage: endpoints,
      certainty: 'seed',
    },
    {
      'TV-RULE-4': ['type', '', { sentence: 'A bulk creation whose body is not an array is refused.' }],
    },
  ),
  ...bounds(
    {
      in: tokenValidationEndpoints,
      operation: 'token-validation.rule.bulk-edit',
      of: 'rule',
      passage: endpoints,
      certainty: 'seed',
    },
    {
      'TV-RULE-9': ['missing', '/0/id', { sentence: 'An item of a bulk edit without `id` is refused.' }],
      'TV-RULE-10': ['type', '', { sentence: 'A bulk edit whose body is not an array is refused.' }],
    },
  ),
  ...statements(
    { passage: fields, certainty: 'seed' },
    {
      'TV-RULE-19': 'A created rule carries an `id` of its own.',
      'TV-RULE-20': 'A bulk edit finds a rule by the `id` that its creation returned.',
      'TV-RULE-21': 'A created rule carries the `title` that was sent.',
      'TV-RULE-25': 'A created rule carries the `description` that was sent.',
      'TV-RULE-29': 'A rule with the action `log` is accepted.',
      'TV-RULE-30': 'A rule with the action `block` is accepted.',
      'TV-RULE-32': 'A rule with `enabled` true is accepted.',
      'TV-RULE-33': 'A rule with `enabled` false is accepted.',
      'TV-RULE-35': 'A created rule carries the `expression` that was sent, with its quotes.',
      'TV-RULE-37': 'A created rule carries the `selector` that was sent.',
      'TV-RULE-39': 'A created rule carries `created_at` as a timestamp.',
      'TV-RULE-40': 'A created rule carries `last_updated` as a timestamp.',
      'TV-RULE-41': 'A created rule carries `modified_by` as a string.',
    },
  ),
  ...statements(
    { passage: fields, certainty: 'seed', level: 'should' },
    {
      'TV-RULE-81': 'The `id` of a rule is a UUID.',
    },
  ),
  ...bounds(
    {
      in: tokenValidationEndpoints,
      operation: 'token-validation.rule.bulk-create',
      of: 'rule',
      passage: fields,
      certainty: 'seed',
    },
    {
      'TV-RULE-22': ['longest', '/0/title'],
      'TV-RULE-23': ['too long', '/0/title'],
      'TV-RULE-24': ['type', '/0/title'],
      'TV-RULE-26': ['longest', '/0/description'],
      'TV-RULE-27': ['too long', '/0/description'],
      'TV-RULE-28': ['type', '/0/description'],
      'TV-RULE-31': [['not allowed', 'type'], '/0/action', { values: ['allow', 'challenge', 'skip', ''] }],
      'TV-RULE-34': ['type', '/0/enabled', { values: ['true', 'false', 0] }],
      'TV-RULE-36': ['type', '/0/expression'],
      'TV-RULE-38': ['type', '/0/selector', { values: [[{ include: [] }]] }],
    },
  ),
  ...statements(
    { passage: 'token-validation.md: States and transitions', certainty: 'seed' },
    {
      'TV-RULE-42': 'A bulk edit with `enabled` false disables the rule.',
    },
  ),
  ...statements(
    { passage: 'token-validation.md: States and transitions', certainty: 'seed', feature: 'edge' },
    {
      'TV-RULE-43': 'A rule that was disabled stops acting.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare API reference, Token validation', certainty: 'documented' },
    {
      'TV-RULE-44': 'A bulk creation is answered with status 200.',
      'TV-RULE-45': 'A POST of one rule to `/rules` creates it.',
      'TV-RULE-46': 'The creation of one rule is answered with status 200.',
      'TV-RULE-47': 'A GET of `/rules` lists the rules of the zone.',
      'TV-RULE-48': 'A GET of `/rules/{rule_id}` answers with that rule.',
      'TV-RULE-49': 'A PATCH of `/rules/{rule_id}` changes the members that it sends.',
      'TV-RULE-50': 'A PATCH of `/rules/{rule_id}` leaves the members that it does not send as they were.',
      'TV-RULE-51': 'A DELETE of `/rules/{rule_id}` removes the rule from the list.',
      'TV-RULE-52': 'The deletion of a rule is answered with status 200.',
      'TV-RULE-53': 'A PUT of `/rules/{rule_id}` is refused.',
      'TV-RULE-54': 'The timestamps of a rule are RFC 3339 in UTC with a final `Z`.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, Token validation: rules', certainty: 'documented' },
    {
      'TV-RULE-61': 'A `position` with `index` 1 makes the rule the first.',
      'TV-RULE-63': 'A PATCH of one rule takes a `position`.',
    },
  ),
  ...bounds(
    {
      in: tokenValidationEndpoints,
      operation: 'token-validation.rule.bulk-create',
      of: 'rule',
      passage: 'cloudflare-typescript, Token validation: rules',
      certainty: 'documented',
    },
    {
      'TV-RULE-55': ['missing', '/0/title'],
      'TV-RULE-56': ['missing', '/0/description'],
      'TV-RULE-57': ['missing', '/0/action'],
      'TV-RULE-58': ['missing', '/0/enabled'],
      'TV-RULE-59': ['missing', '/0/expression'],
      'TV-RULE-60': ['missing', '/0/selector'],
    },
  ),
  ...bounds(
    {
      in: tokenValidationEndpoints,
      operation: 'token-validation.rule.edit',
      of: 'rule',
      passage: 'cloudflare-typescript, Token validation: rules',
      certainty: 'documented',
    },
    {
      'TV-RULE-62': ['too small', '/position/index'],
    },
  ),
  ...statements(
    { passage: 'terraform-provider-cloudflare, token_validation_rules tests', certainty: 'observed' },
    {
      'TV-RULE-64': 'An expression in outer parentheses comes back as it was sent.',
    },
  ),
  ...statements(
    { passage: 'decision record 3: Rules', certainty: 'inferred' },
    {
      'TV-RULE-65': 'A new rule stands behind the existing ones.',
      'TV-RULE-66': 'The rules of a bulk creation stand in the order of the array.',
      'TV-RULE-67': 'A `position` that names no rule of the zone is refused.',
      'TV-RULE-68': 'A `position` that names the rule itself is refused.',
      'TV-RULE-69': 'A `position` with two members is refused.',
      'TV-RULE-78': 'A new rule that names a `position` stands there.',
      'TV-RULE-79': 'A new rule whose `position` names no rule of the zone is refused.',
      'TV-RULE-77':
        'A moved rule stands right beside the rule that its `position` names, and the others keep their order.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare API reference, Token validation: bulk rules',
      certainty: 'inferred',
    },
    {
      'TV-RULE-80': 'The created rules are answered in the order of the request.',
      'TV-RULE-70': 'A bulk creation with one faulty rule creates none.',
      'TV-RULE-71': 'A bulk edit with one faulty item changes none.',
      'TV-RULE-74': 'A bulk edit that names one rule twice is refused.',
      'TV-RULE-75': 'A bulk edit that names an unknown rule is refused.',
    },
  ),
  ...bounds(
    {
      in: tokenValidationEndpoints,
      operation: 'token-validation.rule.bulk-create',
      of: 'rule',
      passage: 'inferred from Cloudflare API reference, Token validation: bulk rules',
      certainty: 'inferred',
    },
    {
      'TV-RULE-72': ['too few', '', { sentence: 'An empty bulk creation is refused.' }],
    },
  ),
  ...bounds(
    {
      in: tokenValidationEndpoints,
      operation: 'token-validation.rule.bulk-edit',
      of: 'rule',
      passage: 'inferred from Cloudflare API reference, Token validation: bulk rules',
      certainty: 'inferred',
    },
    {
      'TV-RULE-73': ['too few', '', { sentence: 'An empty bulk edit is refused.' }],
    },
  ),
  ...statements(
    { passage: 'alchemy, Cloudflare.TokenValidation', certainty: 'observed' },
    {
      'TV-RULE-76': 'A GET of a rule id that was never given is answered with status 404.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare API reference, Token validation: list rules', certainty: 'documented' },
    {
      'TV-LIST-6': 'The list of rules honours `page`.',
      'TV-LIST-7': 'The list of rules honours `per_page`.',
      'TV-LIST-8': 'The list of rules filters by `id`.',
      'TV-LIST-9': 'The list of rules filters by `rule_id`.',
      'TV-LIST-10': 'The list of rules filters by `host`, a hostname of `include`.',
      'TV-LIST-11': 'The list of rules filters by `hostname`, a hostname of `include`.',
      'TV-LIST-12': 'The list of rules filters by `action`.',
      'TV-LIST-13': 'The list of rules filters by `enabled`.',
      'TV-LIST-14':
        'The list of rules filters by `token_configuration`, a configuration that the expression names.',
      'TV-LIST-15': 'Two values of `token_configuration` select the rules that name either.',
      'TV-LIST-17': 'A `per_page` below 5 is refused by the list of rules.',
      'TV-LIST-18': 'A `per_page` above 50 is refused by the list of rules.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare API reference, Token validation: list rules',
      certainty: 'inferred',
    },
    {
      'TV-LIST-16': 'Rules are listed by precedence, the highest first.',
    },
  ),
]);
