import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { endpoints } from '../endpoints.ts';

const endpointsPassage = 'token-validation.md: Endpoints';
const fields = 'token-validation.md: Token validation rule';

/** Token validation rules: creation, members, changes, order and lists. */
export const ruleRequirements = defineRequirements([
  ...statements(
    { passage: endpointsPassage, certainty: 'seed' },
    {
      'TV-RULE-1': 'A POST of an array to `/zones/{zone_id}/token_validation/rules/bulk` creates its rules.',
      'TV-RULE-2': 'One bulk creation can have several rules.',
      'TV-RULE-3': 'A bulk creation returns the array of created rules.',
      'TV-RULE-5': 'A PATCH of an array to `/zones/{zone_id}/token_validation/rules/bulk` changes its rules.',
      'TV-RULE-6': 'One bulk edit can have several rules.',
      'TV-RULE-7': 'A bulk edit returns the updated rules.',
      'TV-RULE-8': 'A bulk edit does not change the members that an item does not send.',
      'TV-RULE-11': 'A bulk edit changes a title.',
      'TV-RULE-12': 'A bulk edit changes a description.',
      'TV-RULE-13': 'A bulk edit changes an action.',
      'TV-RULE-14': 'A bulk edit changes an expression.',
      'TV-RULE-15': 'A bulk edit changes a selector.',
      'TV-RULE-16': 'An item of a bulk edit can have a `position` next to other members.',
      'TV-RULE-17': 'A `position` with `before` moves the rule before the rule it names.',
      'TV-RULE-18': 'A `position` with `after` moves the rule after the rule it names.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'token-validation.rule.bulk-create',
      of: 'rule',
      passage: endpointsPassage,
      certainty: 'seed',
    },
    {
      'TV-RULE-4': [
        'type',
        '',
        { sentence: 'The server refuses a bulk creation whose body is not an array.' },
      ],
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'token-validation.rule.bulk-edit',
      of: 'rule',
      passage: endpointsPassage,
      certainty: 'seed',
    },
    {
      'TV-RULE-9': [
        'missing',
        '/0/id',
        { sentence: 'The server refuses an item of a bulk edit without `id`.' },
      ],
      'TV-RULE-10': ['type', '', { sentence: 'The server refuses a bulk edit whose body is not an array.' }],
    },
  ),
  ...statements(
    { passage: fields, certainty: 'seed' },
    {
      'TV-RULE-19': 'A created rule carries an `id` of its own.',
      'TV-RULE-20': 'A bulk edit finds a rule by the `id` that its creation returned.',
      'TV-RULE-21': 'A created rule carries the `title` that was sent.',
      'TV-RULE-25': 'A created rule carries the `description` that was sent.',
      'TV-RULE-29': 'The server accepts a rule with the action `log`.',
      'TV-RULE-30': 'The server accepts a rule with the action `block`.',
      'TV-RULE-32': 'The server accepts a rule with `enabled` true.',
      'TV-RULE-33': 'The server accepts a rule with `enabled` false.',
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
      in: endpoints,
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
      'TV-RULE-43': 'A disabled rule stops acting.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare API reference, Token validation', certainty: 'documented' },
    {
      'TV-RULE-44': 'A bulk creation gets status 200.',
      'TV-RULE-45': 'A POST of one rule to `/rules` creates it.',
      'TV-RULE-46': 'The creation of one rule gets status 200.',
      'TV-RULE-47': 'A GET of `/rules` lists the rules of the zone.',
      'TV-RULE-48': 'A GET of `/rules/{rule_id}` returns that rule.',
      'TV-RULE-49': 'A PATCH of `/rules/{rule_id}` changes the members that it sends.',
      'TV-RULE-50': 'A PATCH of `/rules/{rule_id}` does not change the members that it does not send.',
      'TV-RULE-51': 'A DELETE of `/rules/{rule_id}` removes the rule from the list.',
      'TV-RULE-52': 'The deletion of a rule gets status 200.',
      'TV-RULE-53': 'The server refuses a PUT of `/rules/{rule_id}`.',
      'TV-RULE-54': 'The timestamps of a rule are RFC 3339 in UTC with a final `Z`.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, Token validation: rules', certainty: 'documented' },
    {
      'TV-RULE-61': 'A `position` with `index` 1 makes the rule the first.',
      'TV-RULE-63': 'A PATCH of one rule accepts a `position`.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
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
      in: endpoints,
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
      'TV-RULE-64': 'An expression in outer parentheses comes back as sent.',
    },
  ),
  ...statements(
    { passage: 'decision record 3: Rules', certainty: 'inferred' },
    {
      'TV-RULE-66': 'The rules of a bulk creation have the order of the array.',
      'TV-RULE-67': 'The server refuses a `position` that names no rule of the zone.',
      'TV-RULE-78': 'A new rule takes the `position` that it names.',
      'TV-RULE-79': 'The server refuses a new rule whose `position` names no rule of the zone.',
      'TV-RULE-77':
        'A moved rule is right next to the rule that its `position` names, and the others keep their order.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare API reference, Token validation: bulk rules',
      certainty: 'inferred',
    },
    {
      'TV-RULE-80': 'The server returns created rules in the order of the request.',
      'TV-RULE-70': 'A bulk creation with one faulty rule creates no rule.',
      'TV-RULE-71': 'A bulk edit with one faulty item changes no rule.',
      'TV-RULE-74': 'The server refuses a bulk edit that names one rule twice.',
      'TV-RULE-75': 'The server refuses a bulk edit that names an unknown rule.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'token-validation.rule.bulk-create',
      of: 'rule',
      passage: 'inferred from Cloudflare API reference, Token validation: bulk rules',
      certainty: 'inferred',
    },
    {
      'TV-RULE-72': ['too few', '', { sentence: 'The server refuses an empty bulk creation.' }],
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'token-validation.rule.bulk-edit',
      of: 'rule',
      passage: 'inferred from Cloudflare API reference, Token validation: bulk rules',
      certainty: 'inferred',
    },
    {
      'TV-RULE-73': ['too few', '', { sentence: 'The server refuses an empty bulk edit.' }],
    },
  ),
  ...statements(
    { passage: 'alchemy, Cloudflare.TokenValidation', certainty: 'observed' },
    {
      'TV-RULE-76': 'A GET of an unknown rule id gets status 404.',
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
      'TV-LIST-14': 'The list of rules filters by `token_configuration`, a configuration in the expression.',
      'TV-LIST-15': 'Two values of `token_configuration` select the rules that name either.',
      'TV-LIST-17': 'The list of rules honours the documented range: no page of fewer than 5.',
      'TV-LIST-18': 'The list of rules honours the documented range: no page of more than 50.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare API reference, Token validation: list rules',
      certainty: 'inferred',
    },
    {
      'TV-LIST-16': 'The list of rules has the order of precedence, the highest first.',
    },
  ),
]);
