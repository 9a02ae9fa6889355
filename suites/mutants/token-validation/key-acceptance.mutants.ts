import { defineMutants, mutant } from '../mutant.ts';

/** JSON Web Keys: acceptance, defaults and answers. */
export const keyMutants = defineMutants([
  mutant('TV-KEY-31', 'takes-a-secret-of-31-bytes', {
    file: 'mock/engines/jwt/key-types.ts',
    replace: 'if (bytes >= limit) return;',
    by: "if (bytes >= (alg === 'HS256' ? limit - 1 : limit)) return;",
  }),
  mutant('TV-KEY-31', 'takes-any-new-secret-for-a-known-key', {
    file: 'mock/engines/jwt/key-types.ts',
    replace: 'checkSecret(index, alg, k);',
    by: 'if (!kept) checkSecret(index, alg, k);',
  }),
  mutant('TV-KEY-39', 'defaults-p384-keys-to-es256', {
    file: 'mock/engines/jwt/normalize-keys.ts',
    replace: 'if (crv !== undefined && isCurve(crv)) return curveAlg[crv];',
    by: "if (crv !== undefined && isCurve(crv)) return 'ES256';",
  }),
]);

const algorithms = 'mock/engines/jwt/algorithms.ts';
const dropped = 'mock/engines/jwt/normalize-keys.ts';
const keyTypes = 'mock/engines/jwt/key-types.ts';

const types = "new Set(['RSA', 'EC', 'oct'])";
const unsupportedUse = "use !== undefined && use !== 'sig'";
const unsupportedAlg = 'alg !== undefined && !isAlg(alg)';
const isAlg = 'return Object.hasOwn(algorithms, value);';
const rightSize = 'rsaBits.some((size) => size === bits)';
const longEnough = 'if (bytes >= limit) return;';

/** Valid keys, and wrong servers that refuse them. */
export const keyAcceptanceMutants = defineMutants([
  mutant('TV-KEY-1', 'drops-rsa-keys', {
    file: dropped,
    replace: types,
    by: "new Set(['EC', 'oct'])",
  }),
  mutant('TV-KEY-2', 'drops-ec-keys', {
    file: dropped,
    replace: types,
    by: "new Set(['RSA', 'oct'])",
  }),
  mutant('TV-KEY-3', 'drops-hmac-keys', {
    file: dropped,
    replace: types,
    by: "new Set(['RSA', 'EC'])",
  }),
  mutant('TV-KEY-7', 'drops-keys-without-use', {
    file: dropped,
    replace: unsupportedUse,
    by: "use !== 'sig'",
  }),
  mutant('TV-KEY-8', 'drops-keys-with-use', {
    file: dropped,
    replace: unsupportedUse,
    by: 'use !== undefined',
  }),
  mutant('TV-KEY-9', 'drops-keys-that-state-es256', {
    file: dropped,
    replace: unsupportedAlg,
    by: "alg !== undefined && (alg === 'ES256' || !isAlg(alg))",
  }),
  mutant('TV-KEY-9', 'refuses-coordinates-that-begin-with-zeros', {
    file: 'mock/engines/jwt/key-types.ts',
    replace: 'if (bytes.length === limit) return bytes;',
    by: 'if (bytes.length === limit && bytes[0] !== 0) return bytes;',
  }),
  mutant('TV-KEY-10', 'drops-keys-that-state-es384', {
    file: dropped,
    replace: unsupportedAlg,
    by: "alg !== undefined && (alg === 'ES384' || !isAlg(alg))",
  }),
  mutant('TV-KEY-23', 'does-not-know-ps384', {
    file: algorithms,
    replace: isAlg,
    by: "return value !== 'PS384' && Object.hasOwn(algorithms, value);",
  }),
  mutant('TV-KEY-24', 'drops-rsa-keys-of-2048-bits', {
    file: keyTypes,
    replace: rightSize,
    by: `${rightSize} && bits > 2048`,
  }),
  mutant('TV-KEY-25', 'drops-rsa-keys-of-3072-bits', {
    file: keyTypes,
    replace: rightSize,
    by: `${rightSize} && Number.isInteger(Math.log2(bits))`,
  }),
  mutant('TV-KEY-26', 'drops-rsa-keys-of-4096-bits', {
    file: keyTypes,
    replace: rightSize,
    by: `${rightSize} && bits < Math.max(...rsaBits)`,
  }),
  mutant('TV-KEY-29', 'does-not-know-hs384', {
    file: algorithms,
    replace: isAlg,
    by: "return value !== 'HS384' && Object.hasOwn(algorithms, value);",
  }),
  mutant('TV-KEY-30', 'asks-for-33-bytes-for-hs256', {
    file: keyTypes,
    replace: longEnough,
    by: "if (alg === 'HS256' ? bytes > limit : bytes >= limit) return;",
  }),
  mutant('TV-KEY-32', 'asks-for-49-bytes-for-hs384', {
    file: keyTypes,
    replace: longEnough,
    by: "if (alg === 'HS384' ? bytes > limit : bytes >= limit) return;",
  }),
  mutant('TV-KEY-34', 'asks-for-65-bytes-for-hs512', {
    file: keyTypes,
    replace: longEnough,
    by: "if (alg === 'HS512' ? bytes > limit : bytes >= limit) return;",
  }),
]);

/** One wrong line in the table of algorithms. */
const inTable = (replace: string, by: string) => ({ file: algorithms, replace, by });

/**
 * The algorithm is a part of the import of a public key; an imported PKCS #1 RSA key always verifies with the hash of
 * its import.
 */
const imported = (alg: string, as: string) => ({
  file: 'mock/engines/jwt/key-set.ts',
  replace: '{ ...stored }, stored.alg)',
  by: `{ ...stored, alg: undefined }, stored.alg === '${alg}' ? '${as}' : stored.alg)`,
});

/** Each algorithm, verified with the parameter of another. */
export const algorithmMutants = defineMutants([
  mutant(
    'TV-ALG-1',
    'verifies-rs256-as-pss',
    inTable("RS256: rsaPkcs1('SHA-256')", "RS256: rsaPss('SHA-256', 32)"),
  ),
  mutant('TV-ALG-2', 'hashes-rs384-with-256-bits', imported('RS384', 'RS256')),
  mutant('TV-ALG-3', 'hashes-rs512-with-384-bits', imported('RS512', 'RS384')),
  mutant('TV-ALG-4', 'salts-ps256-with-20-bytes', inTable("rsaPss('SHA-256', 32)", "rsaPss('SHA-256', 20)")),
  mutant('TV-ALG-5', 'salts-ps384-with-32-bytes', inTable("rsaPss('SHA-384', 48)", "rsaPss('SHA-384', 32)")),
  mutant('TV-ALG-6', 'salts-ps512-with-32-bytes', inTable("rsaPss('SHA-512', 64)", "rsaPss('SHA-512', 32)")),
  mutant(
    'TV-ALG-7',
    'hashes-es256-with-384-bits',
    inTable("ecdsa('P-256', 'SHA-256', 64)", "ecdsa('P-256', 'SHA-384', 64)"),
  ),
  mutant(
    'TV-ALG-8',
    'expects-es384-signatures-of-64-bytes',
    inTable("ecdsa('P-384', 'SHA-384', 96)", "ecdsa('P-384', 'SHA-384', 64)"),
  ),
  mutant('TV-ALG-9', 'hashes-hs256-with-384-bits', inTable("hmac('SHA-256', 32)", "hmac('SHA-384', 48)")),
  mutant('TV-ALG-10', 'hashes-hs384-with-512-bits', inTable("hmac('SHA-384', 48)", "hmac('SHA-512', 48)")),
  mutant('TV-ALG-11', 'expects-hs512-of-32-bytes', inTable("hmac('SHA-512', 64)", "hmac('SHA-512', 32)")),
]);
