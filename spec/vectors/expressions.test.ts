import { describe, expect, it } from 'vitest';
import {
  type EvaluationVector,
  expressionVectorSchema,
  lintExpressionVectors,
  type RefusalVector,
} from './expressions.ts';

const evaluation: EvaluationVector = {
  id: 'a',
  about: 'eq',
  place: 'custom_rules',
  certainty: 'documented',
  expression: 'http.host eq "a"',
  fields: { 'http.host': 'a', 'http.referer': '' },
  result: true,
};
const refusal: RefusalVector = {
  id: 'b',
  about: 'eq',
  place: 'custom_rules',
  certainty: 'observed',
  expression: 'http.host EQ "a"',
  twin: 'http.host eq "a"',
  refused: { message: 'expected ComparisonOp', line: 1, column: 11 },
};

describe('lintExpressionVectors', () => {
  it('finds nothing in consistent vectors', () => {
    expect(lintExpressionVectors([evaluation, refusal])).toEqual([]);
  });

  it.each<[string, (EvaluationVector | RefusalVector)[], string[]]>([
    ['a repeated id', [evaluation, { ...refusal, id: 'a' }], ['a stands twice']],
    [
      'one request with two verdicts, whatever the order of its fields',
      [
        evaluation,
        { ...evaluation, id: 'c', fields: { 'http.referer': '', 'http.host': 'a' }, result: false },
      ],
      ['a and c contradict each other'],
    ],
    ['a duplicate vector', [evaluation, { ...evaluation, id: 'c' }], ['a and c are the same']],
    [
      'an expression that is refused and evaluated',
      [{ ...evaluation, expression: refusal.expression }, refusal],
      ['a accepts what b refuses'],
    ],
    [
      'an expression that is its own twin',
      [{ ...refusal, twin: refusal.expression }],
      ['b is its own twin', 'b accepts what b refuses'],
    ],
  ])('finds %s', (_, vectors, faults) => {
    expect(lintExpressionVectors(vectors)).toEqual(faults);
  });

  it('allows one expression with two meanings in two kinds of rules', () => {
    expect(
      lintExpressionVectors([evaluation, { ...evaluation, id: 'c', place: 'token_rules', result: false }]),
    ).toEqual([]);
  });
});

describe('the schema of vectors', () => {
  it.each([
    ['an unknown member', { ...evaluation, note: '' }],
    ['neither a result nor a refusal', { ...evaluation, result: undefined }],
    ['both a result and a refusal', { ...evaluation, ...refusal }],
    ['a place that does not exist', { ...evaluation, place: 'nowhere' }],
  ])('refuses %s', (_, vector) => {
    expect(expressionVectorSchema.safeParse(vector).success).toBe(false);
  });
});
