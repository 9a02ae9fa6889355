import { defineMutants } from '../mutant.ts';

const handlers = 'mock/services/token-validation/config-handlers.ts';

/** Members of the body of a creation. */
const received = 'const { title, description, token_sources, credentials } = body;';

/** Creation of token configurations: what is answered. */
export const configurationMutants = defineMutants([
  {
    id: 'answers-configurations-that-it-does-not-keep',
    requirement: 'TV-CFG-1',
    does: 'It answers a creation and stores nothing.',
    file: handlers,
    replace: 'zone.tokenConfigs.put(config);',
    by: '',
  },
  {
    id: 'writes-configuration-ids-without-hyphens',
    requirement: 'TV-CFG-2',
    does: 'It gives a configuration an id of 32 digits.',
    unfit: 'The contract asks for a UUID too.',
    file: handlers,
    replace: 'id: world.ids.uuid()',
    by: 'id: world.ids.hex32()',
  },
  {
    id: 'knows-configurations-in-rules-by-title',
    requirement: 'TV-CFG-3',
    does: 'It looks for the configuration of a rule among the titles.',
    file: 'mock/services/token-validation/rule-handlers.ts',
    replace: '!zone.tokenConfigs.get(id)',
    by: '!zone.tokenConfigs.list().some(({ title }) => title === id)',
  },
  {
    id: 'knows-the-newest-configuration-in-rules-alone',
    requirement: 'TV-CFG-3',
    does: 'It lets a rule name the configuration that was created last, and no other.',
    file: 'mock/services/token-validation/rule-handlers.ts',
    replace: '!zone.tokenConfigs.get(id)',
    by: 'zone.tokenConfigs.list().at(-1)?.id !== id',
  },
  {
    id: 'escapes-titles-of-configurations',
    requirement: 'TV-CFG-4',
    does: 'It writes the title of a configuration as a part of a URL.',
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
  },
  {
    id: 'keeps-titles-of-configurations-in-ascii',
    requirement: 'TV-CFG-4',
    does: 'It writes a question mark for each character of a title that is not ASCII.',
    file: handlers,
    replace: received,
    by: `const { description, token_sources, credentials } = body; const title = body.title.replace(/[^\\x20-\\x7e]/g, '?');`,
  },
  {
    id: 'loses-descriptions-of-configurations',
    requirement: 'TV-CFG-5',
    does: 'It keeps no description of a configuration.',
    file: handlers,
    replace: received,
    by: "const { title, token_sources, credentials } = body; const description = '';",
  },
  {
    id: 'escapes-markup-in-descriptions-of-configurations',
    requirement: 'TV-CFG-5',
    does: 'It escapes in a description what means something in HTML.',
    file: handlers,
    replace: received,
    by: `const { title, token_sources, credentials } = body; const description = body.description.replaceAll('&', '&amp;').replaceAll('<', '&lt;');`,
  },
  {
    id: 'sorts-token-sources',
    requirement: 'TV-CFG-6',
    does: 'It keeps the token sources in alphabetical order.',
    file: handlers,
    replace: received,
    by: 'const { title, description, credentials } = body; const token_sources = body.token_sources.toSorted();',
  },
  {
    id: 'repeats-the-token-type-as-it-was-sent',
    requirement: 'TV-CFG-7',
    does: 'It answers jwt in lower case to whoever sends it so.',
    unfit: 'The contract takes no other answer than JWT.',
    file: handlers,
    replace: "token_type: 'JWT'",
    by: 'token_type: body.token_type',
  },
  {
    id: 'answers-creations-without-their-keys',
    requirement: 'TV-CFG-8',
    does: 'It answers a creation with an empty list of keys.',
    file: handlers,
    replace: 'result: configResource(config), messages',
    by: 'result: configResource({ ...config, keys: [] }), messages',
  },
  {
    id: 'writes-creation-times-of-configurations-with-a-space',
    requirement: 'TV-CFG-9',
    does: 'It writes created_at with a space between date and time.',
    unfit: 'The contract asks for the form of a timestamp too.',
    file: handlers,
    replace: 'created_at: at',
    by: "created_at: at.replace('T', ' ')",
  },
  {
    id: 'writes-change-times-of-configurations-with-a-space',
    requirement: 'TV-CFG-10',
    does: 'It writes last_updated with a space between date and time.',
    unfit: 'The contract asks for the form of a timestamp too.',
    file: handlers,
    replace: 'last_updated: at',
    by: "last_updated: at.replace('T', ' ')",
  },
]);

const handlersOfCredentials = 'mock/services/token-validation/config-handlers.ts';
const normalize = 'mock/engines/jwt/normalize-keys.ts';
const hmac = 'mock/engines/jwt/key-types.ts';

const noSecrets = 'The contract takes no member k in an answer.';
const storedKeys = '...config, keys: accepted.keys,';
const answeredKeys = 'result: { keys: accepted.keys.map(publicKey) }';
const answeredMessages = 'map(publicKey) }, messages: defaultedMessages(accepted)';
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
    file: handlersOfCredentials,
    replace: storedKeys,
    by: "...config, keys: mode === 'replace' ? config.keys : accepted.keys,",
  },
  {
    id: 'keeps-what-a-put-leaves-out',
    requirement: 'TV-CRED-2',
    does: 'It keeps the keys that a PUT leaves out.',
    file: handlersOfCredentials,
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
    file: handlersOfCredentials,
    replace: answeredKeys,
    by: "result: { keys: (mode === 'replace' ? config : accepted).keys.map(publicKey) }",
  },
  {
    id: 'has-no-messages-about-replaced-keys',
    requirement: 'TV-CRED-5',
    does: 'It does not say that a PUT had algorithms defaulted.',
    file: handlersOfCredentials,
    replace: answeredMessages,
    by: "map(publicKey) }, messages: mode === 'replace' ? [] : defaultedMessages(accepted)",
  },
  {
    id: 'answers-a-put-with-secrets',
    requirement: 'TV-CRED-18',
    does: 'It answers a PUT with the keys as they are stored.',
    unfit: noSecrets,
    file: handlersOfCredentials,
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
    file: handlersOfCredentials,
    replace: storedKeys,
    by: "...config, keys: mode === 'update' ? config.keys : accepted.keys,",
  },
  {
    id: 'keeps-what-a-patch-leaves-out',
    requirement: 'TV-CRED-7',
    does: 'It keeps the keys that a PATCH leaves out.',
    file: handlersOfCredentials,
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
    file: handlersOfCredentials,
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
    file: handlersOfCredentials,
    replace: answeredKeys,
    by: "result: { keys: (mode === 'update' ? config : accepted).keys.map(publicKey) }",
  },
  {
    id: 'has-no-messages-about-edited-keys',
    requirement: 'TV-CRED-15',
    does: 'It does not say that a PATCH had algorithms defaulted.',
    file: handlersOfCredentials,
    replace: answeredMessages,
    by: "map(publicKey) }, messages: mode === 'update' ? [] : defaultedMessages(accepted)",
  },
  {
    id: 'answers-a-patch-with-secrets',
    requirement: 'TV-CRED-19',
    does: 'It answers a PATCH with the keys as they are stored.',
    unfit: noSecrets,
    file: handlersOfCredentials,
    replace: answeredKeys,
    by: "result: { keys: mode === 'update' ? accepted.keys : accepted.keys.map(publicKey) }",
  },
]);
