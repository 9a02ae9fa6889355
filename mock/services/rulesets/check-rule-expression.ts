import { ApiError } from '../../../spec/errors.ts';
import type { PhaseName } from '../../../spec/services/rulesets/phases.ts';
import { compileRulesetExpression } from '../../edge/ruleset-expression.ts';
import { ExpressionError } from '../../engines/expressions/index.ts';

/**
 * That an expression can be compiled for a phase.
 *
 * @param member the member of the rule that holds it, for the message
 * @param pointer JSON pointer to it in the body
 * @throws ApiError with the text and the position that the platform gives: fact sheet token-validation,
 *   section 7.3.
 */
export function checkExpression(
  phase: PhaseName,
  member: 'expression' | 'counting_expression',
  expression: string,
  pointer: string,
): void {
  try {
    compileRulesetExpression(phase, expression);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const detail = { member, expression, problem: error.render() };
    throw new ApiError(failureOf(error), detail, pointer, { cause: error });
  }
}

/** One mistake has a code of its own: fact sheet, section 7.3. */
function failureOf({ code, message }: ExpressionError) {
  if (code === 'expression_blank') return 'ruleset-expression-blank';
  return message.startsWith('invalid kind of argument')
    ? 'ruleset-expression-argument'
    : 'ruleset-expression-invalid';
}
