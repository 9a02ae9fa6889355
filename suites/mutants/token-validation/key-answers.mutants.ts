import { defineMutants, mutant } from '../mutant.ts';

const normalize = 'mock/engines/jwt/normalize-keys.ts';
const stored = 'mock/engines/jwt/key-set.ts';
const handlers = 'mock/services/token-validation/config-handlers.ts';
const configuration = 'mock/services/token-validation/config-handlers.ts';

const noMoreMembers = 'The contract allows no member that a key does not need.';
const publicHmacKey = 'return { kty, kid, alg };';
const droppedKey = 'result.dropped.push({ index, kid, why });';
const message = '`keys[${index}].alg was omitted and defaulted to "${alg}" (kid "${kid}")`';

/** Accepted keys: defaults, dropped keys and members, messages, and answers. */
export const keyAnswerMutants = defineMutants([
  mutant('TV-KEY-19', 'answers-secrets-of-created-keys', {
    unfit: noMoreMembers,
    file: handlers,
    replace: 'result: configResource(config), messages',
    by: 'result: { ...configResource(config), credentials: { keys: config.keys } }, messages',
  }),
  mutant('TV-KEY-64', 'answers-secrets-of-read-keys', {
    unfit: noMoreMembers,
    file: handlers,
    replace: 'result: configResource(findConfig(zone, params.config_id)),',
    by: 'result: { ...configResource(findConfig(zone, params.config_id)), credentials: findConfig(zone, params.config_id) },',
  }),
  mutant('TV-KEY-20', 'answers-hmac-for-the-type-of-a-secret', {
    unfit: 'The contract says which types keys have.',
    file: stored,
    replace: publicHmacKey,
    by: "return { kty: 'HMAC', kid, alg };",
  }),
  mutant('TV-KEY-21', 'answers-hs256-for-every-secret', {
    file: stored,
    replace: publicHmacKey,
    by: "return { kty, kid, alg: 'HS256' };",
  }),
  mutant('TV-KEY-22', 'masks-the-kid-of-a-secret', {
    file: stored,
    replace: publicHmacKey,
    by: 'return { kty, kid: `${kid.slice(0, 4)}***`, alg };',
  }),
  mutant('TV-KEY-37', 'defaults-rsa-keys-to-ps256', {
    file: normalize,
    replace: "if (kty === 'RSA') return 'RS256';",
    by: "if (kty === 'RSA') return 'PS256';",
  }),
  mutant('TV-KEY-38', 'defaults-p256-keys-to-es384', {
    file: normalize,
    replace: 'if (crv !== undefined && isCurve(crv)) return curveAlg[crv];',
    by: "if (crv !== undefined && isCurve(crv)) return 'ES384';",
  }),
  mutant('TV-KEY-40', 'answers-unneeded-members-of-rsa-keys', {
    unfit: noMoreMembers,
    file: 'mock/engines/jwt/key-types.ts',
    replace: "return { kty: 'RSA', kid, alg, n, e };",
    by: "return { kty: 'RSA', kid, alg, n, e, ext: entry.jwk['ext'] };",
  }),
  mutant('TV-KEY-41', 'stops-at-a-key-of-an-unsupported-type', {
    file: normalize,
    replace: droppedKey,
    by: `${droppedKey} if (why === 'unsupported_kty') break;`,
  }),
  mutant('TV-KEY-41', 'stops-a-put-at-a-key-of-an-unsupported-type', {
    file: normalize,
    replace: droppedKey,
    by: `${droppedKey} if (options.mode === 'replace' && why === 'unsupported_kty') break;`,
  }),
  mutant('TV-KEY-68', 'reads-key-types-in-any-case', {
    file: normalize,
    replace: "const kty = requiredString(entry, 'kty', ",
    by: "const kty = jwk.kty === 'rsa' ? 'RSA' : requiredString(entry, 'kty', ",
  }),
  mutant('TV-KEY-42', 'stops-at-a-key-with-an-unsupported-algorithm', {
    file: normalize,
    replace: droppedKey,
    by: `${droppedKey} if (why === 'unsupported_alg') break;`,
  }),
  mutant('TV-KEY-42', 'takes-unknown-algorithms-for-omitted-ones', {
    file: 'mock/engines/jwt/normalize-keys.ts',
    replace: 'alg !== undefined && !isAlg(alg)',
    by: 'alg !== undefined && !isAlg(alg) && /OAEP|KW|ECDH/.test(alg)',
  }),
  mutant('TV-KEY-68', 'reads-algorithms-in-any-case', {
    file: normalize,
    replace: 'const entry = { index, jwk };',
    by: "const entry = { index, jwk: typeof jwk.alg === 'string' ? { ...jwk, alg: jwk.alg.toUpperCase() } : jwk };",
  }),
  mutant('TV-KEY-42', 'stops-a-patch-at-a-key-with-an-unsupported-algorithm', {
    file: normalize,
    replace: droppedKey,
    by: `${droppedKey} if (options.mode === 'update' && why === 'unsupported_alg') break;`,
  }),
  mutant('TV-KEY-43', 'answers-keys-twice', {
    file: configuration,
    replace: 'keys: keys.map(publicKey)',
    by: 'keys: [...keys, ...keys.slice(1).slice(-1)].map(publicKey)',
  }),
  mutant('TV-KEY-44', 'tells-of-the-first-defaulted-algorithm-alone', {
    file: configuration,
    replace: 'const messages = defaulted.map(',
    by: 'const messages = defaulted.slice(0, 1).map(',
  }),
  mutant('TV-KEY-44', 'tells-of-each-algorithm-once', {
    file: configuration,
    replace: 'const messages = defaulted.map(',
    by: 'const messages = [...new Map(defaulted.map((key) => [key.alg, key])).values()].map(',
  }),
  mutant('TV-KEY-45', 'tells-of-defaulted-algorithms-with-another-code', {
    file: configuration,
    replace: 'code: 110003',
    by: 'code: 11003',
  }),
  mutant('TV-KEY-46', 'counts-defaulted-algorithms-for-their-index', {
    file: normalize,
    replace: 'result.defaulted.push({ index,',
    by: 'result.defaulted.push({ index: result.defaulted.length,',
  }),
  mutant('TV-KEY-47', 'tells-not-which-algorithm-was-defaulted', {
    file: normalize,
    replace: message,
    by: '`keys[${index}].alg was omitted and defaulted (kid "${kid}")`',
  }),
  mutant('TV-KEY-48', 'tells-not-the-kid-of-a-defaulted-algorithm', {
    file: normalize,
    replace: message,
    by: '`keys[${index}].alg was omitted and defaulted to "${alg}"`',
  }),
  mutant('TV-KEY-49', 'tells-of-stated-default-algorithms', {
    file: normalize,
    replace: 'if (jwk.alg === undefined) result',
    by: "if (jwk.alg === undefined || jwk.alg === 'RS256') result",
  }),
  ...(
    [
      ['rsa', "{ kty: 'RSA', kid, alg, n, e }", "p: entry.jwk['p']"],
      ['rsa', "{ kty: 'RSA', kid, alg, n, e }", "oth: entry.jwk['oth']"],
      ['ec', "{ kty: 'EC', kid, alg, crv, x, y }", "d: entry.jwk['d']"],
    ] as const
  ).map(([family, key, member]) =>
    mutant('TV-KEY-59', `answers-${member.split(':')[0]}-of-${family}-keys`, {
      unfit: noMoreMembers,
      file: 'mock/engines/jwt/key-types.ts',
      replace: `return ${key};`,
      by: `return ${key.replace(' }', `, ${member} }`)} as never;`,
    }),
  ),
  mutant('TV-KEY-59', 'answers-keys-as-a-put-sent-them', {
    unfit: noMoreMembers,
    file: handlers,
    replace: 'result: { keys: accepted.keys.map(publicKey) }',
    by: "result: { keys: mode === 'replace' ? body.keys : accepted.keys.map(publicKey) } as never",
  }),
  mutant('TV-KEY-59', 'shows-okp-keys-that-it-drops', {
    file: handlers,
    replace: 'const messages = defaulted.map((key) => ({ code: 110003, message: defaultedMessage(key) }));',
    by: 'const messages = [...defaulted.map((key) => ({ code: 110003, message: defaultedMessage(key) })), ...dropped.map((key) => ({ code: 110009, message: `dropped ${JSON.stringify(key)}` }))];',
    and: [
      {
        file: normalize,
        replace: droppedKey,
        by: 'result.dropped.push({ index, kid, why, jwk } as never);',
      },
    ],
  }),
  mutant('TV-KEY-65', 'repeats-secrets-that-are-too-short', {
    file: 'mock/engines/jwt/key-types.ts',
    replace: 'text: `k has ${bytes} bytes',
    by: 'text: `k is "${k}" and has ${bytes} bytes',
  }),
  mutant('TV-KEY-65', 'repeats-secrets-with-an-algorithm-of-other-keys', {
    file: normalize,
    replace: 'but kty is "${kty}": correct one of them`',
    by: 'but kty is "${kty}": correct one of them in ${JSON.stringify(entry.jwk)}`',
  }),
  mutant('TV-KEY-65', 'repeats-secrets-of-keys-that-are-there-twice', {
    file: normalize,
    replace: 'text: `kid "${key.kid}" with alg',
    by: 'text: `${JSON.stringify(key)} with kid "${key.kid}" and alg',
  }),
  mutant('TV-KEY-65', 'repeats-stored-secrets', {
    file: 'mock/engines/jwt/key-types.ts',
    replace: "text: 'k is null, which",
    by: "text: kept ? `k is null, and ${kept.k} is stored` : 'k is null, which",
    and: [
      {
        file: 'spec/services/token-validation/schemas.ts',
        replace: 'k: secret(z.string()).optional(),',
        by: 'k: secret(z.string()).nullish(),',
      },
    ],
  }),
  mutant('TV-KEY-50', 'takes-defaulted-keys-for-rs512', {
    file: 'mock/engines/jwt/key-set.ts',
    replace: 'Promise.all(stored.map(importKey))',
    by: "Promise.all([...stored, ...stored.filter(({ alg }) => alg === 'RS256').map((key) => ({ ...key, alg: 'RS512' }))].map(importKey))",
  }),
]);
