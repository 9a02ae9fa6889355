import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import type { RuleBody } from '../harness/creation.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { createRules, getExpression, getSelector, makeRule } from './requests.ts';

type Id = KnownRequirementId;
type Selector = RuleBody['selector'];

const send = async (t: TestContext, selector: unknown) =>
  createRules(t, [{ ...(await t.ruleBody()), selector }]);

/** Selectors that are accepted and returned as they were sent. */
const accepted: readonly (readonly [
  what: string,
  id: Id,
  selector: (t: TestContext) => Promise<Selector>,
])[] = [
  [
    'several hosts in one item of include',
    'TV-SEL-12',
    async (t) => ({ include: [{ host: [t.host('a'), t.host('b'), t.host('c')] }], exclude: [] }),
  ],
  [
    'several operations in one item of exclude',
    'TV-SEL-13',
    async (t) => {
      const [first, second] = await t.operations(
        { path: '/login', method: 'any' },
        { path: '/refresh', method: 'any' },
      );
      return {
        include: [{ host: [first.host] }],
        exclude: [{ operation_ids: [first.operation_id, second.operation_id] }],
      };
    },
  ],
  ['an empty selector', 'TV-SEL-14', async () => ({})],
  ['an include that is null', 'TV-SEL-15', async () => ({ include: null, exclude: [] })],
  ['an exclude that is null', 'TV-SEL-16', async (t) => ({ include: [{ host: [t.host()] }], exclude: null })],
];

/** Selectors that are refused, and the location of the fault. */
const refused: readonly {
  readonly id: Id;
  readonly title: string;
  readonly faults: (t: TestContext) => Readonly<Record<string, readonly unknown[]>>;
}[] = [
  {
    id: 'TV-SEL-10',
    title: 'refuses an include that is not a list of hosts',
    faults: (t) => ({
      '/include': [t.host(), 42, { host: [t.host()] }],
      '/include/0': [[t.host()], [42]],
    }),
  },
  {
    id: 'TV-SEL-11',
    title: 'refuses an exclude that is not a list of operations',
    faults: () => ({
      '/exclude': [crypto.randomUUID(), 42, { operation_ids: [crypto.randomUUID()] }],
      '/exclude/0': [[crypto.randomUUID()], [42]],
    }),
  },
];

/** Stored selectors of rules. Tests of previews and of the edge check what they select. */
export const selectorsSuite = defineSuite('token-validation/selectors', [
  ...accepted.map(([what, id, makeSelector]) =>
    test(id, `accepts ${what}`, async (t) => {
      const selector = await makeSelector(t);
      const rule = await makeRule(t, { selector });
      equal(getSelector(rule.selector), getSelector(selector), 'the selector of the rule');
    }),
  ),
  ...refused.map(({ id, title, faults }) =>
    test(id, title, async (t) => {
      const good = { include: [{ host: [t.host()] }], exclude: [] };
      const bad = Object.entries(faults(t)).flatMap(([pointer, values]) => {
        const member = pointer.split('/')[1] ?? '';
        return values.map((value) => ({
          what: `with ${member} ${JSON.stringify(value)}`,
          send: () => send(t, { ...good, [member]: value }),
          pointer: `/0/selector${pointer}`,
        }));
      });
      await t.refused({ good: () => send(t, good), bad, snapshot: () => t.snapshot('rule') });
    }),
  ),
]);

/** Cloudflare docs, Increased limits for JWT validation configurations. */
const longest = 4_096;

const sendOfRuleExpressions = async (t: TestContext, expression: string) =>
  createRules(t, [await t.ruleBody({ expression })]);

/** Accepted expressions for a configuration id. */
const acceptedOfRuleExpressions: readonly (readonly [
  title: string,
  id: Id,
  expressions: (id: string) => readonly string[],
])[] = [
  ['accepts a rule with is_jwt_valid', 'TV-EXPR-18', (id) => [`is_jwt_valid("${id}")`]],
  ['accepts a rule with is_jwt_present', 'TV-EXPR-19', (id) => [`is_jwt_present("${id}")`]],
  [
    'accepts a space before a parenthesis',
    'TV-EXPR-35',
    (id) => [`is_jwt_valid ("${id}")`, `is_jwt_valid("${id}") or not is_jwt_present ("${id}")`],
  ],
];

/** Refused expressions for a configuration id. */
const refusedOfRuleExpressions: readonly (readonly [
  title: string,
  id: Id,
  expressions: (id: string) => readonly string[],
])[] = [
  [
    'refuses an expression that is not of the rules language',
    'TV-EXPR-21',
    (id) => [
      `is_jwt_valid("${id}"`,
      `is_jwt_valid("${id}") or`,
      `is_jwt_valid("${id}") plus is_jwt_present("${id}")`,
      `is_jwt_valid("${id}") is_jwt_present("${id}")`,
      'http.host equals "example.com"',
      'http.host eq example',
      'no.such.field eq "x"',
      'no_such_function("x")',
      'let every valid token pass',
    ],
  ],
  [
    'refuses an argument that is not a string literal',
    'TV-EXPR-28',
    () => ['is_jwt_valid(http.host)', 'is_jwt_valid(42)', 'is_jwt_valid()', 'is_jwt_valid(lower(http.host))'],
  ],
  [
    'refuses an expression that is not boolean',
    'TV-EXPR-30',
    () => ['http.host', 'len(http.host)', '"text"', 'http.request.headers["x"][0]'],
  ],
  [
    'refuses an expression that reads claims',
    'TV-EXPR-31',
    (id) => [
      `http.request.jwt.claims.sub["${id}"][0] eq "user-1"`,
      `is_jwt_valid("${id}") and lookup_json_string(http.request.jwt.claims["${id}"][0], "sub") eq "user-1"`,
    ],
  ],
];

/** A boolean expression of exactly that many characters. */
function ofLength(characters: number): string {
  const [head, tail] = ['not http.request.uri.path eq "/', '"'];
  return head + 'x'.repeat(characters - head.length - tail.length) + tail;
}

/** Stored expressions of rules. Tests of the edge check when they act. */
export const ruleExpressionsSuite = defineSuite('token-validation/rule-expressions', [
  ...acceptedOfRuleExpressions.map(([title, id, expressions]) =>
    test(id, title, async (t) => {
      const config = await t.config();
      for (const expression of expressions(config.id)) {
        const rule = await makeRule(t, { expression });
        equal(getExpression(rule.expression), getExpression(expression), 'the expression of the rule');
      }
    }),
  ),
  test('TV-EXPR-22', 'accepts an expression of 4,096 characters', async (t) => {
    const expression = ofLength(longest);
    equal((await makeRule(t, { expression })).expression, expression, 'the expression of the rule');
  }),
  test('TV-EXPR-23', 'refuses an expression of 4,097 characters', async (t) => {
    await t.refused({
      good: () => sendOfRuleExpressions(t, ofLength(longest)),
      bad: () => sendOfRuleExpressions(t, ofLength(longest + 1)),
      pointer: '/0/expression',
    });
  }),
  test('TV-EXPR-20', 'refuses an expression that names a configuration the zone does not have', async (t) => {
    const kept = await t.config();
    const deleted = await t.config();
    const params = { zone_id: t.zoneId, config_id: deleted.id };
    expectSuccess(await t.ask('token-validation.config.delete', { params }), 'the deletion');
    const names = (id: string) => [
      `is_jwt_valid("${id}")`,
      `is_jwt_present("${id}")`,
      `is_jwt_valid("${kept.id}") or is_jwt_valid("${id}")`,
    ];
    for (const [at, valid] of names(kept.id).entries()) {
      await t.refused({
        good: () => sendOfRuleExpressions(t, valid),
        bad: [deleted.id, crypto.randomUUID(), 'no-uuid'].map((id) => ({
          what: `with ${names(id)[at]}`,
          send: () => sendOfRuleExpressions(t, names(id)[at] ?? ''),
        })),
        pointer: '/0/expression',
        snapshot: () => t.snapshot('rule'),
      });
    }
  }),
  ...refusedOfRuleExpressions.map(([title, id, expressions]) =>
    test(id, title, async (t) => {
      const config = await t.config();
      await t.refused({
        good: () =>
          sendOfRuleExpressions(t, `is_jwt_valid("${config.id}") or not is_jwt_present("${config.id}")`),
        bad: expressions(config.id).map((expression) => ({
          what: `with ${JSON.stringify(expression)}`,
          send: () => sendOfRuleExpressions(t, expression),
        })),
        pointer: '/0/expression',
        snapshot: () => t.snapshot('rule'),
      });
    }),
  ),
]);
