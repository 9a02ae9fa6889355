import { toText } from '../bytes.ts';
import type { FunctionTable } from '../scheme.ts';
import type { EvaluationContext } from '../values.ts';
import { defineFunction, type FunctionDefinition } from './definition.ts';

/** What is known of a request's tokens, by id of the token configuration. */
export interface JwtResults<C extends EvaluationContext> {
  /** Whether the request has a token as configured. */
  present(id: string, context: C): boolean;
  /** Whether that token is valid; false when there is none. */
  valid(id: string, context: C): boolean;
}

function byId<C extends EvaluationContext>(
  answer: (id: string, context: C) => boolean,
): FunctionDefinition<C> {
  return defineFunction<C>({
    parameters: [{ types: ['String'], kind: 'Literal' }],
    returns: 'Boolean',
    call: {
      bind: ([id]) => {
        const text = toText(String(id?.literal)) ?? '';
        return (context) => answer(text, context);
      },
    },
  });
}

/**
 * `is_jwt_valid(id)` and `is_jwt_present(id)`, for the schemes of token validation rules only (seed
 * token-validation, Expression rules). Tokens are verified before rules are evaluated; the functions ask for
 * the result.
 */
export function jwtFunctions<C extends EvaluationContext>(results: JwtResults<C>): FunctionTable<C> {
  return {
    is_jwt_valid: byId((id, context) => results.valid(id, context)),
    is_jwt_present: byId((id, context) => results.present(id, context)),
  };
}
