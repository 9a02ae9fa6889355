import { defineMutants } from '../mutant.ts';

const algorithms = 'mock/engines/jwt/algorithms.ts';
const dropped = 'mock/engines/jwt/normalize-keys.ts';
const rsa = 'mock/engines/jwt/key-types.ts';
const hmac = 'mock/engines/jwt/key-types.ts';

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
    file: rsa,
    replace: wrongSize,
    by: `${wrongSize} || bits <= 2048`,
  },
  {
    id: 'refuses-rsa-keys-of-3072-bits',
    requirement: 'TV-KEY-25',
    does: 'It takes for the size of an RSA key powers of two alone.',
    file: rsa,
    replace: wrongSize,
    by: `${wrongSize} || !Number.isInteger(Math.log2(bits))`,
  },
  {
    id: 'refuses-rsa-keys-of-4096-bits',
    requirement: 'TV-KEY-26',
    does: 'It refuses an RSA key of the largest size.',
    file: rsa,
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
    file: hmac,
    replace: longEnough,
    by: "if (alg === 'HS256' ? bytes > limit : bytes >= limit) return;",
  },
  {
    id: 'asks-for-49-bytes-for-hs384',
    requirement: 'TV-KEY-32',
    does: 'It refuses a secret that is just long enough for HS384.',
    file: hmac,
    replace: longEnough,
    by: "if (alg === 'HS384' ? bytes > limit : bytes >= limit) return;",
  },
  {
    id: 'asks-for-65-bytes-for-hs512',
    requirement: 'TV-KEY-34',
    does: 'It refuses a secret that is just long enough for HS512.',
    file: hmac,
    replace: longEnough,
    by: "if (alg === 'HS512' ? bytes > limit : bytes >= limit) return;",
  },
]);
