import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileFilter, compileValue } from './compiler.ts';
import { ExpressionError } from './expression-error.ts';
import { everyField, tokenSourceFields } from './fields.ts';
import { functionsFor, jwtFunctions } from './functions/table.ts';
import { createScheme, type Scheme } from './scheme.ts';
import { isMapType } from './types.ts';
import type { EvaluationContext, Value } from './values.ts';

/** The options for compiling a rule or a token source. */
type Place = 'token_source' | 'token_rules' | 'configuration_rules' | 'custom_rules' | 'rate_limiting';

/** A field value in the file: maps are objects. */
type JsonValue = string | number | boolean | readonly JsonValue[] | { readonly [key: string]: JsonValue };

interface Case {
  readonly fields: Readonly<Record<string, JsonValue>>;
  readonly present?: readonly string[];
  readonly valid?: readonly string[];
  readonly result: boolean | string | null;
}

interface SeedExpression {
  readonly id: string;
  readonly place: Place;
  readonly text: string;
  readonly placeholders: Readonly<Record<string, string>>;
  readonly expression: string;
  readonly cases: readonly Case[];
}

interface RefusedExpression {
  readonly id: string;
  readonly place: Place;
  readonly expression: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

const file = new URL('../../../fixtures/expressions/seed-expressions.json', import.meta.url);
// The file is ours, and every member of it is used below.
const fixture = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly expressions: readonly SeedExpression[];
  readonly refused: readonly RefusedExpression[];
};

interface Request extends EvaluationContext {
  readonly present: readonly string[];
  readonly valid: readonly string[];
}

function getScheme(place: Place): Scheme<Request> {
  if (place === 'token_source') return createScheme({ fields: tokenSourceFields });
  const tokens = jwtFunctions<Request>({
    present: (id, request) => request.present.includes(id),
    valid: (id, request) => request.valid.includes(id),
  });
  return createScheme<Request>({
    fields: everyField,
    functions: { ...functionsFor(place), ...(place === 'token_rules' ? tokens : {}) },
  });
}

function compile(place: Place, source: string): { evaluate(context: Request): unknown } {
  const scheme = getScheme(place);
  return place === 'token_source'
    ? compileValue(source, scheme, { type: 'String' })
    : compileFilter(source, scheme);
}

function fieldValue(field: string, value: JsonValue): Value {
  const type = everyField[field];
  if (type === undefined) throw new Error(`the file names an unknown field, ${field}`);
  // The file's objects are maps, by the types of their fields.
  return (isMapType(type) ? new Map(Object.entries(value)) : value) as Value;
}

function getRequest({ fields, present = [], valid = [] }: Case): Request {
  const values = new Map(Object.entries(fields).map(([field, value]) => [field, fieldValue(field, value)]));
  return { present, valid, get: (field) => values.get(field) };
}

describe('the expressions of the seed and of the documentation', () => {
  it.each(fixture.expressions)('$id: $expression is its text with the placeholders replaced', (entry) => {
    const { text, placeholders, expression } = entry;
    const filled = Object.entries(placeholders).reduce(
      (done, [name, value]) => done.replaceAll(name, value),
      text,
    );
    expect(filled).toBe(expression);
    expect(expression).not.toMatch(/<[a-z_0-9]+>/);
  });

  const cases = fixture.expressions.flatMap((entry) => entry.cases.map((one) => ({ ...entry, one, ...one })));

  it.each(cases)('$id: $expression yields $result for $fields', ({ place, expression, one, result }) => {
    expect(compile(place, expression).evaluate(getRequest(one)) ?? null).toBe(result);
  });
});

describe('expressions that are refused', () => {
  it.each(fixture.refused)('$id: $expression', ({ place, expression, message, line, column }) => {
    expect(() => compile(place, expression)).toThrow(ExpressionError);
    expect(() => compile(place, expression)).toThrow(
      expect.objectContaining({ message, position: expect.objectContaining({ line, column }) }),
    );
  });
});
