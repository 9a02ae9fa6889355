import { eachObject, results } from './answers.ts';
import { defineVariations } from './variation.ts';

const normalize = 'mock/engines/jwt/normalize-keys.ts';
const schemas = 'spec/services/token-validation/schemas.ts';
const suites = ['token-validation', 'v4'];

/** Handling of faulty keys and of additional members. */
export const keyVariations = defineVariations([
  {
    id: 'drops-every-faulty-key',
    because: 'token-validation.md, JSON Web Key: unsupported keys are dropped; no key is said to be refused.',
    suites,
    file: normalize,
    replace: 'for (const [index, jwk] of keys.entries()) {',
    by: `const usable: [number, JwkInput][] = [];
  for (const [index, jwk] of keys.entries()) {
    try {
      if (!('alone' in options)) await normalizeKeys([jwk], { ...options, alone: true } as never);
      usable.push([index, jwk]);
    } catch {
      result.dropped.push({ index, kid: 'faulty', why: 'unsupported_kty' });
    }
  }
  for (const [index, jwk] of usable) {`,
    and: [
      { file: schemas, replace: 'keys: z.array(jwkInputSchema).min(1)', by: 'keys: z.array(z.any()).min(1)' },
    ],
  },
  {
    id: 'reads-key-types-in-any-case',
    because:
      'token-validation.md, JSON Web Key: types and algorithms are named, not how strictly they are read.',
    suites: ['token-validation'],
    file: normalize,
    replace: 'const entry = { index, jwk };',
    by: `const upper = (text: unknown) => (typeof text === 'string' ? text.toUpperCase() : text);
    const entry = { index, jwk: { ...jwk, kty: jwk.kty === 'rsa' ? 'RSA' : jwk.kty, alg: upper(jwk.alg) } as JwkInput };`,
  },
  {
    id: 'takes-coordinates-with-padding',
    because: 'token-validation.md, JSON Web Key: coordinates are Base64url; of `k` alone it says unpadded.',
    suites: ['token-validation'],
    file: 'mock/engines/jwt/key-types.ts',
    replace: "const y = requiredString(entry, 'y', 'every EC key needs');",
    by: "const y = requiredString(entry, 'y', 'every EC key needs').replace(/=+$/, '');",
  },
  {
    id: 'answers-token-sources-in-another-order',
    because: 'token-validation.md: any valid token suffices, whichever source it is at.',
    suites,
    ...results('token-validation.config', (result) =>
      eachObject(result, (one) =>
        Array.isArray(one['token_sources'])
          ? { ...one, token_sources: one['token_sources'].toReversed() }
          : one,
      ),
    ),
  },
]);
