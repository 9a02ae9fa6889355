import { functions, type RulePlace } from '../../../../spec/rules-language.ts';
import { toText } from '../bytes.ts';
import type { FunctionTable } from '../scheme.ts';
import type { EvaluationContext } from '../values.ts';
import { all, any, concat, hasKey, hasValue, len } from './collections.ts';
import { defineFunction, type FunctionDefinition } from './definition.ts';
import { decodeBase64, encodeBase64, isTimedHmacValid, sha256 } from './hashes.ts';
import { lookupJsonFunctions } from './json.ts';
import { cidr, cidr6 } from './networks.ts';
import { regexReplace, wildcardReplace } from './replace.ts';
import {
  endsWith,
  join,
  lower,
  removeBytes,
  removeQueryArgs,
  split,
  startsWith,
  substring,
  toStringFunction,
  upper,
  urlDecode,
  uuidv4,
} from './strings.ts';

/**
 * Every function of the language except `is_jwt_valid` and `is_jwt_present`, which need token results (see
 * `jwtFunctions`). Each call makes a new table.
 */
export function allFunctions(): Readonly<Record<string, FunctionDefinition>> {
  return {
    all,
    any,
    cidr,
    cidr6,
    concat,
    decode_base64: decodeBase64,
    encode_base64: encodeBase64,
    ends_with: endsWith,
    has_key: hasKey,
    has_value: hasValue,
    is_timed_hmac_valid_v0: isTimedHmacValid,
    join,
    len,
    ...lookupJsonFunctions(),
    lower,
    regex_replace: regexReplace,
    remove_bytes: removeBytes,
    remove_query_args: removeQueryArgs,
    sha256,
    split,
    starts_with: startsWith,
    substring,
    to_string: toStringFunction,
    upper,
    url_decode: urlDecode,
    uuidv4,
    wildcard_replace: wildcardReplace,
  };
}

/**
 * The functions that one kind of rule may use.
 *
 * @example
 * ```ts
 * const waf = functionsFor('custom_rules');
 * const tokens = { ...functionsFor('token_rules'), ...jwtFunctions(results) };
 * ```
 */
export function functionsFor(place: RulePlace): FunctionTable {
  const entries = Object.entries(allFunctions());
  return Object.fromEntries(entries.filter(([name]) => functions[name]?.[1]?.includes(place) ?? true));
}

/** The results of token validation for a request, by id of the token configuration. */
export interface JwtResults<C extends EvaluationContext> {
  /** Whether the request has a token for the configuration. */
  present(id: string, context: C): boolean;
  /** Whether that token is valid; false without one. */
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
 * `is_jwt_valid(id)` and `is_jwt_present(id)`, only for the schemes of token validation rules (seed token-validation,
 * Expression rules). Tokens are verified before rules are evaluated; the functions read the result.
 */
export function jwtFunctions<C extends EvaluationContext>(results: JwtResults<C>): FunctionTable<C> {
  return {
    is_jwt_valid: byId((id, context) => results.valid(id, context)),
    is_jwt_present: byId((id, context) => results.present(id, context)),
  };
}
