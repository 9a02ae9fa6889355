import type { Argument, CallExpression } from './ast.ts';
import { checkArgument } from './check-argument.ts';
import type { FunctionDefinition } from './functions/definition.ts';
import { parseArgument } from './parse-argument.ts';
import type { ParseState } from './parse-state.ts';
import { shapeOf } from './shape.ts';
import { arrayOf } from './types.ts';
import type { EvaluationContext } from './values.ts';

/** The arguments between the parentheses, up to the closing one. */
function parseArguments<C extends EvaluationContext>(
  state: ParseState<C>,
  definition: FunctionDefinition<C>,
): Argument[] {
  const { cursor } = state;
  const [min, max] = definition.arity;
  const wanted = [min === max ? `${min} arguments` : `${min} to ${max} arguments`];
  const args: Argument[] = [];
  while (cursor.peek() !== '' && cursor.peek() !== ')') {
    if (args.length > 0) cursor.expect(',');
    cursor.skipSpace();
    const start = cursor.position;
    const index = args.length;
    const shapes = args.map(shapeOf);
    const parameter = index < max ? definition.parameter(index, shapes) : { types: [] };
    const argument = parseArgument(state, parameter);
    if (index > 0 && argument.kind === 'path' && argument.each > 0) {
      const message = 'invalid use of map each access operator';
      cursor.fail('expression_type', message, argument.span, ['no [*] behind the first argument']);
    }
    if (index >= max) {
      cursor.fail('expression_type', 'invalid number of arguments', { start, end: cursor.end }, wanted);
    }
    checkArgument(cursor, argument, index, parameter);
    args.push(argument);
    cursor.skipSpace();
  }
  if (args.length < min) cursor.failHere('expression_type', 'invalid number of arguments', wanted);
  return args;
}

/** A call; the cursor stands behind the function's name. */
export function parseCall<C extends EvaluationContext>(
  state: ParseState<C>,
  name: string,
  definition: FunctionDefinition<C>,
  start: number,
): CallExpression {
  const { cursor } = state;
  cursor.skipSpace();
  const outerOnce = state.insideOnce;
  if (definition.once === true) {
    const span = { start, end: start + name.length };
    if (state.calledOnce.has(name)) {
      cursor.fail('expression_type', `function ${name} can only be used once in an expression`, span);
    }
    if (outerOnce) cursor.fail('expression_type', `function ${name} cannot be nested`, span);
    state.calledOnce.add(name);
    state.insideOnce = true;
  }
  const args = state.nested(cursor.position, () => {
    cursor.expect('(');
    cursor.skipSpace();
    return parseArguments(state, definition);
  });
  state.insideOnce = outerOnce;
  cursor.expect(')');
  const [first] = args;
  const mapped = first?.kind === 'path' && first.each > 0;
  const type = definition.returns(args.map(shapeOf));
  return {
    kind: 'call',
    name,
    arguments: args,
    mapped,
    type: mapped ? arrayOf(type) : type,
    span: { start, end: cursor.position },
  };
}
