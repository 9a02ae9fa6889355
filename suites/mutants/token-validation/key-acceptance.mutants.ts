import { defineMutants } from '../mutant.ts';

/** JSON Web Keys: what is accepted, what is defaulted, what comes back. */
export const keyMutants = defineMutants([
  {
    id: 'takes-a-secret-of-31-bytes',
    requirement: 'TV-KEY-31',
    does: 'It takes secrets one byte too short for HS256.',
    file: 'mock/engines/jwt/key-types.ts',
    replace: 'if (bytes >= limit) return;',
    by: "if (bytes >= (alg === 'HS256' ? limit - 1 : limit)) return;",
  },
  {
    id: 'takes-any-new-secret-for-a-known-key',
    requirement: 'TV-KEY-31',
    does: 'It does not look at the secret that a PATCH sends for a stored key.',
    file: 'mock/engines/jwt/key-types.ts',
    replace: 'checkSecret(index, alg, k);',
    by: 'if (!kept) checkSecret(index, alg, k);',
  },
  {
    id: 'defaults-p384-keys-to-es256',
    requirement: 'TV-KEY-39',
    does: 'It takes every EC key without an algorithm for one of ES256.',
    file: 'mock/engines/jwt/normalize-keys.ts',
    replace: 'if (crv !== undefined && isCurve(crv)) return curveAlg[crv];',
    by: "if (crv !== undefined && isCurve(crv)) return 'ES256';",
  },
]);

const algorithms = 'mock/engines/jwt/algorithms.ts';
const dropped = 'mock/engines/jwt/normalize-keys.ts';
const keyTypes = 'mock/engines/jwt/key-types.ts';

const types = "new Set(['RSA', 'EC', 'oct'])";
const unsupportedUse = "use !== undefined && use !== 'sig'";
const unsupportedAlg = 'alg !== undefined && !isAlg(alg)';
const isAlg = 'return Object.hasOwn(algorithms, value);';
const wrongSize = '!rsaBits.some((size) => size === bits)';
const longEnough = 'if (bytes >= limit) return;';

/** Keys that are taken, and wrong servers that take them not. */
export const keyAcceptanceMutants = defineMutants([
  {
    id: 'drops-rsa-keys',
    requirement: 'TV-KEY-1',
    does: 'It drops RSA keys.',
    file: dropped,
    replace: types,
    by: "new Set(['EC', 'oct'])",
  },
  {
    id: 'drops-ec-keys',
    requirement: 'TV-KEY-2',
    does: 'It drops EC keys.',
    file: dropped,
    replace: types,
    by: "new Set(['RSA', 'oct'])",
  },
  {
    id: 'drops-hmac-keys',
    requirement: 'TV-KEY-3',
    does: 'It drops HMAC keys.',
    file: dropped,
    replace: types,
    by: "new Set(['RSA', 'EC'])",
  },
  {
    id: 'drops-keys-without-use',
    requirement: 'TV-KEY-7',
    does: 'It drops keys that do not say that they are for signatures.',
    file: dropped,
    replace: unsupportedUse,
    by: "use !== 'sig'",
  },
  {
    id: 'drops-keys-with-use',
    requirement: 'TV-KEY-8',
    does: 'It drops keys that say what they are for, signatures included.',
    file: dropped,
    replace: unsupportedUse,
    by: 'use !== undefined',
  },
  {
    id: 'drops-keys-that-state-es256',
    requirement: 'TV-KEY-9',
    does: 'It drops keys that state ES256.',
    file: dropped,
    replace: unsupportedAlg,
    by: "alg !== undefined && (alg === 'ES256' || !isAlg(alg))",
  },
  {
    id: 'refuses-coordinates-that-begin-with-zeros',
    requirement: 'TV-KEY-9',
    does: 'It takes a coordinate that begins with a zero byte for one that is written wrongly.',
    file: 'mock/engines/jwt/key-types.ts',
    replace: 'if (bytes.length === limit) return bytes;',
    by: 'if (bytes.length === limit && bytes[0] !== 0) return bytes;',
  },
  {
    id: 'drops-keys-that-state-es384',
    requirement: 'TV-KEY-10',
    does: 'It drops keys that state ES384.',
    file: dropped,
    replace: unsupportedAlg,
    by: "alg !== undefined && (alg === 'ES384' || !isAlg(alg))",
  },
  {
    id: 'does-not-know-ps384',
    requirement: 'TV-KEY-23',
    does: 'It knows all algorithms but PS384.',
    file: algorithms,
    replace: isAlg,
    by: "return value !== 'PS384' && Object.hasOwn(algorithms, value);",
  },
  {
    id: 'refuses-rsa-keys-of-2048-bits',
    requirement: 'TV-KEY-24',
    does: 'It refuses an RSA key of 2048 bits.',
    file: keyTypes,
    replace: wrongSize,
    by: `${wrongSize} || bits <= 2048`,
  },
  {
    id: 'refuses-rsa-keys-of-3072-bits',
    requirement: 'TV-KEY-25',
    does: 'It takes for the size of an RSA key powers of two alone.',
    file: keyTypes,
    replace: wrongSize,
    by: `${wrongSize} || !Number.isInteger(Math.log2(bits))`,
  },
  {
    id: 'refuses-rsa-keys-of-4096-bits',
    requirement: 'TV-KEY-26',
    does: 'It refuses an RSA key of the largest size.',
    file: keyTypes,
    replace: wrongSize,
    by: `${wrongSize} || bits >= Math.max(...rsaBits)`,
  },
  {
    id: 'does-not-know-hs384',
    requirement: 'TV-KEY-29',
    does: 'It knows all algorithms but HS384.',
    file: algorithms,
    replace: isAlg,
    by: "return value !== 'HS384' && Object.hasOwn(algorithms, value);",
  },
  {
    id: 'asks-for-33-bytes-for-hs256',
    requirement: 'TV-KEY-30',
    does: 'It refuses a secret that is just long enough for HS256.',
    file: keyTypes,
    replace: longEnough,
    by: "if (alg === 'HS256' ? bytes > limit : bytes >= limit) return;",
  },
  {
    id: 'asks-for-49-bytes-for-hs384',
    requirement: 'TV-KEY-32',
    does: 'It refuses a secret that is just long enough for HS384.',
    file: keyTypes,
    replace: longEnough,
    by: "if (alg === 'HS384' ? bytes > limit : bytes >= limit) return;",
  },
  {
    id: 'asks-for-65-bytes-for-hs512',
    requirement: 'TV-KEY-34',
    does: 'It refuses a secret that is just long enough for HS512.',
    file: keyTypes,
    replace: longEnough,
    by: "if (alg === 'HS512' ? bytes > limit : bytes >= limit) return;",
  },
]);

/** One line of the table of algorithms, wrong. */
const inTable = (replace: string, by: string) => ({ file: algorithms, replace, by });

/** Public keys are imported by their algorithm, and an RSA key of PKCS #1 verifies with the hash of its import. */
const imported = (alg: string, as: string) => ({
  file: 'mock/engines/jwt/key-set.ts',
  replace: '{ ...stored }, stored.alg)',
  by: `{ ...stored, alg: undefined }, stored.alg === '${alg}' ? '${as}' : stored.alg)`,
});

/** Each algorithm, verified with a parameter that is not its own. */
export const algorithmMutants = defineMutants([
  {
    id: 'verifies-rs256-as-pss',
    requirement: 'TV-ALG-1',
    does: 'It verifies RS256 as if it were PS256.',
    ...inTable("RS256: rsaPkcs1('SHA-256')", "RS256: rsaPss('SHA-256', 32)"),
  },
  {
    id: 'hashes-rs384-with-256-bits',
    requirement: 'TV-ALG-2',
    does: 'It imports keys of RS384 as keys of RS256.',
    ...imported('RS384', 'RS256'),
  },
  {
    id: 'hashes-rs512-with-384-bits',
    requirement: 'TV-ALG-3',
    does: 'It imports keys of RS512 as keys of RS384.',
    ...imported('RS512', 'RS384'),
  },
  {
    id: 'salts-ps256-with-20-bytes',
    requirement: 'TV-ALG-4',
    does: 'It takes the salt of PS256 to be as long as a SHA-1.',
    ...inTable("rsaPss('SHA-256', 32)", "rsaPss('SHA-256', 20)"),
  },
  {
    id: 'salts-ps384-with-32-bytes',
    requirement: 'TV-ALG-5',
    does: 'It takes the salt of PS384 to be as long as that of PS256.',
    ...inTable("rsaPss('SHA-384', 48)", "rsaPss('SHA-384', 32)"),
  },
  {
    id: 'salts-ps512-with-32-bytes',
    requirement: 'TV-ALG-6',
    does: 'It takes the salt of PS512 to be as long as that of PS256.',
    ...inTable("rsaPss('SHA-512', 64)", "rsaPss('SHA-512', 32)"),
  },
  {
    id: 'hashes-es256-with-384-bits',
    requirement: 'TV-ALG-7',
    does: 'It verifies ES256 with the hash of ES384.',
    ...inTable("ecdsa('P-256', 'SHA-256', 64)", "ecdsa('P-256', 'SHA-384', 64)"),
  },
  {
    id: 'expects-es384-signatures-of-64-bytes',
    requirement: 'TV-ALG-8',
    does: 'It takes the signatures of ES384 to be as long as those of ES256.',
    ...inTable("ecdsa('P-384', 'SHA-384', 96)", "ecdsa('P-384', 'SHA-384', 64)"),
  },
  {
    id: 'hashes-hs256-with-384-bits',
    requirement: 'TV-ALG-9',
    does: 'It verifies HS256 with the hash of HS384.',
    ...inTable("hmac('SHA-256', 32)", "hmac('SHA-384', 48)"),
  },
  {
    id: 'hashes-hs384-with-512-bits',
    requirement: 'TV-ALG-10',
    does: 'It takes HS384 to be a SHA-512 that is cut off.',
    ...inTable("hmac('SHA-384', 48)", "hmac('SHA-512', 48)"),
  },
  {
    id: 'expects-hs512-of-32-bytes',
    requirement: 'TV-ALG-11',
    does: 'It takes the MACs of HS512 to be as long as those of HS256.',
    ...inTable("hmac('SHA-512', 64)", "hmac('SHA-512', 32)"),
  },
]);
