import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { endpoints } from '../endpoints.ts';

const rules = 'token-validation.md: Selector rules';
const preview = 'token-validation.md: Preview result';
const operation = 'token-validation.md: Operation (in previews)';
const states = 'token-validation.md: States and transitions';
const endpointsPassage = 'token-validation.md: Endpoints';

/** Selectors, the choice of the rule that applies, and the preview of a selector. */
export const selectorRequirements = defineRequirements([
  ...statements(
    { passage: rules, certainty: 'seed', feature: 'edge' },
    {
      'TV-SEL-1': 'A rule acts on a request for an operation whose host its `include` names.',
      'TV-SEL-2': 'A rule does not act on an operation whose host its `include` does not name.',
      'TV-SEL-3': 'A rule does not act on an operation whose id its `exclude` names.',
      'TV-SEL-4': 'A rule still acts on the other operations of the host of an excluded one.',
      'TV-SEL-5':
        'Swapping the positions of a blocking and a logging rule for one operation swaps which takes effect.',
      'TV-SEL-6': 'Only one of several rules that cover an operation applies.',
    },
  ),
  ...statements(
    { passage: 'token-validation.md: What the service does', certainty: 'seed', feature: 'edge' },
    {
      'TV-SEL-7': 'A request that a blocking rule acts on does not reach the origin.',
      'TV-SEL-8': 'A request that a logging rule acts on reaches the origin.',
      'TV-SEL-9': 'No token rule acts on a request for a path without an operation.',
    },
  ),
  ...statements(
    { passage: 'token-validation.md: Token validation rule', certainty: 'seed' },
    {
      'TV-SEL-10': 'The server refuses an `include` that is not a list of `{ host }` objects.',
      'TV-SEL-11': 'The server refuses an `exclude` that is not a list of `{ operation_ids }` objects.',
      'TV-SEL-12': 'An `include` can name several hosts in one item.',
      'TV-SEL-13': 'An `exclude` can name several operations in one item.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, Token validation: rules', certainty: 'documented' },
    {
      'TV-SEL-14': 'The server accepts an empty selector.',
      'TV-SEL-15': 'The server accepts an `include` of null.',
      'TV-SEL-16': 'The server accepts an `exclude` of null.',
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
      'TV-SEL-17': [
        'format',
        '/0/selector/include/0/host/0',
        {
          sentence: 'The server refuses a host in `include` that is not a hostname.',
          values: ['not a host', 'https://example.com', 'example.com/path', ''],
        },
      ],
      'TV-SEL-18': [
        'format',
        '/0/selector/exclude/0/operation_ids/0',
        {
          sentence: 'The server refuses an id in `exclude` that is not a UUID.',
          values: ['login', '', '12345678-1234-1234-1234-12345678901'],
        },
      ],
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Configure JWT validation via the API: Selectors',
      certainty: 'documented',
      feature: 'edge',
    },
    {
      'TV-SEL-19': 'A rule acts on an operation of its host that was saved after the rule.',
    },
  ),
  ...statements(
    { passage: 'decision record 3: Rules', certainty: 'inferred', feature: 'edge' },
    {
      'TV-SEL-20': 'A rule with an empty selector acts on nothing.',
      'TV-SEL-21': 'The first of two rules for one operation applies.',
      'TV-SEL-22': 'A disabled rule does not shadow the rules after it.',
      'TV-SEL-23': 'A rule whose expression is true still shadows the rules after it.',
    },
  ),
  ...statements(
    { passage: 'decision record 3: The edge', certainty: 'inferred', feature: 'edge' },
    {
      'TV-SEL-24': 'A variable of an operation path matches exactly one non-empty segment.',
      'TV-SEL-25': 'The query string does not affect the choice of the operation.',
      'TV-SEL-26': 'The method is part of the match of an operation.',
      'TV-SEL-27': 'Of two operations that match a path, the edge chooses the more literal one.',
    },
  ),

  ...statements(
    { passage: endpointsPassage, certainty: 'seed' },
    {
      'TV-PREV-1':
        'A POST of a selector to `/zones/{zone_id}/token_validation/rules/preview` returns a preview.',
      'TV-PREV-2': 'A preview of `{}` lists the operations of the zone.',
      'TV-PREV-3': 'A preview of `{}` lists all hosts of the zone in `available_hosts`.',
      'TV-PREV-4': 'A preview shows page 1 by default.',
      'TV-PREV-5': 'A preview shows 20 operations per page by default.',
      'TV-PREV-6': 'A preview honours `page`.',
      'TV-PREV-7': 'A preview honours `per_page`.',
      'TV-PREV-8': 'A preview changes no rule.',
    },
  ),
  ...statements(
    { passage: preview, certainty: 'seed' },
    {
      'TV-PREV-9': 'A preview carries `operations` as an array.',
      'TV-PREV-10': 'A preview carries `total` as an integer.',
      'TV-PREV-11': 'A preview carries `included`, the number of included operations.',
      'TV-PREV-12': 'A preview carries `excluded`, the number of excluded operations.',
      'TV-PREV-13': 'A preview carries `ignored`, the number of ignored operations.',
      'TV-PREV-14': 'The `selected_hosts` of a preview are the hosts of the included operations.',
      'TV-PREV-15': 'The `available_hosts` of a preview are the hosts of all operations of the zone.',
      'TV-PREV-16': 'The `result_info` of a preview carries `page`.',
      'TV-PREV-17': 'The `result_info` of a preview carries `per_page`.',
      'TV-PREV-18': 'The `result_info` of a preview carries `count`.',
      'TV-PREV-19': 'The `result_info` of a preview carries `total_count`.',
      'TV-PREV-34':
        'Over all its pages, `included`, `excluded` and `ignored` of a preview are the numbers of operations in these states.',
    },
  ),
  ...statements(
    { passage: states, certainty: 'seed' },
    {
      'TV-PREV-20': 'An operation whose host the selector includes has the state `included`.',
      'TV-PREV-21': 'An operation whose id the selector excludes has the state `excluded`.',
      'TV-PREV-22': 'An operation that the selector does not match has the state `ignored`.',
      'TV-PREV-23': 'An excluded operation of a host that is not included has the state `excluded`.',
    },
  ),
  ...statements(
    { passage: operation, certainty: 'seed' },
    {
      'TV-OP-1': 'An operation of a preview carries its `operation_id`.',
      'TV-OP-2': 'An operation of a preview carries its HTTP `method`.',
      'TV-OP-3': 'An operation of a preview carries its `host`.',
      'TV-OP-4': 'An operation of a preview carries its `endpoint` with variables such as `{var1}`.',
      'TV-OP-5': 'An operation of a preview carries `last_updated` as a timestamp.',
      'TV-OP-6': 'The `state` of an operation is `ignored`, `excluded` or `included`.',
    },
  ),
  ...statements(
    { passage: operation, certainty: 'seed', level: 'should' },
    {
      'TV-OP-7': 'The `operation_id` of an operation of a preview is a UUID.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Configure JWT validation via the API: Preview', certainty: 'documented' },
    {
      'TV-PREV-24': 'The `total` of a preview is the number of operations in the zone.',
      'TV-PREV-25': 'The counts of a preview are over the zone, not over the page.',
      'TV-PREV-26': 'A preview filters by `state`.',
      'TV-PREV-27': 'A preview filters by `host`.',
      'TV-PREV-28': 'A preview filters by `hostname`.',
      'TV-PREV-29': 'A preview filters by `method`.',
      'TV-PREV-30': 'A preview filters by `endpoint`.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare docs, Configure JWT validation via the API: Preview',
      certainty: 'inferred',
    },
    {
      'TV-PREV-31': 'The `available_hosts` of a preview name each host once.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'token-validation.rule.preview',
      of: 'selector',
      passage: 'inferred from Cloudflare docs, Configure JWT validation via the API: Preview',
      certainty: 'inferred',
    },
    {
      'TV-PREV-32': [
        'type',
        '',
        { sentence: 'The server refuses a selector of a preview that is not an object.' },
      ],
    },
  ),
]);

const rulesOfExpressions = 'token-validation.md: Expression rules';

/** The expression of a token validation rule, and when its action is taken. */
export const expressionRequirements = defineRequirements([
  ...statements(
    { passage: rulesOfExpressions, certainty: 'seed', feature: 'edge' },
    {
      'TV-EXPR-1': 'The edge takes the action of a rule when its expression is false.',
      'TV-EXPR-2': 'The edge does not take the action of a rule when its expression is true.',
      'TV-EXPR-3': '`is_jwt_present(<id>)` takes the action on a request without a token.',
      'TV-EXPR-4': '`is_jwt_present(<id>)` lets a request with a token pass.',
      'TV-EXPR-5': '`is_jwt_valid(<id>)` takes the action on a request without a token.',
      'TV-EXPR-6': '`is_jwt_valid(<id>)` takes the action on a request with an invalid token.',
      'TV-EXPR-7': '`is_jwt_valid(<id>)` lets a request with a valid token pass.',
      'TV-EXPR-8':
        '`is_jwt_valid(<id1>) or is_jwt_valid(<id2>)` takes the action when neither token is valid.',
      'TV-EXPR-9': '`is_jwt_valid(<id1>) or is_jwt_valid(<id2>)` lets a valid token of the first pass.',
      'TV-EXPR-10': '`is_jwt_valid(<id1>) or is_jwt_valid(<id2>)` lets a valid token of the second pass.',
      'TV-EXPR-11': '`is_jwt_valid(<id>) or not is_jwt_present(<id>)` takes the action on an invalid token.',
      'TV-EXPR-12': '`is_jwt_valid(<id>) or not is_jwt_present(<id>)` lets a request without a token pass.',
      'TV-EXPR-13': '`is_jwt_valid(<id>) or not is_jwt_present(<id>)` lets a valid token pass.',
      'TV-EXPR-14': '`and` takes the action when one of its two sides is false.',
      'TV-EXPR-15': '`or` takes no action when one of its two sides is true.',
      'TV-EXPR-16': '`not` reverses when the edge takes the action.',
      'TV-EXPR-17': '`eq` compares a field of the request with a string.',
    },
  ),
  ...statements(
    { passage: rulesOfExpressions, certainty: 'seed' },
    {
      'TV-EXPR-18': 'The server accepts a rule with `is_jwt_valid(<config_id>)`.',
      'TV-EXPR-19': 'The server accepts a rule with `is_jwt_present(<config_id>)`.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Configure JWT validation via the API: Token validation rules',
      certainty: 'documented',
    },
    {
      'TV-EXPR-20': 'The server refuses an expression that names a configuration outside the zone.',
      'TV-EXPR-21': 'The server refuses an expression outside the rules language.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Rules language expressions', certainty: 'documented' },
    {
      'TV-EXPR-22': 'The server accepts an expression of 4,096 characters.',
      'TV-EXPR-23': 'The server refuses an expression of 4,097 characters.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, JSON Web Tokens validation: rules',
      certainty: 'documented',
      feature: 'edge',
    },
    {
      'TV-EXPR-24': '`or http.request.method eq "OPTIONS"` lets a preflight without a token pass.',
      'TV-EXPR-25': '`is_jwt_present(<id>)` lets a request with an invalid token pass.',
      'TV-EXPR-26': '`is_jwt_valid(<id>) or not is_jwt_valid(<id>)` never takes the action.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Rules language values: Notes about arrays and maps',
      certainty: 'documented',
      feature: 'edge',
    },
    {
      'TV-EXPR-27': 'A comparison with a missing header is false and so takes the action.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare docs, Configure JWT validation via the API: Token validation rules',
      certainty: 'inferred',
    },
    {
      'TV-EXPR-28': 'The server refuses an argument of `is_jwt_valid` that is not a string literal.',
      'TV-EXPR-30': 'The server refuses an expression that is not boolean.',
      'TV-EXPR-31': 'The server refuses an expression that reads `http.request.jwt.claims`.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'token-validation.rule.bulk-create',
      of: 'rule',
      passage: 'inferred from Cloudflare docs, Configure JWT validation via the API: Token validation rules',
      certainty: 'inferred',
    },
    {
      'TV-EXPR-29': ['too short', '/0/expression', { sentence: 'The server refuses an empty expression.' }],
    },
  ),
  ...statements(
    { passage: 'decision record 3: The edge', certainty: 'inferred', feature: 'edge' },
    {
      'TV-EXPR-33': 'A value that begins with another authentication scheme and a space counts as absent.',
      'TV-EXPR-34': 'A source value that is empty, alone or after `Bearer` and a space, counts as absent.',
      'TV-EXPR-36': 'Any value after `Bearer` and a space counts as present.',
      'TV-EXPR-37':
        'A value without `Bearer` and a space counts as present if it has three parts, dots between them and no space, and otherwise as absent.',
    },
  ),
  ...statements(
    { passage: 'cloudflare/wirefilter, engine/src/ast/function_expr.rs', certainty: 'observed' },
    {
      'TV-EXPR-35': 'The server accepts a space between a function name and its parenthesis.',
    },
  ),
]);
