import { defineMutants, mutant, type Patch } from '../mutant.ts';

const check = 'mock/edge/token-check.ts';
const keySet = 'mock/engines/jwt/key-set.ts';
const verify = 'mock/engines/jwt/verify-token.ts';

const found = 'byKid.get(kid)?.find((key) => key.alg === alg)';
const getKey = 'header.kid === undefined ? undefined : keySet.find(header.kid, header.alg)';
const verifying = 'verifySignature(jws, key);';
const withExp = 'exp !== undefined && seconds >= exp + leewaySeconds';
const withNbf = 'nbf !== undefined && seconds < nbf - leewaySeconds';

/** Uses more of a key set than {@link found}. */
const alsoOfKeySet = (member: string): Patch => ({
  file: keySet,
  replace: 'size: stored.length,',
  by: `size: stored.length, ${member},`,
});

/** Reuses earlier results of verification, by a text. */
const remembering = (text: string) => ({
  file: verify,
  replace: verifying,
  by: `known.has(${text}) || verifySignature(jws, key).then((good) => { if (good) known.add(${text}); return good; });`,
  and: [
    {
      file: verify,
      replace: 'export interface Refused {',
      by: 'const known = new Set(); export interface Refused {',
    },
  ],
});

/** Validity of tokens: the choice of the key, the form, the signature. */
export const edgeTokenMutants = defineMutants([
  mutant('TV-EDGE-1', 'finds-keys-in-any-case', {
    file: keySet,
    replace: found,
    by: '[...byKid.values()].flat().find((key) => key.alg === alg && key.kid.toLowerCase() === kid.toLowerCase())',
  }),
  mutant('TV-EDGE-2', 'finds-a-key-without-kid', {
    file: verify,
    replace: getKey,
    by: 'header.kid === undefined ? keySet.first(header.alg) : keySet.find(header.kid, header.alg)',
    and: [alsoOfKeySet('first: (alg) => [...byKid.values()].flat().find((key) => key.alg === alg)')],
  }),
  mutant('TV-EDGE-3', 'finds-keys-by-kid-alone', {
    file: keySet,
    replace: found,
    by: `${found} ?? byKid.get(kid)?.[0]`,
  }),
  mutant('TV-EDGE-4', 'forgives-a-dot-at-the-end', {
    file: verify,
    replace: "const first = token.indexOf('.');",
    by: "token = token.replace(/\\.$/, ''); const first = token.indexOf('.');",
  }),
  mutant('TV-EDGE-5', 'reads-headers-to-their-last-brace', {
    file: verify,
    replace: 'JSON.parse(decodeUtf8(bytes))',
    by: "JSON.parse(decodeUtf8(bytes).replace(/[^}]*$/, ''))",
  }),
  mutant('TV-EDGE-6', 'keeps-the-last-key-of-a-kid', {
    file: keySet,
    replace: 'sameKid.push(key)',
    by: 'sameKid[0] = key',
  }),
  mutant('TV-EDGE-7', 'tries-every-key-of-the-algorithm', {
    file: verify,
    replace: verifying,
    by: 'Promise.all(keySet.ofAlg(header.alg).map((one) => verifySignature(jws, one))).then((good) => good.includes(true));',
    and: [alsoOfKeySet('ofAlg: (alg) => [...byKid.values()].flat().filter((key) => key.alg === alg)')],
  }),
  mutant(
    'TV-EDGE-8',
    'remembers-signatures-whatever-they-sign',
    remembering("token.replace(/\\..*\\./, '.')"),
  ),
  mutant('TV-EDGE-9', 'remembers-signatures-under-any-header', remembering("token.replace(/^[^.]*/, '')")),
  mutant(
    'TV-EDGE-10',
    'remembers-payloads-whatever-their-signature',
    remembering("token.replace(/[^.]*$/, '')"),
  ),
  mutant('TV-EDGE-11', 'takes-tokens-with-an-empty-signature', {
    file: 'mock/engines/jwt/verify-token.ts',
    replace: 'if (jws.signature.length !== key.signatureBytes)',
    by: 'if (jws.signature.length === 0) return true; if (jws.signature.length !== key.signatureBytes)',
    and: [{ file: verify, replace: ' || second === token.length - 1', by: '' }],
  }),
  mutant('TV-EDGE-12', 'takes-tokens-of-the-algorithm-none', {
    file: verify,
    replace: 'if (!key) return',
    by: "if (header.alg === 'none') return { valid: true, claims: readClaims(jws.payload)?.claims ?? {}, payloadText: readClaims(jws.payload)?.text ?? '{}', header }; if (!key) return",
  }),
  mutant('TV-EDGE-13', 'takes-public-keys-for-secrets', {
    file: keySet,
    replace: 'stored.map(importKey)',
    by: "stored.flatMap((key) => (key.kty === 'RSA' ? [key, { kty: 'oct', kid: key.kid, alg: 'HS256', k: key.n }] : [key])).map(importKey)",
  }),
  mutant('TV-EDGE-14', 'uses-keys-that-tokens-bring', {
    file: verify,
    replace: getKey,
    by: `header.jwk ? await importKey({ kid: '', ...header.jwk, alg: header.alg }) : ${getKey}`,
    and: [
      {
        file: verify,
        replace: 'import type { KeySet, VerificationKey }',
        by: 'import { importKey, type KeySet, type VerificationKey }',
      },
    ],
  }),
  mutant('TV-EDGE-22', 'knows-the-configurations-of-the-first-request', {
    file: check,
    replace: 'const config of zone.tokenConfigs.list())',
    by: 'const config of lists.get(zone.id) ?? lists.set(zone.id, zone.tokenConfigs.list()).get(zone.id))',
    and: [
      { file: check, replace: 'const compiled = new', by: 'const lists = new Map(); const compiled = new' },
    ],
  }),
  mutant('TV-EDGE-23', 'tries-the-keys-of-every-configuration', {
    file: check,
    replace: '(await compile(config))',
    by: '(await compile({ ...config, keys: zone.tokenConfigs.list().flatMap(({ keys }) => keys) }))',
  }),
  mutant('TV-EDGE-21', 'refuses-scopes-that-grant-nothing', {
    file: verify,
    replace: 'if (!read || violation)',
    by: "if (!read || violation || read.claims.scope === '')",
  }),
]);

/** The effects of `exp` and `nbf`. */
export const edgeTimeMutants = defineMutants([
  mutant('TV-EDGE-16', 'lets-tokens-expire-a-minute-early', {
    file: verify,
    replace: 'seconds >= exp + leewaySeconds',
    by: 'seconds + 60 >= exp + leewaySeconds',
  }),
  mutant('TV-EDGE-17', 'asks-for-exp', {
    file: verify,
    replace: withExp,
    by: 'exp === undefined || seconds >= exp + leewaySeconds',
  }),
  mutant('TV-EDGE-18', 'forgets-nbf-beside-exp', {
    file: verify,
    replace: withNbf,
    by: `exp === undefined && ${withNbf}`,
  }),
  mutant('TV-EDGE-19', 'waits-a-minute-behind-nbf', {
    file: verify,
    replace: 'seconds < nbf - leewaySeconds',
    by: 'seconds < nbf - leewaySeconds + 60',
  }),
  mutant('TV-EDGE-20', 'asks-for-nbf-beside-exp', {
    file: verify,
    replace: withNbf,
    by: `nbf === undefined && exp !== undefined || ${withNbf}`,
  }),
  mutant('TV-EDGE-44', 'forgives-a-minute-behind-exp', {
    file: verify,
    replace: 'seconds >= exp + leewaySeconds',
    by: 'seconds >= exp + 60',
  }),
  mutant('TV-EDGE-45', 'forgives-a-minute-ahead-of-nbf', {
    file: verify,
    replace: 'seconds < nbf - leewaySeconds',
    by: 'seconds < nbf - 60',
  }),
  mutant('TV-EDGE-25', 'forgives-exp-alone', {
    setting: 'leeway',
    file: verify,
    replace: 'seconds < nbf - leewaySeconds',
    by: 'seconds < nbf',
  }),
]);
