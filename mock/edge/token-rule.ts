import {
  compileFilter,
  createScheme,
  type EvaluationContext,
  functionsFor,
  jwtFunctions,
  requestFields,
} from '../engines/expressions/index.ts';
import { requestField } from './request-field.ts';
import type { TokenVerdicts } from './token-check.ts';
import type { ZoneRequest } from './zone-request.ts';

/** What the expression of a token validation rule is evaluated against. */
interface TokenRuleContext extends EvaluationContext {
  readonly verdicts: TokenVerdicts;
}

/** A compiled rule expression. */
export interface TokenRuleFilter {
  /** Ids of the configurations that the expression names. */
  readonly configIds: readonly string[];
  satisfiedBy(request: ZoneRequest, verdicts: TokenVerdicts, now: number): boolean;
}

/** These two exist in token validation rules only (seed token-validation, Expression rules). */
const tokenFunctions = jwtFunctions<TokenRuleContext>({
  present: (id, { verdicts }) => verdicts.get(id.toLowerCase())?.verdict.present ?? false,
  valid: (id, { verdicts }) => verdicts.get(id.toLowerCase())?.verdict.valid ?? false,
});

const tokenRuleScheme = createScheme<TokenRuleContext>({
  fields: requestFields,
  functions: { ...functionsFor('token_rules'), ...tokenFunctions },
});

/**
 * Compiles the expression of a token validation rule.
 *
 * @throws ExpressionError with the position of what is wrong.
 */
export function compileTokenRule(expression: string): TokenRuleFilter {
  const filter = compileFilter(expression, tokenRuleScheme);
  const configIds = new Set<string>();
  for (const { name, literals } of filter.references.calls) {
    if (Object.hasOwn(tokenFunctions, name)) configIds.add(String(literals[0]).toLowerCase());
  }
  return {
    configIds: [...configIds],
    satisfiedBy: (request, verdicts, now) =>
      filter.evaluate({ verdicts, get: (field) => requestField(request, field, now) }),
  };
}
