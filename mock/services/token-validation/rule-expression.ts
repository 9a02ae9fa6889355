import { ApiError } from '../../../spec/errors.ts';
import { compileTokenRule } from '../../edge/token-rules.ts';
import { ExpressionError } from '../../engines/expressions/index.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';

/**
 * That the expression of a rule can be compiled and names configurations of its zone only.
 *
 * @param pointer JSON pointer to the expression in the body
 * @throws ApiError `rule-expression-invalid`, worded as the platform words it for other rules, or
 *   `rule-config-unknown`.
 */
export function checkRuleExpression(zone: ZoneTenant, expression: string, pointer: string): void {
  for (const id of configIdsOf(expression, pointer)) {
    if (!zone.tokenConfigs.get(id)) throw new ApiError('rule-config-unknown', { id }, pointer);
  }
}

function configIdsOf(expression: string, pointer: string): readonly string[] {
  try {
    return compileTokenRule(expression).configIds;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const reason =
      error.code === 'expression_blank'
        ? 'the expression cannot be blank'
        : `could not parse filter expression: ${error.render()}`;
    const problem = `'${expression}' is not a valid value for expression because ${reason}`;
    throw new ApiError('rule-expression-invalid', { problem }, pointer, { cause: error });
  }
}
