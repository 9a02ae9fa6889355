import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { requirementById } from '../../../spec/requirements.ts';
import {
  type EvaluationVector,
  type ExpressionField,
  type ExpressionVector,
  expressionVectorFiles,
  expressionVectorLimits,
  expressionVectorSchema,
  isRefusal,
  lintExpressionVectors,
} from '../../../spec/vectors/expressions.ts';
import type { Argument } from './ast.ts';
import { compileFilter } from './compiler.ts';
import { ExpressionError } from './expression-error.ts';
import { everyField as fields } from './fields.ts';
import { allFunctions, functionsFor, jwtFunctions } from './functions/table.ts';
import { getOperators } from './parse-comparison.ts';
import { parseFilter } from './parser.ts';
import { print } from './print.ts';
import { createScheme, type Scheme } from './scheme.ts';
import { Interpreter } from './testing/interpret.ts';
import { stripSpans } from './testing/scheme.ts';
import { isMapType } from './types.ts';
import type { EvaluationContext, Value } from './values.ts';

const vectors: readonly ExpressionVector[] = expressionVectorFiles.flatMap((name) => {
  const file = new URL(`../../../fixtures/expressions/${name}.json`, import.meta.url);
  return expressionVectorSchema.array().parse(JSON.parse(readFileSync(file, 'utf8')));
});
const refusals = vectors.filter(isRefusal);
const evaluations = vectors.filter((vector): vector is EvaluationVector => !isRefusal(vector));

/** The scheme of a kind of rule; it needs only the tokens of a request. */
function getScheme(
  place: ExpressionVector['place'],
  tokens: EvaluationVector['tokens'] = { present: [], valid: [] },
): Scheme {
  const jwt = jwtFunctions({
    present: (id) => tokens.present.includes(id),
    valid: (id) => tokens.valid.includes(id),
  });
  const functions = { ...functionsFor(place), ...(place === 'token_rules' ? jwt : {}) };
  return createScheme({ fields, functions });
}

function fieldValue(name: string, value: ExpressionField): Value {
  const type = fields[name];
  if (type === undefined) throw new Error(`${name} is not a field`);
  // Objects of the files are maps, by the types of their fields.
  return (isMapType(type) ? new Map(Object.entries(value as object)) : value) as Value;
}

function getContext(vector: EvaluationVector): EvaluationContext {
  const values = new Map(
    Object.entries(vector.fields).map(([name, value]) => [name, fieldValue(name, value)]),
  );
  return { get: (name) => values.get(name) };
}

/** Every operator and function in an expression, by its name in the documentation. */
function namesIn(node: Argument, names = new Set<string>()): Set<string> {
  switch (node.kind) {
    case 'path':
      if (node.root.kind === 'call') {
        names.add(node.root.name);
        for (const argument of node.root.arguments) namesIn(argument, names);
      } else {
        names.add(node.root.name);
      }
      break;
    case 'truth':
      namesIn(node.path, names);
      break;
    case 'comparison':
      names.add(node.condition.operator);
      namesIn(node.left, names);
      break;
    case 'not':
      names.add('not');
      namesIn(node.operand, names);
      break;
    case 'logical':
      names.add(node.operator);
      for (const operand of node.operands) namesIn(operand, names);
      break;
    default:
  }
  return names;
}

const comparisons = [
  ...new Set([...getOperators('String'), ...getOperators('Integer'), ...getOperators('IP')]),
];
const operators = [...comparisons, 'and', 'or', 'xor', 'not'];
const functions = [...Object.keys(allFunctions()), 'is_jwt_valid', 'is_jwt_present'];

describe('the vectors of the rules language', () => {
  it('fit together', () => {
    expect(lintExpressionVectors(vectors)).toEqual([]);
    expect(vectors.length).toBeGreaterThanOrEqual(expressionVectorLimits.vectors);
  });

  it.each([...operators, ...functions])('evaluate %s at least five times, to true and to false', (name) => {
    const about = evaluations.filter((vector) => vector.about === name);
    expect(about.length).toBeGreaterThanOrEqual(expressionVectorLimits.perName);
    for (const { id, place, expression } of about) {
      expect([...namesIn(parseFilter(expression, getScheme(place)))], id).toContain(name);
    }
    expect(new Set(about.map(({ result }) => result))).toEqual(new Set([true, false]));
  });

  it.each(['String', 'Integer', 'IP', 'Bytes'] as const)(
    'compare values of type %s by each operator',
    (type) => {
      const used = new Set<string>();
      const visit = (node: Argument): void => {
        if (node.kind === 'comparison' && node.left.element === type) used.add(node.condition.operator);
        if (node.kind === 'not') visit(node.operand);
        if (node.kind === 'logical') node.operands.forEach(visit);
      };
      for (const { place, expression } of evaluations) visit(parseFilter(expression, getScheme(place)));
      const wanted = type === 'Bytes' ? ['eq', 'contains'] : getOperators(type);
      expect(wanted.filter((operator) => !used.has(operator))).toEqual([]);
    },
  );

  it('name requirements that exist', () => {
    const unknown = vectors.filter(({ requirement }) => requirement && !requirementById(requirement));
    expect(unknown.map(({ id, requirement }) => `${id}: ${requirement}`)).toEqual([]);
  });
});

describe('the engine', () => {
  it.each(evaluations)('$id: $expression is $result', (vector) => {
    const { place, expression, result, tokens } = vector;
    const scheme = getScheme(place, tokens);
    const context = getContext(vector);
    const filter = compileFilter(expression, scheme);
    expect(filter.evaluate(context)).toBe(result);
    // A second evaluator, which walks the tree, must agree.
    expect(new Interpreter(scheme, context).filter(filter.ast)).toBe(result);
    // And the expression means the same after printing.
    const again = parseFilter(print(filter.ast), scheme);
    expect(stripSpans(again)).toEqual(stripSpans(filter.ast));
    expect(compileFilter(print(filter.ast), scheme).evaluate(context)).toBe(result);
  });

  it.each(refusals)('$id: refuses $expression', ({ place, expression, twin, refused }) => {
    const { message, line, column } = refused;
    const scheme = getScheme(place);
    expect(() => compileFilter(twin, scheme)).not.toThrow();
    try {
      compileFilter(expression, scheme);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      expect(error.position).toMatchObject({ line, column });
      if (message !== null) expect(error.message).toBe(message);
      return;
    }
    expect.unreachable('it is accepted');
  });
});
