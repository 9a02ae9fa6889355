import { defineMutants, mutant } from '../mutant.ts';

const normalize = 'mock/engines/jwt/normalize-keys.ts';
const keyTypes = 'mock/engines/jwt/key-types.ts';

const wrongCurve = 'if (curveAlg[crv] !== alg) {';
const storedEcKey = "return { kty: 'EC', kid, alg, crv, x, y };";
const importable = 'await importKey(key);';
const rightSize = 'rsaBits.some((size) => size === bits)';
const longEnough = 'if (bytes >= limit) return;';

/** Keys to refuse or drop, and wrong servers that accept them. */
export const keyRefusalMutants = defineMutants([
  mutant('TV-KEY-6', 'defaults-hmac-keys-to-hs256', {
    file: normalize,
    replace: "if (kty === 'RSA') return 'RS256';",
    by: "if (kty === 'RSA') return 'RS256'; if (kty === 'oct') return 'HS256';",
  }),
  mutant('TV-KEY-6', 'remembers-the-algorithm-of-a-secret', {
    file: normalize,
    replace: 'const alg = effectiveAlg(entry, kty, crv);',
    by: "const known = [...secrets.values()].find((key) => key.kid === kid); const alg = kty === 'oct' && entry.jwk.alg === undefined && known ? known.alg : effectiveAlg(entry, kty, crv);",
  }),
  mutant('TV-KEY-11', 'corrects-the-algorithm-of-p256-keys', {
    file: keyTypes,
    replace: wrongCurve,
    by: "if (curveAlg[crv] !== alg && crv !== 'P-256') {",
    and: [{ file: keyTypes, replace: storedEcKey, by: storedEcKey.replace('alg,', 'alg: curveAlg[crv],') }],
  }),
  mutant('TV-KEY-12', 'corrects-the-algorithm-of-p384-keys', {
    file: keyTypes,
    replace: wrongCurve,
    by: "if (curveAlg[crv] !== alg && crv !== 'P-384') {",
    and: [{ file: keyTypes, replace: storedEcKey, by: storedEcKey.replace('alg,', 'alg: curveAlg[crv],') }],
  }),
  mutant('TV-KEY-13', 'stores-ec-keys-without-x', {
    file: keyTypes,
    replace: "const x = requiredString(entry, 'x', 'every EC key needs');",
    by: "const x = entry.jwk.x ?? ''; if (x === '') return { kty: 'EC', kid, alg, crv, x, y: String(entry.jwk.y) };",
    and: [{ file: normalize, replace: importable, by: `if (!('x' in key) || key.x) ${importable}` }],
  }),
  mutant('TV-KEY-14', 'stores-ec-keys-without-y', {
    file: keyTypes,
    replace: "const y = requiredString(entry, 'y', 'every EC key needs');",
    by: "const y = entry.jwk.y ?? ''; if (y === '') return { kty: 'EC', kid, alg, crv, x, y };",
    and: [{ file: normalize, replace: importable, by: `if (!('y' in key) || key.y) ${importable}` }],
  }),
  mutant('TV-KEY-15', 'takes-coordinates-in-base64', {
    file: keyTypes,
    replace: "const x = requiredString(entry, 'x', 'every EC key needs');",
    by: "const x = requiredString(entry, 'x', 'every EC key needs').replaceAll('+', '-').replaceAll('/', '_');",
  }),
  mutant('TV-KEY-69', 'takes-coordinates-with-padding', {
    file: keyTypes,
    replace: "const y = requiredString(entry, 'y', 'every EC key needs');",
    by: "const y = requiredString(entry, 'y', 'every EC key needs').replace(/=+$/, '');",
  }),
  mutant('TV-KEY-15', 'takes-coordinates-with-line-breaks', {
    file: keyTypes,
    replace: "const y = requiredString(entry, 'y', 'every EC key needs');",
    by: "const y = requiredString(entry, 'y', 'every EC key needs').replace(/\\s/g, '');",
  }),
  mutant('TV-KEY-16', 'invents-secrets-in-creations', {
    file: normalize,
    replace: "storedSecrets(options.mode === 'update' ? (options.stored ?? []) : [])",
    by: "storedSecrets(options.mode === 'replace' ? [] : (options.stored ?? keys.map((key) => ({ ...key, k: 'A'.repeat(86) }))))",
  }),
  mutant('TV-KEY-17', 'takes-secrets-with-padding', {
    file: keyTypes,
    replace: "const k = optionalString(entry, 'k');",
    by: "const k = optionalString(entry, 'k')?.replace(/=+$/, '');",
  }),
  mutant('TV-KEY-18', 'skips-foreign-characters-of-secrets', {
    file: keyTypes,
    replace: "const k = optionalString(entry, 'k');",
    by: "const k = optionalString(entry, 'k')?.replace(/[^=\\w-]/g, '');",
  }),
  mutant('TV-KEY-27', 'stores-rsa-keys-of-1024-bits', {
    file: keyTypes,
    replace: rightSize,
    by: `${rightSize} || bits === 1024`,
  }),
  mutant('TV-KEY-28', 'stores-rsa-keys-of-any-size-from-2048-to-4096-bits', {
    file: keyTypes,
    replace: rightSize,
    by: 'bits >= Math.min(...rsaBits) && bits <= Math.max(...rsaBits)',
  }),
  mutant('TV-KEY-28', 'measures-rsa-keys-in-bytes', {
    file: keyTypes,
    replace: "bitLength(decodeMember(entry.index, 'n', n))",
    by: "decodeMember(entry.index, 'n', n).length * 8",
  }),
  mutant('TV-KEY-63', 'stores-rsa-keys-of-more-than-4096-bits', {
    file: keyTypes,
    replace: rightSize,
    by: `${rightSize} || bits > Math.max(...rsaBits)`,
  }),
  mutant('TV-KEY-33', 'takes-a-secret-of-47-bytes', {
    file: keyTypes,
    replace: longEnough,
    by: "if (bytes >= (alg === 'HS384' ? limit - 1 : limit)) return;",
  }),
  mutant('TV-KEY-35', 'takes-a-secret-of-63-bytes', {
    file: keyTypes,
    replace: longEnough,
    by: "if (bytes >= (alg === 'HS512' ? limit - 1 : limit)) return;",
  }),
  mutant('TV-KEY-36', 'replaces-algorithms-that-rsa-keys-can-not-have', {
    file: normalize,
    replace: 'if (sent !== undefined && isAlg(sent)) {',
    by: "if (sent !== undefined && isAlg(sent) && (kty !== 'RSA' || getKty(sent) === 'RSA')) {",
  }),
]);
