import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { endpoints } from '../endpoints.ts';
/** Members of a rule: its action, action parameters and expression, and the refusals. */
export const rulesetRuleRequirements = defineRequirements([
  ...statements(
    { passage: 'cloudflare-typescript, Rulesets: rules', certainty: 'documented' },
    {
      'RS-ACT-1':
        'Custom rules accept the actions `block`, `challenge`, `js_challenge`, `managed_challenge`, `log` and `skip`.',
      'RS-ACT-2': 'The server refuses an action that does not belong to the phase.',
      'RS-ACT-3': 'A block can carry a response with status, content and content type.',
      'RS-ACT-4': 'The server refuses a block whose response has a status outside 400 to 499.',
      'RS-ACT-5': 'The server refuses a block whose response has no content.',
      'RS-ACT-6': 'The server refuses a block whose response has no content type.',
      'RS-ACT-7': 'A rule executes a custom ruleset of the account by its id.',
      'RS-SKIP-1': 'A skip accepts the `ruleset` `current`.',
      'RS-SKIP-2': 'A skip accepts a list of `phases`.',
      'RS-SKIP-3': 'A skip accepts a list of `products`.',
      'RS-SKIP-4': 'A skip accepts `rules` by the ids of their rulesets.',
      'RS-SKIP-5': 'A skip accepts a list of `rulesets`.',
      'RS-SKIP-6': 'A skip accepts the `phase` `current`, alone or with `products`.',
      'RS-SKIP-7': 'The server refuses a skip with `phase` and `ruleset`, `phases`, `rules` or `rulesets`.',
      'RS-SKIP-8': 'The server refuses a skip with `phases` and `rulesets`.',
      'RS-SKIP-9': 'The server refuses a skip with `rules` and `ruleset`.',
      'RS-SKIP-10': 'The server refuses a skip with `ruleset` and `rulesets`.',
      'RS-SKIP-11': 'The server refuses a skip of a product or phase that does not exist.',
      'RS-ERR-1': 'The server refuses an expression longer than 4096 characters.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, Rulesets: rules', certainty: 'documented' },
    {
      'RS-CONF-9': 'A configuration rule accepts every documented setting and returns it as sent.',
      'RS-CONF-10': 'The server refuses a setting of a configuration rule with a value of another type.',
      'RS-CONF-11': 'The server refuses any value but true for a setting that only disables.',
      'RS-CONF-12': 'Configuration rules accept only the action `set_config`.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-docs pull request 28223 and others', certainty: 'observed' },
    {
      'RS-ERR-2':
        'The server refuses a second entry point of a phase with code 20217 and a message that names kind and phase.',
      'RS-ERR-3':
        'The server refuses a blank expression with code 20125 and `the expression cannot be blank`.',
      'RS-ERR-4':
        'The refusal of an expression that does not parse has its text, `could not parse filter expression`, line and column, and carets below the faulty part.',
      'RS-ERR-5':
        'The server refuses a literal in place of a field, or a field in place of a literal, with code 20083.',
    },
  ),
  ...statements(
    { passage: 'terraform-provider-cloudflare issue 2285', certainty: 'observed' },
    {
      'RS-ERR-6':
        'A `set_config` without parameters gets code 20113 and `action parameters are required for the set_config action`.',
      'RS-ERR-7':
        'The server refuses parameters without an action with `action is required for action parameters`.',
      'RS-ERR-8': 'The server refuses a ruleset id that is not 32 hexadecimal digits with code 7003.',
      'RS-ERR-9': 'The server refuses an unknown phase in the path with code 7003.',
      'RS-CONF-13': 'The server does not return a setting that was not sent.',
    },
  ),
  ...statements(
    { passage: 'terraform-provider-cloudflare, issues', certainty: 'observed' },
    {
      'RS-ERR-10': 'The server refuses `logging` with another action than `skip` with code 20018.',
      'RS-ERR-11': 'The server refuses an unknown action parameter as an `unknown field`.',
      'RS-SKIP-12': 'A skip logs unless its `logging` says otherwise.',
      'RS-ERR-12': 'The server accepts the expressions `true` and `false`.',
    },
  ),
  ...statements(
    { passage: 'decision record 4: Rulesets', certainty: 'inferred' },
    {
      'RS-ERR-13': 'The refusal of an expression points to it: `/rules/0/expression`.',
      'RS-ERR-14': 'The server refuses a function that the phase does not have, with its position.',
      'RS-ACT-9': 'The rules of other phases keep their parameters.',
      'RS-CONF-14': 'The server refuses a configuration rule with `content_converter` on a Free zone.',
    },
  ),
]);
/** Rulesets as resources: lists, versions, entry points, single rules and their positions. */
export const rulesetResourceRequirements = defineRequirements([
  ...statements(
    { passage: 'cloudflare-typescript, Rulesets', certainty: 'documented' },
    {
      'RS-LIST-1': 'The list of a zone holds each ruleset of the zone.',
      'RS-LIST-2': 'An entry of a list has no rules.',
      'RS-LIST-3': 'A page that is not the last carries `result_info.cursor`.',
      'RS-LIST-4': 'The `cursor` of a page leads to the entries after it.',
      'RS-LIST-5': 'The last page carries no cursor.',
      'RS-LIST-6': 'The list of an account holds each ruleset of the account.',
      'RS-RES-1': 'A ruleset has an id of 32 hexadecimal digits.',
      'RS-RES-2': 'The version of a new ruleset is the text `1`.',
      'RS-RES-3': 'Every write raises the version of a ruleset by 1.',
      'RS-RES-4': 'A rule has an id of 32 hexadecimal digits.',
      'RS-RES-5': 'The `ref` of a rule is its id by default.',
      'RS-RES-6': 'DELETE of a ruleset returns 204 without a body.',
      'RS-RES-7': 'A deleted ruleset no longer exists.',
      'RS-RES-8': 'An account accepts rulesets of the kind `custom`.',
      'RS-RULE-1': 'POST of a rule returns the whole ruleset.',
      'RS-RULE-2': 'PATCH of a rule returns the whole ruleset.',
      'RS-RULE-3': 'DELETE of a rule returns the whole ruleset.',
      'RS-RULE-4': 'A deleted rule is no longer in its ruleset.',
      'RS-POS-1': 'A position `before` an id moves the rule before that one.',
      'RS-POS-2': 'A position `after` an id moves the rule after that one.',
      'RS-POS-3': 'A position `index` counts from 1.',
      'RS-POS-4': 'An empty `before` moves the rule to the top.',
      'RS-POS-5': 'An empty `after` moves the rule to the bottom.',
      'RS-POS-7': 'The server refuses a position with an id that is not 32 hexadecimal digits.',
      'RS-VER-1': 'The list of versions holds each version of a ruleset.',
      'RS-VER-2': 'An older version keeps its rules.',
      'RS-VER-3': 'DELETE of a version returns 204 without a body.',
      'RS-VER-4': 'A deleted version no longer exists.',
      'RS-VER-5': 'The list of versions of an entry point holds each of its versions.',
      'RS-VER-6': 'An older version of an entry point keeps its rules.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'rulesets.zone.rule.edit',
      of: 'rule',
      passage: 'cloudflare-typescript, Rulesets',
      certainty: 'documented',
    },
    {
      'RS-POS-6': ['too small', '/position/index'],
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Rulesets API: dry run', certainty: 'documented' },
    {
      'RS-DRY-1': 'A write with `dry_run=true` returns 200 with `result` null.',
      'RS-DRY-2': 'A DELETE of a ruleset with `dry_run=true` returns 204.',
      'RS-DRY-3': 'A write with `dry_run=true` changes nothing.',
      'RS-DRY-4': 'A write with `dry_run=true` refuses what the same write without it refuses.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Ruleset JSON object', certainty: 'documented' },
    {
      'RS-RES-9': 'The `description` of a ruleset is the empty string by default.',
      'RS-RES-10': '`last_updated` is an RFC 3339 time in UTC.',
      'RS-RES-11': 'The server refuses a write that changes the `name` of a ruleset.',
      'RS-RES-12': 'The server refuses a write that changes the `kind` of a ruleset.',
      'RS-RES-13': 'The server refuses a write that changes the `phase` of a ruleset.',
      'RS-RES-14': 'A rule that a write sends with its id keeps it.',
      'RS-RES-15': 'A write raises the version of a rule that it changes by 1.',
      'RS-RES-16': 'A write does not raise the version of a rule that it does not change.',
      'RS-RES-17': 'A new order of the rules does not change their versions.',
      'RS-RES-18': 'A rule is enabled by default.',
      'RS-RES-19': 'A PUT of a ruleset removes the rules that it omits.',
      'RS-RES-20': 'A PUT with only a `description` keeps the rules.',
      'RS-ENTRY-1': 'A PUT of a missing entry point creates it.',
      'RS-ENTRY-2': 'A PUT of an entry point replaces all of its rules.',
      'RS-ENTRY-3': 'The entry points of a zone have the kind `zone`.',
      'RS-ENTRY-4': 'A GET of an entry point returns it with its rules.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'RS-ENTRY-5': 'The id of an entry point stays the same in all versions.',
      'RS-ENTRY-6':
        'A GET of an entry point that was never created gets status 404, code 10003 and a message that names the phase.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'RS-RULE-5': 'A PATCH of a rule without its description removes it.',
      'RS-RULE-6': 'The server refuses a PATCH of a rule without its expression with code 20125.',
      'RS-RULE-7':
        'The server refuses a PATCH of a rule without its action with `action is required for action parameters`.',
    },
  ),
  ...statements(
    { passage: 'decision record 4: Rulesets', certainty: 'inferred' },
    {
      'RS-RES-21': 'A rule that a write sends with its ref keeps its id.',
      'RS-RES-23': 'The server refuses two rules of one ruleset with the same ref.',
      'RS-RES-25': 'The server does not delete a custom ruleset that a rule executes.',
      'RS-ENTRY-7': 'The default name of an entry point is `default`.',
      'RS-ENTRY-8': 'The entry points of an account have the kind `root`.',
      'RS-RULE-8': 'A PATCH of a rule keeps its id and its ref.',
      'RS-RULE-9': 'A new rule is the last one.',
      'RS-POS-10': 'A PATCH with only a position moves the rule and does not change it otherwise.',
      'RS-VER-8': 'The server does not delete the current version of a ruleset.',
    },
  ),
]);
