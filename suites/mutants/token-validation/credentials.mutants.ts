import { defineMutants } from '../mutant.ts';

const handlers = 'mock/services/token-validation/credential-handlers.ts';
const normalize = 'mock/engines/jwt/normalize-keys.ts';
const hmac = 'mock/engines/jwt/key-types.ts';

const noSecrets = 'The contract takes no member k in an answer.';
const storedKeys = '...config, keys: accepted.keys,';
const answeredKeys = 'result: { keys: accepted.keys.map(publicKey) }';
const answeredMessages = 'messages: defaultedMessages(accepted)';
const keptSecret = 'secrets.get(identityOf(alg, kid))';
const secretsOf = "options.mode === 'update' ? (options.stored ?? []) : []";

/** Old keys of a configuration that a request has not sent again. */
const leftOut = '...config.keys.filter((old) => !accepted.keys.some(({ kid }) => kid === old.kid))';

/** Replacing the key set (PUT). */
export const credentialReplacementMutants = defineMutants([
  {
    id: 'answers-replaced-keys-that-it-does-not-keep',
    requirement: 'TV-CRED-1',
    does: 'It answers a PUT and leaves the keys as they were.',
    file: handlers,
    replace: storedKeys,
    by: "...config, keys: mode === 'replace' ? config.keys : accepted.keys,",
  },
  {
    id: 'keeps-what-a-put-leaves-out',
    requirement: 'TV-CRED-2',
    does: 'It keeps the keys that a PUT leaves out.',
    file: handlers,
    replace: storedKeys,
    by: `...config, keys: [...accepted.keys, ...(mode === 'replace' ? [${leftOut}] : [])],`,
  },
  {
    id: 'lets-a-put-leave-out-secrets',
    requirement: 'TV-CRED-3',
    does: 'It keeps the secret that a PUT leaves out.',
    file: normalize,
    replace: secretsOf,
    by: 'options.stored ?? []',
  },
  {
    id: 'answers-a-put-with-the-old-keys',
    requirement: 'TV-CRED-4',
    does: 'It answers a PUT with the keys that were there before.',
    file: handlers,
    replace: answeredKeys,
    by: "result: { keys: (mode === 'replace' ? config : accepted).keys.map(publicKey) }",
  },
  {
    id: 'has-no-messages-about-replaced-keys',
    requirement: 'TV-CRED-5',
    does: 'It does not say that a PUT had algorithms defaulted.',
    file: handlers,
    replace: answeredMessages,
    by: "messages: mode === 'replace' ? [] : defaultedMessages(accepted)",
  },
  {
    id: 'answers-a-put-with-secrets',
    requirement: 'TV-CRED-18',
    does: 'It answers a PUT with the keys as they are stored.',
    unfit: noSecrets,
    file: handlers,
    replace: answeredKeys,
    by: "result: { keys: mode === 'replace' ? accepted.keys : accepted.keys.map(publicKey) }",
  },
]);

/** Editing the key set (PATCH). */
export const credentialEditMutants = defineMutants([
  {
    id: 'answers-edited-keys-that-it-does-not-keep',
    requirement: 'TV-CRED-6',
    does: 'It answers a PATCH and leaves the keys as they were.',
    file: handlers,
    replace: storedKeys,
    by: "...config, keys: mode === 'update' ? config.keys : accepted.keys,",
  },
  {
    id: 'keeps-what-a-patch-leaves-out',
    requirement: 'TV-CRED-7',
    does: 'It keeps the keys that a PATCH leaves out.',
    file: handlers,
    replace: storedKeys,
    by: `...config, keys: [...accepted.keys, ...(mode === 'update' ? [${leftOut}] : [])],`,
  },
  {
    id: 'knows-the-first-secret-alone',
    requirement: 'TV-CRED-8',
    does: 'It lets a PATCH leave out the secret of the first stored key only.',
    file: normalize,
    replace: secretsOf,
    by: "options.mode === 'update' ? (options.stored ?? []).slice(0, 1) : []",
  },
  {
    id: 'takes-no-other-secret-for-a-stored-key',
    requirement: 'TV-CRED-9',
    does: 'It refuses a new secret for a stored key.',
    file: hmac,
    replace: 'if (k !== undefined) {',
    by: "if (kept && k !== undefined && k !== kept.k) throw new JwkError(index, { member: 'k', reason: 'unusable', text: 'k is not the secret that is stored' }); if (k !== undefined) {",
  },
  {
    id: 'finds-secrets-by-their-algorithm',
    requirement: 'TV-CRED-10',
    does: 'It finds the secret that a PATCH leaves out by the algorithm alone.',
    file: normalize,
    replace: keptSecret,
    by: '[...secrets.values()].map((key) => ({ ...key, kid })).find((key) => key.alg === alg)',
  },
  {
    id: 'finds-secrets-by-kids-in-any-case',
    requirement: 'TV-CRED-10',
    does: 'It finds the secret that a PATCH leaves out by a kid in another case.',
    file: normalize,
    replace: keptSecret,
    by: '[...secrets.values()].map((key) => (key.kid.toLowerCase() === kid.toLowerCase() ? { ...key, kid } : key)).find((key) => key.alg === alg && key.kid === kid)',
  },
  {
    id: 'finds-secrets-by-their-kid',
    requirement: 'TV-CRED-11',
    does: 'It finds the secret that a PATCH leaves out by the kid alone.',
    file: normalize,
    replace: keptSecret,
    by: '[...secrets.values()].map((key) => ({ ...key, alg })).find((key) => key.kid === kid)',
  },
  {
    id: 'adds-no-secrets-in-a-patch',
    requirement: 'TV-CRED-12',
    does: 'It keeps of the secrets of a PATCH those of known keys only.',
    file: handlers,
    replace: storedKeys,
    by: "...config, keys: accepted.keys.filter((key) => mode !== 'update' || key.kty !== 'oct' || stored.some(({ kid }) => kid === key.kid)),",
  },
  {
    id: 'takes-null-for-a-secret-that-is-left-out',
    requirement: 'TV-CRED-13',
    does: 'It keeps the stored secret when a PATCH sends null.',
    file: hmac,
    replace: 'if (jwk.k === null) {',
    by: 'if (jwk.k === null && kept) return kept; if (jwk.k === null) {',
    and: [
      {
        file: 'spec/services/token-validation/schemas.ts',
        replace: 'k: z.string().optional(),',
        by: 'k: z.string().nullish(),',
      },
    ],
  },
  {
    id: 'answers-a-patch-with-the-old-keys',
    requirement: 'TV-CRED-14',
    does: 'It answers a PATCH with the keys that were there before.',
    file: handlers,
    replace: answeredKeys,
    by: "result: { keys: (mode === 'update' ? config : accepted).keys.map(publicKey) }",
  },
  {
    id: 'has-no-messages-about-edited-keys',
    requirement: 'TV-CRED-15',
    does: 'It does not say that a PATCH had algorithms defaulted.',
    file: handlers,
    replace: answeredMessages,
    by: "messages: mode === 'update' ? [] : defaultedMessages(accepted)",
  },
  {
    id: 'answers-a-patch-with-secrets',
    requirement: 'TV-CRED-19',
    does: 'It answers a PATCH with the keys as they are stored.',
    unfit: noSecrets,
    file: handlers,
    replace: answeredKeys,
    by: "result: { keys: mode === 'update' ? accepted.keys : accepted.keys.map(publicKey) }",
  },
]);
