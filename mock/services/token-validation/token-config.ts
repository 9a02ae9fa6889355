import type { Certainty } from '../../../spec/certainty.ts';
import type { EnvelopeEntry } from '../../../spec/envelope.ts';
import { ApiError } from '../../../spec/errors.ts';
import { compileTokenSource } from '../../edge/token-check.ts';
import { ExpressionError } from '../../engines/expressions/index.ts';
import {
  defaultedMessage,
  JwkError,
  type JwkInput,
  type NormalizedKeys,
  type NormalizeOptions,
  normalizeKeys,
  publicKey,
} from '../../engines/jwt/index.ts';
import type { StoredTokenConfig } from '../../world/records.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';

/** @throws ApiError `config-unknown`. */
export function findConfig(zone: ZoneTenant, id: string): StoredTokenConfig {
  const config = zone.tokenConfigs.get(id.toLowerCase());
  if (!config) throw new ApiError('config-unknown', { id });
  return config;
}

/** The resource of a configuration: secrets stay behind. */
export function configResource({ keys, ...config }: StoredTokenConfig) {
  return { ...config, credentials: { keys: keys.map(publicKey) } };
}

/** @throws ApiError `token-source-invalid` for the first source that is none. */
export function checkTokenSources(sources: readonly string[]): void {
  for (const [index, source] of sources.entries()) {
    try {
      compileTokenSource(source);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const { line, column } = error.position;
      throw new ApiError(
        'token-source-invalid',
        {
          index,
          problem: `${error.message} at ${line}:${column}; write it as http.request.headers["<name>"][0]`,
        },
        `/token_sources/${index}`,
        { cause: error },
      );
    }
  }
}

/**
 * Normalises the keys of a request.
 *
 * @param pointer JSON pointer to the array of keys in the body
 * @throws ApiError `key-invalid`, with a pointer to the member at fault.
 */
export async function acceptKeys(
  keys: readonly JwkInput[],
  options: NormalizeOptions,
  pointer: string,
): Promise<NormalizedKeys> {
  try {
    return await normalizeKeys(keys, options);
  } catch (error) {
    if (!(error instanceof JwkError)) throw error;
    throw new ApiError(
      'key-invalid',
      { problem: error.message },
      `${pointer}/${error.index}/${error.member}`,
      { cause: error },
    );
  }
}

/**
 * What an accepted key set rests on. That unsupported keys are dropped is said by the seed, and which key
 * types, algorithms and curves are supported; the rest is a deduction (fact sheet, section 1.3).
 */
export function keysRestOn({ keys, dropped }: NormalizedKeys): Certainty {
  const guessed = dropped.some(({ why }) => why === 'unsupported_use' || why === 'unsupported_key_ops');
  return guessed || keys.length === 0 ? 'inferred' : 'seed';
}

/** One message for each algorithm that was filled in: seed token-validation, JSON Web Key. */
export function defaultedMessages({ defaulted }: NormalizedKeys): EnvelopeEntry[] {
  return defaulted.map((key) => ({ code: 110003, message: defaultedMessage(key) }));
}
