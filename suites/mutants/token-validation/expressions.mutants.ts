import { defineMutants } from '../mutant.ts';

const compiler = 'mock/engines/expressions/compile-expression.ts';
const rule = 'mock/edge/token-rules.ts';
const rules = 'mock/edge/token-rules.ts';
const functions = 'mock/engines/expressions/functions/table.ts';

const presence = '?.verdict.present ?? false';
const validity = '?.verdict.valid ?? false';
const satisfied = 'if (satisfiedBy(context))';
const joined = 'joinOne(node.operator, one)';
const not = '(context) => !evaluate(context)';

/** When a token rule acts. */
export const tokenExpressionMutants = defineMutants([
  {
    id: 'acts-for-tokens-alone',
    requirement: 'TV-EXPR-1',
    does: 'It never acts on the word of an expression that names no configuration.',
    file: rules,
    replace: satisfied,
    by: 'if (satisfiedBy(context) || configIds.length === 0)',
  },
  {
    id: 'acts-always-without-tokens',
    requirement: 'TV-EXPR-2',
    does: 'It acts on every request where the expression names no configuration.',
    file: rules,
    replace: satisfied,
    by: 'if (satisfiedBy(context) && configIds.length > 0)',
  },
  {
    id: 'counts-what-was-looked-for-as-present',
    requirement: 'TV-EXPR-3',
    does: 'It takes a token to be present as soon as it was looked for.',
    file: rule,
    replace: presence,
    by: ' !== undefined',
  },
  {
    id: 'counts-valid-tokens-as-absent',
    requirement: 'TV-EXPR-4',
    does: 'It does not count a token as present that is valid.',
    file: rule,
    replace: presence,
    by: `${presence} ? !verdicts.get(id.toLowerCase())?.verdict.valid : false`,
  },
  {
    id: 'counts-no-token-as-valid',
    requirement: 'TV-EXPR-5',
    does: 'It takes a missing token for a valid one.',
    file: rule,
    replace: validity,
    by: "?.verdict.valid || verdicts.get(id.toLowerCase())?.verdict.reason === 'missing_token'",
  },
  {
    id: 'counts-any-token-as-valid',
    requirement: 'TV-EXPR-6',
    does: 'It takes every token that is present for a valid one.',
    file: rule,
    replace: validity,
    by: presence,
  },
  {
    id: 'counts-tokens-of-the-first-source-as-invalid',
    requirement: 'TV-EXPR-7',
    does: 'It takes the place of the first source, which is 0, for no valid token.',
    file: rule,
    replace: validity,
    by: '?.verdict.valid && Boolean(verdicts.get(id.toLowerCase())?.verdict.sourceIndex)',
  },
  {
    id: 'takes-two-wrongs-for-a-right',
    requirement: 'TV-EXPR-8',
    does: 'It finds or true where both sides are false.',
    file: compiler,
    replace: joined,
    by: "node.operator === 'or' ? (context) => { const sides = one.map((side) => side(context)); return sides[0] || sides[0] === sides[1]; } : joinOne(node.operator, one)",
  },
  {
    id: 'asks-the-last-side-of-or',
    requirement: 'TV-EXPR-9',
    does: 'It looks at the last side of an or alone.',
    file: compiler,
    replace: joined,
    by: "node.operator === 'or' ? one.at(-1) : joinOne(node.operator, one)",
  },
  {
    id: 'asks-the-first-side-of-or',
    requirement: 'TV-EXPR-10',
    does: 'It looks at the first side of an or alone.',
    file: compiler,
    replace: joined,
    by: "node.operator === 'or' ? one[0] : joinOne(node.operator, one)",
  },
  {
    id: 'counts-invalid-tokens-as-absent',
    requirement: 'TV-EXPR-11',
    does: 'It does not count a token as present that is not valid.',
    file: rule,
    replace: presence,
    by: validity,
  },
  {
    id: 'denies-no-presence',
    requirement: 'TV-EXPR-12',
    does: 'It does not hear the not that follows an or.',
    file: 'mock/engines/expressions/parser.ts',
    replace: 'cursor.take(level.symbol)) {\n    cursor.skipSpace();',
    by: "cursor.take(level.symbol)) {\n    cursor.skipSpace(); if (level.operator === 'or' && cursor.takeWord('not')) cursor.skipSpace();",
  },
  {
    id: 'wants-both-sides-of-an-or-with-not',
    requirement: 'TV-EXPR-13',
    does: 'It joins the sides of an or by and where one of them is a not.',
    file: compiler,
    replace: joined,
    by: "node.operator === 'or' && node.operands.some(({ kind }) => kind === 'not') ? joinOne('and', one) : joinOne(node.operator, one)",
  },
  {
    id: 'asks-the-last-side-of-and',
    requirement: 'TV-EXPR-14',
    does: 'It looks at the last side of an and alone.',
    file: 'mock/engines/expressions/compiler.ts',
    replace: 'joinByAnd(conditions.map(({ evaluate }) => evaluate))',
    by: 'conditions.at(-1).evaluate',
  },
  {
    id: 'asks-both-sides-of-or',
    requirement: 'TV-EXPR-15',
    does: 'It joins the sides of an or by and.',
    file: compiler,
    replace: joined,
    by: "joinOne(node.operator === 'or' ? 'and' : node.operator, one)",
  },
  {
    id: 'hears-no-not',
    requirement: 'TV-EXPR-16',
    does: 'It takes what stands behind a not as it is.',
    file: compiler,
    replace: not,
    by: 'evaluate',
  },
  {
    id: 'compares-with-eq-as-with-le',
    requirement: 'TV-EXPR-17',
    does: 'It takes a text that sorts before another for an equal one.',
    file: 'mock/engines/expressions/compile-condition.ts',
    replace: 'value === right',
    by: 'value <= right',
  },
  {
    id: 'has-no-function-is-jwt-valid',
    requirement: 'TV-EXPR-18',
    does: 'It refuses rules with is_jwt_valid, which it calls is_jwt_verified.',
    file: functions,
    replace: 'is_jwt_valid: byId',
    by: 'is_jwt_verified: byId',
  },
  {
    id: 'has-no-function-is-jwt-present',
    requirement: 'TV-EXPR-19',
    does: 'It refuses rules with is_jwt_present, which it calls has_jwt.',
    file: functions,
    replace: 'is_jwt_present: byId',
    by: 'has_jwt: byId',
  },
]);
