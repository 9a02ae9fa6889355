import type { FunctionTable } from '../scheme.ts';
import { all, any } from './any-all.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { cidr, cidr6 } from './cidr.ts';
import { concat } from './concat.ts';
import type { FunctionDefinition } from './definition.ts';
import { hasKey } from './has-key.ts';
import { hasValue } from './has-value.ts';
import { join, split } from './join-split.ts';
import { len } from './len.ts';
import { lookupJsonFunctions } from './lookup-json.ts';
import { lower, upper } from './lower-upper.ts';
import { regexReplace } from './regex-replace.ts';
import { removeBytes } from './remove-bytes.ts';
import { removeQueryArgs } from './remove-query-args.ts';
import { sha256 } from './sha256.ts';
import { endsWith, startsWith } from './starts-ends-with.ts';
import { substring } from './substring.ts';
import { isTimedHmacValid } from './timed-hmac.ts';
import { toStringFunction } from './to-string.ts';
import { urlDecode } from './url-decode.ts';
import { uuidv4 } from './uuidv4.ts';
import { wildcardReplace } from './wildcard-replace.ts';

/** A kind of rule that has functions of its own. */
export type RulePlace =
  | 'custom_rules'
  | 'rate_limiting'
  | 'token_rules'
  | 'configuration_rules'
  | 'url_rewrite'
  | 'request_header_transform'
  | 'response_header_transform'
  | 'redirect'
  | 'custom_errors';

const REWRITES: readonly RulePlace[] = [
  'url_rewrite',
  'request_header_transform',
  'response_header_transform',
];

/** Where a function is available; everywhere unless it is named here (fact sheet 7.5). */
const PLACES: Readonly<Record<string, readonly RulePlace[]>> = {
  cidr: ['custom_rules', 'rate_limiting'],
  cidr6: ['custom_rules', 'rate_limiting'],
  decode_base64: ['custom_rules', 'rate_limiting', ...REWRITES],
  encode_base64: ['request_header_transform', 'response_header_transform'],
  is_timed_hmac_valid_v0: ['custom_rules', 'rate_limiting'],
  join: ['custom_rules', 'custom_errors', ...REWRITES],
  regex_replace: ['redirect', ...REWRITES],
  remove_bytes: ['redirect', 'custom_rules', 'rate_limiting', ...REWRITES],
  remove_query_args: REWRITES,
  sha256: ['request_header_transform', 'response_header_transform'],
  split: ['response_header_transform', 'custom_errors'],
  to_string: ['redirect', ...REWRITES],
  uuidv4: REWRITES,
  wildcard_replace: ['url_rewrite', 'redirect'],
};

/**
 * Every function of the language but `is_jwt_valid` and `is_jwt_present`, which need to be told of tokens
 * (see `jwtFunctions`). Each call makes a table of its own.
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
  return Object.fromEntries(entries.filter(([name]) => PLACES[name]?.includes(place) ?? true));
}
