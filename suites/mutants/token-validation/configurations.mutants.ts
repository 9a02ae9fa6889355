import { defineMutants, mutant } from '../mutant.ts';

const handlers = 'mock/services/token-validation/config-handlers.ts';

/** Members of the body of a creation. */
const received = 'const { title, description, token_sources, credentials } = body;';

/** Answers to the creation of token configurations. */
export const configurationMutants = defineMutants([
  mutant('TV-CFG-1', 'answers-configurations-that-it-does-not-keep', {
    file: handlers,
    replace: 'zone.tokenConfigs.put(config);',
    by: '',
  }),
  mutant('TV-CFG-2', 'answers-creations-without-an-id', {
    unfit: 'The contract requires an id.',
    file: handlers,
    replace: 'result: configResource(config), messages',
    by: "result: { ...configResource(config), id: '' }, messages",
  }),
  mutant('TV-CFG-51', 'writes-configuration-ids-without-hyphens', {
    unfit: 'The contract requires a UUID too.',
    file: handlers,
    replace: 'id: world.ids.uuid()',
    by: 'id: world.ids.hex32()',
  }),
  mutant('TV-CFG-3', 'knows-configurations-in-rules-by-title', {
    file: 'mock/services/token-validation/rule-handlers.ts',
    replace: '!zone.tokenConfigs.get(id)',
    by: '!zone.tokenConfigs.list().some(({ title }) => title === id)',
  }),
  mutant('TV-CFG-3', 'knows-the-newest-configuration-in-rules-alone', {
    file: 'mock/services/token-validation/rule-handlers.ts',
    replace: '!zone.tokenConfigs.get(id)',
    by: 'zone.tokenConfigs.list().at(-1)?.id !== id',
  }),
  mutant('TV-CFG-4', 'escapes-titles-of-configurations', {
    file: handlers,
    replace: received,
    by: `${received} const named = encodeURIComponent(title);`,
    and: [
      {
        file: handlers,
        replace: 'title,\n        description,\n        token_sources,\n        token_type',
        by: 'title: named, description, token_sources, token_type',
      },
    ],
  }),
  mutant('TV-CFG-4', 'keeps-titles-of-configurations-in-ascii', {
    file: handlers,
    replace: received,
    by: `const { description, token_sources, credentials } = body; const title = body.title.replace(/[^\\x20-\\x7e]/g, '?');`,
  }),
  mutant('TV-CFG-5', 'loses-descriptions-of-configurations', {
    file: handlers,
    replace: received,
    by: "const { title, token_sources, credentials } = body; const description = '';",
  }),
  mutant('TV-CFG-5', 'escapes-markup-in-descriptions-of-configurations', {
    file: handlers,
    replace: received,
    by: `const { title, token_sources, credentials } = body; const description = body.description.replaceAll('&', '&amp;').replaceAll('<', '&lt;');`,
  }),
  mutant('TV-CFG-6', 'answers-the-first-token-source-alone', {
    file: handlers,
    replace: 'result: configResource(config), messages',
    by: 'result: { ...configResource(config), token_sources: token_sources.slice(0, 1) }, messages',
  }),
  mutant('TV-CFG-52', 'sorts-token-sources', {
    file: handlers,
    replace: received,
    by: 'const { title, description, credentials } = body; const token_sources = body.token_sources.toSorted();',
  }),
  mutant('TV-CFG-7', 'repeats-the-token-type-as-it-was-sent', {
    unfit: 'The contract allows no other answer than JWT.',
    file: handlers,
    replace: "token_type: 'JWT'",
    by: 'token_type: body.token_type',
  }),
  mutant('TV-CFG-8', 'answers-creations-without-their-keys', {
    file: handlers,
    replace: 'result: configResource(config), messages',
    by: 'result: configResource({ ...config, keys: [] }), messages',
  }),
  mutant('TV-CFG-9', 'says-that-configurations-are-of-today', {
    unfit: 'The contract requires the form of a timestamp too.',
    file: handlers,
    replace: 'created_at: at',
    by: "created_at: 'today'",
  }),
  mutant('TV-CFG-10', 'says-that-configurations-changed-today', {
    unfit: 'The contract requires the form of a timestamp too.',
    file: handlers,
    replace: 'last_updated: at',
    by: "last_updated: 'today'",
  }),
]);

const schemas = 'spec/services/token-validation/schemas.ts';

/** Invalid keys, and keys without a name. */
export const namelessKeyMutants = defineMutants([
  mutant('TV-CFG-26', 'takes-texts-for-secrets', {
    file: schemas,
    replace: 'keys: z.array(jwkInputSchema).min(1)',
    by: "keys: z.array(z.preprocess((key) => (typeof key === 'string' ? { kty: 'oct', kid: key, alg: 'HS256', k: 'A'.repeat(86) } : key), jwkInputSchema)).min(1)",
  }),
  mutant('TV-KEY-4', 'names-keys-without-a-kid', {
    file: schemas,
    replace: 'kid: z.string().min(1),',
    by: "kid: z.string().min(1).default('unnamed'),",
  }),
  mutant('TV-KEY-5', 'writes-kids-as-texts', {
    file: schemas,
    replace: 'kid: z.string().min(1),',
    by: 'kid: z.union([z.string().min(1), z.number().transform(String)]),',
  }),
]);

const handlersOfCredentials = 'mock/services/token-validation/config-handlers.ts';
const normalize = 'mock/engines/jwt/normalize-keys.ts';
const hmac = 'mock/engines/jwt/key-types.ts';

const noSecrets = 'The contract allows no member k in an answer.';
const storedKeys = '...config, keys: accepted.keys,';
const answeredKeys = 'result: { keys: accepted.keys.map(publicKey) }';
const answeredMessages = 'map(publicKey) }, messages: keyMessages(accepted)';
const keptSecret = 'secrets.get(getIdentity(alg, kid))';
const getSecrets = "options.mode === 'update' ? (options.stored ?? []) : []";

/** Old keys of a configuration that a request omits. */
const leftOut = '...config.keys.filter((old) => !accepted.keys.some(({ kid }) => kid === old.kid))';

/** Replacing the key set (PUT). */
export const credentialReplacementMutants = defineMutants([
  mutant('TV-CRED-1', 'answers-replaced-keys-that-it-does-not-keep', {
    file: handlersOfCredentials,
    replace: storedKeys,
    by: "...config, keys: mode === 'replace' ? config.keys : accepted.keys,",
  }),
  mutant('TV-CRED-2', 'keeps-what-a-put-leaves-out', {
    file: handlersOfCredentials,
    replace: storedKeys,
    by: `...config, keys: [...accepted.keys, ...(mode === 'replace' ? [${leftOut}] : [])],`,
  }),
  mutant('TV-CRED-3', 'lets-a-put-leave-out-secrets', {
    file: normalize,
    replace: getSecrets,
    by: 'options.stored ?? []',
  }),
  mutant('TV-CRED-4', 'answers-a-put-with-the-old-keys', {
    file: handlersOfCredentials,
    replace: answeredKeys,
    by: "result: { keys: (mode === 'replace' ? config : accepted).keys.map(publicKey) }",
  }),
  mutant('TV-CRED-5', 'has-no-messages-about-replaced-keys', {
    file: handlersOfCredentials,
    replace: answeredMessages,
    by: "map(publicKey) }, messages: mode === 'replace' ? [] : keyMessages(accepted)",
  }),
  mutant('TV-CRED-18', 'answers-a-put-with-secrets', {
    unfit: noSecrets,
    file: handlersOfCredentials,
    replace: answeredKeys,
    by: "result: { keys: mode === 'replace' ? accepted.keys : accepted.keys.map(publicKey) }",
  }),
]);

/** Editing the key set (PATCH). */
export const credentialEditMutants = defineMutants([
  mutant('TV-CRED-6', 'answers-edited-keys-that-it-does-not-keep', {
    file: handlersOfCredentials,
    replace: storedKeys,
    by: "...config, keys: mode === 'update' ? config.keys : accepted.keys,",
  }),
  mutant('TV-CRED-7', 'keeps-what-a-patch-leaves-out', {
    file: handlersOfCredentials,
    replace: storedKeys,
    by: `...config, keys: [...accepted.keys, ...(mode === 'update' ? [${leftOut}] : [])],`,
  }),
  mutant('TV-CRED-8', 'knows-the-first-secret-alone', {
    file: normalize,
    replace: getSecrets,
    by: "options.mode === 'update' ? (options.stored ?? []).slice(0, 1) : []",
  }),
  mutant('TV-CRED-9', 'takes-no-other-secret-for-a-stored-key', {
    file: hmac,
    replace: 'if (k !== undefined) {',
    by: "if (kept && k !== undefined && k !== kept.k) throw new JwkError(index, { member: 'k', reason: 'unusable', text: 'k is not the secret that is stored' }); if (k !== undefined) {",
  }),
  mutant('TV-CRED-10', 'finds-secrets-by-their-algorithm', {
    file: normalize,
    replace: keptSecret,
    by: '[...secrets.values()].map((key) => ({ ...key, kid })).find((key) => key.alg === alg)',
  }),
  mutant('TV-CRED-10', 'finds-secrets-by-kids-in-any-case', {
    file: normalize,
    replace: keptSecret,
    by: '[...secrets.values()].map((key) => (key.kid.toLowerCase() === kid.toLowerCase() ? { ...key, kid } : key)).find((key) => key.alg === alg && key.kid === kid)',
  }),
  mutant('TV-CRED-11', 'finds-secrets-by-their-kid', {
    file: normalize,
    replace: keptSecret,
    by: '[...secrets.values()].map((key) => ({ ...key, alg })).find((key) => key.kid === kid)',
  }),
  mutant('TV-CRED-12', 'adds-no-secrets-in-a-patch', {
    file: handlersOfCredentials,
    replace: storedKeys,
    by: "...config, keys: accepted.keys.filter((key) => mode !== 'update' || key.kty !== 'oct' || stored.some(({ kid }) => kid === key.kid)),",
  }),
  mutant('TV-CRED-13', 'takes-null-for-a-secret-that-is-left-out', {
    file: hmac,
    replace: 'if (jwk.k === null) {',
    by: 'if (jwk.k === null && kept) return kept; if (jwk.k === null) {',
    and: [
      {
        file: 'spec/services/token-validation/schemas.ts',
        replace: 'k: secret(z.string()).optional(),',
        by: 'k: secret(z.string()).nullish(),',
      },
    ],
  }),
  mutant('TV-CRED-14', 'answers-a-patch-with-the-old-keys', {
    file: handlersOfCredentials,
    replace: answeredKeys,
    by: "result: { keys: (mode === 'update' ? config : accepted).keys.map(publicKey) }",
  }),
  mutant('TV-CRED-15', 'has-no-messages-about-edited-keys', {
    file: handlersOfCredentials,
    replace: answeredMessages,
    by: "map(publicKey) }, messages: mode === 'update' ? [] : keyMessages(accepted)",
  }),
  mutant('TV-CRED-19', 'answers-a-patch-with-secrets', {
    unfit: noSecrets,
    file: handlersOfCredentials,
    replace: answeredKeys,
    by: "result: { keys: mode === 'update' ? accepted.keys : accepted.keys.map(publicKey) }",
  }),
]);
