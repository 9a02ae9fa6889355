import { defineMutants, type Patch } from '../mutant.ts';

const check = 'mock/edge/token-check.ts';
const keySet = 'mock/engines/jwt/key-set.ts';
const verify = 'mock/engines/jwt/verify-token.ts';

const found = 'byKid.get(kid)?.find((key) => key.alg === alg)';
const keyOf = 'header.kid === undefined ? undefined : keySet.find(header.kid, header.alg)';
const verifying = 'verifySignature(jws, key);';
const withExp = 'exp !== undefined && seconds >= exp + leewaySeconds';
const withNbf = 'nbf !== undefined && seconds < nbf - leewaySeconds';

/** More of a key set than {@link found} gives. */
const alsoOfKeySet = (member: string): Patch => ({
  file: keySet,
  replace: 'size: stored.length,',
  by: `size: stored.length, ${member},`,
});

/** Goes by what was verified before, which it knows by a text. */
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

/** Which tokens are valid: the choice of the key, the form, the signature. */
export const edgeTokenMutants = defineMutants([
  {
    id: 'finds-keys-in-any-case',
    requirement: 'TV-EDGE-1',
    does: 'It compares the kid of a token without regard to case.',
    file: keySet,
    replace: found,
    by: '[...byKid.values()].flat().find((key) => key.alg === alg && key.kid.toLowerCase() === kid.toLowerCase())',
  },
  {
    id: 'finds-a-key-without-kid',
    requirement: 'TV-EDGE-2',
    does: 'It takes the first key of the algorithm for a token without kid.',
    file: verify,
    replace: keyOf,
    by: 'header.kid === undefined ? keySet.first(header.alg) : keySet.find(header.kid, header.alg)',
    and: [alsoOfKeySet('first: (alg) => [...byKid.values()].flat().find((key) => key.alg === alg)')],
  },
  {
    id: 'finds-keys-by-kid-alone',
    requirement: 'TV-EDGE-3',
    does: 'It takes the key of a kid where none has the alg of the token too.',
    file: keySet,
    replace: found,
    by: `${found} ?? byKid.get(kid)?.[0]`,
  },
  {
    id: 'forgives-a-dot-at-the-end',
    requirement: 'TV-EDGE-4',
    does: 'It reads a token as if there were no dot behind it.',
    file: verify,
    replace: "const first = token.indexOf('.');",
    by: "token = token.replace(/\\.$/, ''); const first = token.indexOf('.');",
  },
  {
    id: 'reads-headers-to-their-last-brace',
    requirement: 'TV-EDGE-5',
    does: 'It does not look at what follows the object in the header of a token.',
    file: verify,
    replace: 'JSON.parse(decodeUtf8(bytes))',
    by: "JSON.parse(decodeUtf8(bytes).replace(/[^}]*$/, ''))",
  },
  {
    id: 'keeps-the-last-key-of-a-kid',
    requirement: 'TV-EDGE-6',
    does: 'It keeps the last of several keys with one kid.',
    file: keySet,
    replace: 'sameKid.push(key)',
    by: 'sameKid[0] = key',
  },
  {
    id: 'tries-every-key-of-the-algorithm',
    requirement: 'TV-EDGE-7',
    does: 'It takes a token that any key of its algorithm has signed.',
    file: verify,
    replace: verifying,
    by: 'Promise.all(keySet.ofAlg(header.alg).map((one) => verifySignature(jws, one))).then((good) => good.includes(true));',
    and: [alsoOfKeySet('ofAlg: (alg) => [...byKid.values()].flat().filter((key) => key.alg === alg)')],
  },
  {
    id: 'remembers-signatures-whatever-they-sign',
    requirement: 'TV-EDGE-8',
    does: 'It knows a token that it has verified by header and signature.',
    ...remembering("token.replace(/\\..*\\./, '.')"),
  },
  {
    id: 'remembers-signatures-under-any-header',
    requirement: 'TV-EDGE-9',
    does: 'It knows a token that it has verified by payload and signature.',
    ...remembering("token.replace(/^[^.]*/, '')"),
  },
  {
    id: 'remembers-payloads-whatever-their-signature',
    requirement: 'TV-EDGE-10',
    does: 'It knows a token that it has verified by header and payload.',
    ...remembering("token.replace(/[^.]*$/, '')"),
  },
  {
    id: 'takes-tokens-with-an-empty-signature',
    requirement: 'TV-EDGE-11',
    does: 'It takes a token that names a key and has an empty signature.',
    file: 'mock/engines/jwt/verify-token.ts',
    replace: 'if (jws.signature.length !== key.signatureBytes)',
    by: 'if (jws.signature.length === 0) return true; if (jws.signature.length !== key.signatureBytes)',
    and: [{ file: verify, replace: ' || second === token.length - 1', by: '' }],
  },
  {
    id: 'takes-tokens-of-the-algorithm-none',
    requirement: 'TV-EDGE-12',
    does: 'It takes a token whose header says that it is not signed.',
    file: verify,
    replace: 'if (!key) return',
    by: "if (header.alg === 'none') return { valid: true, claims: readClaims(jws.payload)?.claims ?? {}, payloadText: readClaims(jws.payload)?.text ?? '{}', header }; if (!key) return",
  },
  {
    id: 'takes-public-keys-for-secrets',
    requirement: 'TV-EDGE-13',
    does: 'It verifies HMACs with the modulus of RSA keys.',
    file: keySet,
    replace: 'stored.map(importKey)',
    by: "stored.flatMap((key) => (key.kty === 'RSA' ? [key, { kty: 'oct', kid: key.kid, alg: 'HS256', k: key.n }] : [key])).map(importKey)",
  },
  {
    id: 'uses-keys-that-tokens-bring',
    requirement: 'TV-EDGE-14',
    does: 'It verifies a token by the key in its own header.',
    file: verify,
    replace: keyOf,
    by: `header.jwk ? await importKey({ kid: '', ...header.jwk, alg: header.alg }) : ${keyOf}`,
    and: [
      {
        file: verify,
        replace: 'import type { KeySet, VerificationKey }',
        by: 'import { importKey, type KeySet, type VerificationKey }',
      },
    ],
  },
  {
    id: 'knows-the-configurations-of-the-first-request',
    requirement: 'TV-EDGE-22',
    does: 'It looks the configurations of a zone up once.',
    file: check,
    replace: 'of zone.tokenConfigs.list())',
    by: 'of lists.get(zone.id) ?? lists.set(zone.id, zone.tokenConfigs.list()).get(zone.id))',
    and: [
      { file: check, replace: 'const compiled = new', by: 'const lists = new Map(); const compiled = new' },
    ],
  },
  {
    id: 'tries-the-keys-of-every-configuration',
    requirement: 'TV-EDGE-23',
    does: 'It verifies tokens with the keys of all configurations of the zone.',
    file: check,
    replace: '(await compile(config))',
    by: '(await compile({ ...config, keys: zone.tokenConfigs.list().flatMap(({ keys }) => keys) }))',
  },
  {
    id: 'refuses-scopes-that-grant-nothing',
    requirement: 'TV-EDGE-21',
    does: 'It refuses a token that is valid and whose scope is empty.',
    file: verify,
    replace: 'if (!read || violation)',
    by: "if (!read || violation || read.claims.scope === '')",
  },
]);

/** What `exp` and `nbf` say. */
export const edgeTimeMutants = defineMutants([
  {
    id: 'lets-tokens-expire-a-minute-early',
    requirement: 'TV-EDGE-16',
    does: 'It takes a minute of clock mismatch off exp.',
    file: verify,
    replace: 'seconds >= exp + leewaySeconds',
    by: 'seconds + 60 >= exp + leewaySeconds',
  },
  {
    id: 'asks-for-exp',
    requirement: 'TV-EDGE-17',
    does: 'It takes a token without exp for one that has expired.',
    file: verify,
    replace: withExp,
    by: 'exp === undefined || seconds >= exp + leewaySeconds',
  },
  {
    id: 'forgets-nbf-beside-exp',
    requirement: 'TV-EDGE-18',
    does: 'It looks at nbf where there is no exp alone.',
    file: verify,
    replace: withNbf,
    by: `exp === undefined && ${withNbf}`,
  },
  {
    id: 'waits-a-minute-behind-nbf',
    requirement: 'TV-EDGE-19',
    does: 'It adds a minute of clock mismatch to nbf.',
    file: verify,
    replace: 'seconds < nbf - leewaySeconds',
    by: 'seconds < nbf - leewaySeconds + 60',
  },
  {
    id: 'asks-for-nbf-beside-exp',
    requirement: 'TV-EDGE-20',
    does: 'It refuses a token with exp and without nbf.',
    file: verify,
    replace: withNbf,
    by: `nbf === undefined && exp !== undefined || ${withNbf}`,
  },
  {
    id: 'forgives-a-minute-behind-exp',
    requirement: 'TV-EDGE-44',
    does: 'It forgives a minute behind exp and claims no leeway.',
    file: verify,
    replace: 'seconds >= exp + leewaySeconds',
    by: 'seconds >= exp + 60',
  },
  {
    id: 'forgives-a-minute-ahead-of-nbf',
    requirement: 'TV-EDGE-45',
    does: 'It forgives a minute ahead of nbf and claims no leeway.',
    file: verify,
    replace: 'seconds < nbf - leewaySeconds',
    by: 'seconds < nbf - 60',
  },
  {
    id: 'forgives-exp-alone',
    requirement: 'TV-EDGE-25',
    does: 'It claims a leeway and gives nbf none.',
    setting: 'leeway',
    file: verify,
    replace: 'seconds < nbf - leewaySeconds',
    by: 'seconds < nbf',
  },
]);
