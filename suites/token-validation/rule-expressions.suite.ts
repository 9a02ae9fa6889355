import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { createRules, makeRule } from './requests.ts';

type Id = KnownRequirementId;

/** Fact sheet token-validation, section 1.9. */
const longest = 4_096;

const send = (t: TestContext, expression: string) => createRules(t, [{ ...t.ruleBody(), expression }]);

/** Expressions that are accepted, given the id of a configuration. */
const accepted: readonly (readonly [
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

/** Expressions that are refused, given the id of a configuration. */
const refused: readonly (readonly [title: string, id: Id, expressions: (id: string) => readonly string[]])[] =
  [
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
      'refuses an argument that is no string literal',
      'TV-EXPR-28',
      () => [
        'is_jwt_valid(http.host)',
        'is_jwt_valid(42)',
        'is_jwt_valid()',
        'is_jwt_valid(lower(http.host))',
      ],
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
function expressionOf(characters: number): string {
  const [head, tail] = ['not http.request.uri.path eq "/', '"'];
  return head + 'x'.repeat(characters - head.length - tail.length) + tail;
}

/** Expressions of rules, as they are saved. When their action is taken is tested at the edge. */
export const ruleExpressionsSuite = defineSuite({
  name: 'token-validation/rule-expressions',
  tests: [
    ...accepted.map(
      ([title, id, expressions]): Test<Id> => ({
        title,
        requirements: [id],
        run: async (t) => {
          const config = await t.config();
          for (const expression of expressions(config.id)) {
            equal((await makeRule(t, { expression })).expression, expression, 'the expression of the rule');
          }
        },
      }),
    ),
    {
      title: 'accepts an expression of 4,096 characters',
      requirements: ['TV-EXPR-22'],
      run: async (t) => {
        const expression = expressionOf(longest);
        equal((await makeRule(t, { expression })).expression, expression, 'the expression of the rule');
      },
    },
    {
      title: 'refuses an expression of 4,097 characters',
      requirements: ['TV-EXPR-23'],
      run: async (t) => {
        await t.refused({
          good: () => send(t, expressionOf(longest)),
          bad: () => send(t, expressionOf(longest + 1)),
          pointer: '/0/expression',
        });
      },
    },
    {
      title: 'refuses an expression that names a configuration the zone does not have',
      requirements: ['TV-EXPR-20'],
      run: async (t) => {
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
            good: () => send(t, valid),
            bad: [deleted.id, crypto.randomUUID(), 'no-uuid'].map((id) => ({
              what: `with ${names(id)[at]}`,
              send: () => send(t, names(id)[at] ?? ''),
            })),
            pointer: '/0/expression',
            snapshot: () => t.snapshot('rule'),
          });
        }
      },
    },
    ...refused.map(
      ([title, id, expressions]): Test<Id> => ({
        title,
        requirements: [id],
        run: async (t) => {
          const config = await t.config();
          await t.refused({
            good: () => send(t, `is_jwt_valid("${config.id}") or not is_jwt_present("${config.id}")`),
            bad: expressions(config.id).map((expression) => ({
              what: `with ${JSON.stringify(expression)}`,
              send: () => send(t, expression),
            })),
            pointer: '/0/expression',
            snapshot: () => t.snapshot('rule'),
          });
        },
      }),
    ),
  ],
});
