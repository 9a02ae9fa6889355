import {
  compileFilter,
  createScheme,
  type Filter,
  functionsFor,
  jwtFunctions,
  requestFields,
} from '../engines/expressions/index.ts';
import { needsBody } from './fields/body-fields.ts';
import type { RequestContext } from './request-context.ts';

/** A compiled rule expression. */
export interface TokenRuleFilter {
  /** Ids of the configurations that the expression names. */
  readonly configIds: readonly string[];
  /** Whether the beginning of the body has to be read first. */
  readonly readsBody: boolean;
  readonly filter: Filter<RequestContext>;
  satisfiedBy(context: RequestContext): boolean;
}

/** These two exist in token validation rules only (seed token-validation, Expression rules). */
const tokenFunctions = jwtFunctions<RequestContext>({
  present: (id, { verdicts }) => verdicts.get(id.toLowerCase())?.verdict.present ?? false,
  valid: (id, { verdicts }) => verdicts.get(id.toLowerCase())?.verdict.valid ?? false,
});

const tokenRuleScheme = createScheme<RequestContext>({
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
    readsBody: filter.references.fields.some(needsBody),
    filter,
    satisfiedBy: (context) => filter.evaluate(context),
  };
}
