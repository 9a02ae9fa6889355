// biome-ignore-all lint/suspicious/noTemplateCurlyInString: patches are texts of programs.
import { defineMutants } from '../mutant.ts';

const normalize = 'mock/engines/jwt/normalize-keys.ts';
const stored = 'mock/engines/jwt/stored-key.ts';
const handlers = 'mock/services/token-validation/config-handlers.ts';
const configuration = 'mock/services/token-validation/token-config.ts';

const noMoreMembers = 'The contract takes no member that a key does not need.';
const publicHmacKey = 'return { kty, kid, alg };';
const droppedKey = 'result.dropped.push({ index, kid, why });';
const message = '`keys[${index}].alg was omitted and defaulted to "${alg}" (kid "${kid}")`';

/** What becomes of accepted keys: defaults, dropped keys and members, messages, and what comes back. */
export const keyAnswerMutants = defineMutants([
  {
    id: 'answers-secrets-of-created-keys',
    requirement: 'TV-KEY-19',
    does: 'It answers a creation with the keys as they are stored.',
    unfit: noMoreMembers,
    file: handlers,
    replace: 'result: configResource(config), messages',
    by: 'result: { ...configResource(config), credentials: { keys: config.keys } }, messages',
  },
  {
    id: 'answers-secrets-of-read-keys',
    requirement: 'TV-KEY-64',
    does: 'It answers who reads a configuration with the keys as they are stored.',
    unfit: noMoreMembers,
    file: handlers,
    replace: 'result: configResource(findConfig(zone, params.config_id)),',
    by: 'result: { ...configResource(findConfig(zone, params.config_id)), credentials: findConfig(zone, params.config_id) },',
  },
  {
    id: 'answers-hmac-for-the-type-of-a-secret',
    requirement: 'TV-KEY-20',
    does: 'It answers HMAC for the type of an HMAC key.',
    unfit: 'The contract says which types keys have.',
    file: stored,
    replace: publicHmacKey,
    by: "return { kty: 'HMAC', kid, alg };",
  },
  {
    id: 'answers-hs256-for-every-secret',
    requirement: 'TV-KEY-21',
    does: 'It answers HS256 for the algorithm of every HMAC key.',
    file: stored,
    replace: publicHmacKey,
    by: "return { kty, kid, alg: 'HS256' };",
  },
  {
    id: 'masks-the-kid-of-a-secret',
    requirement: 'TV-KEY-22',
    does: 'It masks the end of the kid of an HMAC key.',
    file: stored,
    replace: publicHmacKey,
    by: 'return { kty, kid: `${kid.slice(0, 4)}***`, alg };',
  },
  {
    id: 'defaults-rsa-keys-to-ps256',
    requirement: 'TV-KEY-37',
    does: 'It takes an RSA key without an algorithm for one of PS256.',
    file: normalize,
    replace: "if (kty === 'RSA') return 'RS256';",
    by: "if (kty === 'RSA') return 'PS256';",
  },
  {
    id: 'defaults-p256-keys-to-es384',
    requirement: 'TV-KEY-38',
    does: 'It takes every EC key without an algorithm for one of ES384.',
    file: normalize,
    replace: 'if (crv !== undefined && isCurve(crv)) return curveAlg[crv];',
    by: "if (crv !== undefined && isCurve(crv)) return 'ES384';",
  },
  {
    id: 'answers-unneeded-members-of-rsa-keys',
    requirement: 'TV-KEY-40',
    does: 'It keeps the member ext of an RSA key.',
    unfit: noMoreMembers,
    file: 'mock/engines/jwt/rsa-key.ts',
    replace: "return { kty: 'RSA', kid, alg, n, e };",
    by: "return { kty: 'RSA', kid, alg, n, e, ext: entry.jwk['ext'] };",
  },
  {
    id: 'stops-at-a-key-of-an-unsupported-type',
    requirement: 'TV-KEY-41',
    does: 'It drops what stands behind a key of an unsupported type.',
    file: normalize,
    replace: droppedKey,
    by: `${droppedKey} if (why === 'unsupported_kty') break;`,
  },
  {
    id: 'stops-at-a-key-with-an-unsupported-algorithm',
    requirement: 'TV-KEY-42',
    does: 'It drops what stands behind a key with an unsupported algorithm.',
    file: normalize,
    replace: droppedKey,
    by: `${droppedKey} if (why === 'unsupported_alg') break;`,
  },
  {
    id: 'answers-keys-twice',
    requirement: 'TV-KEY-43',
    does: 'It answers the last of several keys twice.',
    file: configuration,
    replace: 'keys: keys.map(publicKey)',
    by: 'keys: [...keys, ...keys.slice(1).slice(-1)].map(publicKey)',
  },
  {
    id: 'tells-of-the-first-defaulted-algorithm-alone',
    requirement: 'TV-KEY-44',
    does: 'It has a message about the first of the defaulted algorithms only.',
    file: configuration,
    replace: 'return defaulted.map(',
    by: 'return defaulted.slice(0, 1).map(',
  },
  {
    id: 'tells-of-defaulted-algorithms-with-another-code',
    requirement: 'TV-KEY-45',
    does: 'It gives the message about a defaulted algorithm the code 11003.',
    file: configuration,
    replace: 'code: 110003',
    by: 'code: 11003',
  },
  {
    id: 'counts-defaulted-algorithms-for-their-index',
    requirement: 'TV-KEY-46',
    does: 'It counts the keys without an algorithm and takes that for the index.',
    file: normalize,
    replace: 'result.defaulted.push({ index,',
    by: 'result.defaulted.push({ index: result.defaulted.length,',
  },
  {
    id: 'tells-not-which-algorithm-was-defaulted',
    requirement: 'TV-KEY-47',
    does: 'It does not say to which algorithm it defaulted.',
    file: normalize,
    replace: message,
    by: '`keys[${index}].alg was omitted and defaulted (kid "${kid}")`',
  },
  {
    id: 'tells-not-the-kid-of-a-defaulted-algorithm',
    requirement: 'TV-KEY-48',
    does: 'It does not say of which kid the algorithm was defaulted.',
    file: normalize,
    replace: message,
    by: '`keys[${index}].alg was omitted and defaulted to "${alg}"`',
  },
  {
    id: 'tells-of-stated-default-algorithms',
    requirement: 'TV-KEY-49',
    does: 'It has a message about an algorithm that is stated where it is the default.',
    file: normalize,
    replace: 'if (jwk.alg === undefined) result',
    by: "if (jwk.alg === undefined || jwk.alg === 'RS256') result",
  },
  {
    id: 'repeats-secrets-that-are-too-short',
    requirement: 'TV-KEY-65',
    does: 'It repeats a secret that is too short in its refusal.',
    file: 'mock/engines/jwt/hmac-key.ts',
    replace: 'text: `k has ${bytes} bytes',
    by: 'text: `k is "${k}" and has ${bytes} bytes',
  },
  {
    id: 'takes-defaulted-keys-for-rs512',
    requirement: 'TV-KEY-50',
    does: 'It verifies RS512 with a key whose algorithm is RS256.',
    file: 'mock/engines/jwt/key-set.ts',
    replace: 'Promise.all(stored.map(importKey))',
    by: "Promise.all([...stored, ...stored.filter(({ alg }) => alg === 'RS256').map((key) => ({ ...key, alg: 'RS512' }))].map(importKey))",
  },
]);
