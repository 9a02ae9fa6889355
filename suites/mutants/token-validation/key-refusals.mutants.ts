import { defineMutants } from '../mutant.ts';

const normalize = 'mock/engines/jwt/normalize-keys.ts';
const rsa = 'mock/engines/jwt/key-types.ts';
const ec = 'mock/engines/jwt/key-types.ts';
const hmac = 'mock/engines/jwt/key-types.ts';

const wrongCurve = 'if (curveAlg[crv] !== alg) {';
const storedEcKey = "return { kty: 'EC', kid, alg, crv, x, y };";
const importable = 'await importKey(key);';
const wrongSize = '!rsaBits.some((size) => size === bits)';
const longEnough = 'if (bytes >= limit) return;';

/** Keys that are refused or dropped, and wrong servers that take them. */
export const keyRefusalMutants = defineMutants([
  {
    id: 'defaults-hmac-keys-to-hs256',
    requirement: 'TV-KEY-6',
    does: 'It takes an HMAC key without an algorithm for one of HS256.',
    file: normalize,
    replace: "if (kty === 'RSA') return 'RS256';",
    by: "if (kty === 'RSA') return 'RS256'; if (kty === 'oct') return 'HS256';",
  },
  {
    id: 'remembers-the-algorithm-of-a-secret',
    requirement: 'TV-KEY-6',
    does: 'It takes for an HMAC key that a PATCH sends without an algorithm the one that is stored.',
    file: normalize,
    replace: 'const alg = effectiveAlg(entry, kty, crv);',
    by: "const known = [...secrets.values()].find((key) => key.kid === kid); const alg = kty === 'oct' && entry.jwk.alg === undefined && known ? known.alg : effectiveAlg(entry, kty, crv);",
  },
  {
    id: 'corrects-the-algorithm-of-p256-keys',
    requirement: 'TV-KEY-11',
    does: 'It stores a key on P-256 that states ES384 as one of ES256.',
    file: ec,
    replace: wrongCurve,
    by: "if (curveAlg[crv] !== alg && crv !== 'P-256') {",
    and: [{ file: ec, replace: storedEcKey, by: storedEcKey.replace('alg,', 'alg: curveAlg[crv],') }],
  },
  {
    id: 'corrects-the-algorithm-of-p384-keys',
    requirement: 'TV-KEY-12',
    does: 'It stores a key on P-384 that states ES256 as one of ES384.',
    file: ec,
    replace: wrongCurve,
    by: "if (curveAlg[crv] !== alg && crv !== 'P-384') {",
    and: [{ file: ec, replace: storedEcKey, by: storedEcKey.replace('alg,', 'alg: curveAlg[crv],') }],
  },
  {
    id: 'stores-ec-keys-without-x',
    requirement: 'TV-KEY-13',
    does: 'It looks at a coordinate x only where there is one.',
    file: ec,
    replace: "const x = requiredString(entry, 'x', 'every EC key needs');",
    by: "const x = entry.jwk.x ?? ''; if (x === '') return { kty: 'EC', kid, alg, crv, x, y: String(entry.jwk.y) };",
    and: [{ file: normalize, replace: importable, by: `if (!('x' in key) || key.x) ${importable}` }],
  },
  {
    id: 'stores-ec-keys-without-y',
    requirement: 'TV-KEY-14',
    does: 'It looks at a coordinate y only where there is one.',
    file: ec,
    replace: "const y = requiredString(entry, 'y', 'every EC key needs');",
    by: "const y = entry.jwk.y ?? ''; if (y === '') return { kty: 'EC', kid, alg, crv, x, y };",
    and: [{ file: normalize, replace: importable, by: `if (!('y' in key) || key.y) ${importable}` }],
  },
  {
    id: 'takes-coordinates-in-base64',
    requirement: 'TV-KEY-15',
    does: 'It takes a coordinate x in Base64 and writes it in Base64url.',
    file: ec,
    replace: "const x = requiredString(entry, 'x', 'every EC key needs');",
    by: "const x = requiredString(entry, 'x', 'every EC key needs').replaceAll('+', '-').replaceAll('/', '_');",
  },
  {
    id: 'takes-coordinates-with-padding',
    requirement: 'TV-KEY-15',
    does: 'It cuts the padding off a coordinate y.',
    file: ec,
    replace: "const y = requiredString(entry, 'y', 'every EC key needs');",
    by: "const y = requiredString(entry, 'y', 'every EC key needs').replace(/=+$/, '');",
  },
  {
    id: 'takes-coordinates-with-line-breaks',
    requirement: 'TV-KEY-15',
    does: 'It passes over white space in a coordinate y.',
    file: ec,
    replace: "const y = requiredString(entry, 'y', 'every EC key needs');",
    by: "const y = requiredString(entry, 'y', 'every EC key needs').replace(/\\s/g, '');",
  },
  {
    id: 'invents-secrets-in-creations',
    requirement: 'TV-KEY-16',
    does: 'It gives an HMAC key that is created without a secret one of its own.',
    file: normalize,
    replace: "storedSecrets(options.mode === 'update' ? (options.stored ?? []) : [])",
    by: "storedSecrets(options.mode === 'replace' ? [] : (options.stored ?? keys.map((key) => ({ ...key, k: 'A'.repeat(86) }))))",
  },
  {
    id: 'takes-secrets-with-padding',
    requirement: 'TV-KEY-17',
    does: 'It cuts the padding off a secret.',
    file: hmac,
    replace: "const k = optionalString(entry, 'k');",
    by: "const k = optionalString(entry, 'k')?.replace(/=+$/, '');",
  },
  {
    id: 'skips-foreign-characters-of-secrets',
    requirement: 'TV-KEY-18',
    does: 'It leaves out what is no character of Base64url in a secret.',
    file: hmac,
    replace: "const k = optionalString(entry, 'k');",
    by: "const k = optionalString(entry, 'k')?.replace(/[^=\\w-]/g, '');",
  },
  {
    id: 'stores-rsa-keys-of-1024-bits',
    requirement: 'TV-KEY-27',
    does: 'It takes RSA keys of 1024 bits too.',
    file: rsa,
    replace: wrongSize,
    by: `${wrongSize} && bits !== 1024`,
  },
  {
    id: 'stores-rsa-keys-of-any-size-from-2048-to-4096-bits',
    requirement: 'TV-KEY-28',
    does: 'It takes RSA keys of every size between the smallest and the largest.',
    file: rsa,
    replace: wrongSize,
    by: 'bits < Math.min(...rsaBits) || bits > Math.max(...rsaBits)',
  },
  {
    id: 'measures-rsa-keys-in-bytes',
    requirement: 'TV-KEY-28',
    does: 'It takes an RSA key of 3071 bits for one of 3072, which has as many bytes.',
    file: rsa,
    replace: 'const bits = bitLength(modulus);',
    by: 'const bits = modulus.length * 8;',
  },
  {
    id: 'stores-rsa-keys-of-more-than-4096-bits',
    requirement: 'TV-KEY-63',
    does: 'It takes RSA keys that are larger than the largest size.',
    file: rsa,
    replace: wrongSize,
    by: `${wrongSize} && bits <= Math.max(...rsaBits)`,
  },
  {
    id: 'takes-a-secret-of-47-bytes',
    requirement: 'TV-KEY-33',
    does: 'It takes secrets one byte too short for HS384.',
    file: hmac,
    replace: longEnough,
    by: "if (bytes >= (alg === 'HS384' ? limit - 1 : limit)) return;",
  },
  {
    id: 'takes-a-secret-of-63-bytes',
    requirement: 'TV-KEY-35',
    does: 'It takes secrets one byte too short for HS512.',
    file: hmac,
    replace: longEnough,
    by: "if (bytes >= (alg === 'HS512' ? limit - 1 : limit)) return;",
  },
  {
    id: 'replaces-algorithms-that-rsa-keys-can-not-have',
    requirement: 'TV-KEY-36',
    does: 'It stores an RSA key that states an algorithm of other keys with RS256.',
    file: normalize,
    replace: 'if (sent !== undefined && isAlg(sent)) {',
    by: "if (sent !== undefined && isAlg(sent) && (kty !== 'RSA' || ktyOf(sent) === 'RSA')) {",
  },
]);
