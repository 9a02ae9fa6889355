import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { rulesetsEndpoints } from '../endpoints.ts';
/** What a rule may say: its action, the parameters of it, its expression, and what is answered otherwise. */
export const rulesetRuleRequirements = defineRequirements([
  ...statements(
    { passage: 'cloudflare-typescript, Rulesets: rules', certainty: 'documented' },
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
    { passage: 'cloudflare-typescript, Rulesets: rules', certainty: 'documented' },
    {
      'RS-CONF-9': 'A configuration rule takes every documented setting and answers it as it was sent.',
      'RS-CONF-10': 'A setting of a configuration rule with a value of another type is refused.',
      'RS-CONF-11': 'A setting that only disables takes no other value than true.',
      'RS-CONF-12': 'Configuration rules take no other action than `set_config`.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-docs pull request 28223 and others', certainty: 'observed' },
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
    { passage: 'terraform-provider-cloudflare issue 2285', certainty: 'observed' },
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
    { passage: 'terraform-provider-cloudflare, issues', certainty: 'observed' },
    {
      'RS-ERR-10': '`logging` with another action than `skip` is refused with code 20018.',
      'RS-ERR-11': 'A parameter that an action does not have is refused as an `unknown field`.',
      'RS-SKIP-12': 'A skip logs unless its `logging` says otherwise.',
      'RS-ERR-12': 'The expressions `true` and `false` are accepted.',
    },
  ),
  ...statements(
    { passage: 'decision record 4: Rulesets', certainty: 'inferred' },
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
    {
      passage: 'inferred from token-validation.md: Authentication',
      certainty: 'inferred',
      feature: 'read-only-token',
    },
    {
      'RS-ERR-15': 'A credential that may only read rulesets reads them.',
      'RS-ERR-16': 'A credential that may only read rulesets writes none.',
    },
  ),
  ...statements(
    { passage: 'admin API of Touchstone', certainty: 'inferred', feature: 'admin' },
    {
      'RS-ACT-10': 'An answer about a phase that is not evaluated says so and rests on `inferred`.',
    },
  ),
]);
/** Rulesets as resources: lists, versions, entry points, single rules and their places. */
export const rulesetResourceRequirements = defineRequirements([
  ...statements(
    { passage: 'cloudflare-typescript, Rulesets', certainty: 'documented' },
    {
      'RS-LIST-1': 'The list of a zone holds each ruleset of the zone.',
      'RS-LIST-2': 'An entry of a list has no rules.',
      'RS-LIST-3': 'A page that is not the last carries `result_info.cursor`.',
      'RS-LIST-4': 'The `cursor` of a page leads to the entries that follow it.',
      'RS-LIST-5': 'The last page carries no cursor.',
      'RS-LIST-6': 'The list of an account holds each ruleset of the account.',
      'RS-RES-1': 'A ruleset has an id of 32 hexadecimal digits.',
      'RS-RES-2': 'The version of a new ruleset is the text `1`.',
      'RS-RES-3': 'Every write raises the version of a ruleset by 1.',
      'RS-RES-4': 'A rule has an id of 32 hexadecimal digits.',
      'RS-RES-5': 'The `ref` of a rule is its id unless another is sent.',
      'RS-RES-6': 'DELETE of a ruleset answers 204 without a body.',
      'RS-RES-7': 'A deleted ruleset is gone.',
      'RS-RES-8': 'An account takes rulesets of the kind `custom`.',
      'RS-RULE-1': 'POST of a rule answers the whole ruleset.',
      'RS-RULE-2': 'PATCH of a rule answers the whole ruleset.',
      'RS-RULE-3': 'DELETE of a rule answers the whole ruleset.',
      'RS-RULE-4': 'A deleted rule is gone from its ruleset.',
      'RS-POS-1': 'A position `before` an id puts the rule in front of that one.',
      'RS-POS-2': 'A position `after` an id puts the rule behind that one.',
      'RS-POS-3': 'A position `index` counts from 1.',
      'RS-POS-4': 'An empty `before` puts the rule at the top.',
      'RS-POS-5': 'An empty `after` puts the rule at the bottom.',
      'RS-POS-7': 'A position with an id that is not 32 hexadecimal digits is refused.',
      'RS-VER-1': 'The list of versions holds each version of a ruleset.',
      'RS-VER-2': 'An older version still has the rules that it had.',
      'RS-VER-3': 'DELETE of a version answers 204 without a body.',
      'RS-VER-4': 'A deleted version is gone.',
      'RS-VER-5': 'The list of versions of an entry point holds each of its versions.',
      'RS-VER-6': 'An older version of an entry point still has the rules that it had.',
    },
  ),
  ...bounds(
    {
      in: rulesetsEndpoints,
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
      'RS-DRY-1': 'A write with `dry_run=true` answers 200 with `result` null.',
      'RS-DRY-2': 'A DELETE of a ruleset with `dry_run=true` answers 204.',
      'RS-DRY-3': 'A write with `dry_run=true` changes nothing.',
      'RS-DRY-4': 'A write with `dry_run=true` refuses what the write refuses.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Ruleset JSON object', certainty: 'documented' },
    {
      'RS-RES-9': 'The `description` of a ruleset without one is the empty text.',
      'RS-RES-10': '`last_updated` is an RFC 3339 time in UTC.',
      'RS-RES-11': 'A write that changes the `name` of a ruleset is refused.',
      'RS-RES-12': 'A write that changes the `kind` of a ruleset is refused.',
      'RS-RES-13': 'A write that changes the `phase` of a ruleset is refused.',
      'RS-RES-14': 'A rule that is sent with its id keeps it.',
      'RS-RES-15': 'A write raises the version of a rule that it changes by 1.',
      'RS-RES-16': 'A write leaves the version of a rule that it does not change.',
      'RS-RES-17': 'A new order of the rules leaves their versions as they were.',
      'RS-RES-18': 'A rule is enabled unless it says otherwise.',
      'RS-RES-19': 'A PUT of a ruleset removes the rules that it leaves out.',
      'RS-RES-20': 'A PUT with a `description` alone keeps the rules.',
      'RS-ENTRY-1': 'A PUT of an entry point that is missing creates it.',
      'RS-ENTRY-2': 'A PUT of an entry point replaces all of its rules.',
      'RS-ENTRY-3': 'The entry points of a zone are of the kind `zone`.',
      'RS-ENTRY-4': 'A GET of an entry point answers it with its rules.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'RS-ENTRY-5': 'The id of an entry point stays the same from version to version.',
      'RS-ENTRY-6':
        'A GET of an entry point that was never made is refused with 404, code 10003 and a message that names the phase.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'RS-RULE-5': 'A PATCH of a rule that leaves out its description removes it.',
      'RS-RULE-6': 'A PATCH of a rule that leaves out its expression is refused with code 20125.',
      'RS-RULE-7':
        'A PATCH of a rule that leaves out its action is refused with `action is required for action parameters`.',
    },
  ),
  ...statements(
    { passage: 'decision record 4: Rulesets', certainty: 'inferred' },
    {
      'RS-LIST-7': 'A cursor that no page gave is refused.',
      'RS-RES-21': 'A rule that is sent with its ref keeps its id.',
      'RS-RES-22': 'An unknown ruleset is refused with 404.',
      'RS-RES-23': 'Two rules of one ruleset with the same ref are refused.',
      'RS-RES-24': 'A ruleset of the kind `managed` is refused.',
      'RS-RES-25': 'A custom ruleset that a rule executes is not deleted.',
      'RS-ENTRY-7': 'The name of an entry point that was made without one is `default`.',
      'RS-ENTRY-8': 'The entry points of an account are of the kind `root`.',
      'RS-RULE-8': 'A PATCH of a rule keeps its id and its ref.',
      'RS-RULE-9': 'A new rule stands at the end.',
      'RS-RULE-10': 'An unknown rule is refused with 404.',
      'RS-POS-8': 'A position that names an unknown rule is refused.',
      'RS-POS-9': 'A position with two members is refused.',
      'RS-POS-10': 'A PATCH with a position alone moves the rule and changes nothing else of it.',
      'RS-VER-7': 'An unknown version is refused with 404.',
      'RS-VER-8': 'The current version of a ruleset is not deleted.',
    },
  ),
]);
