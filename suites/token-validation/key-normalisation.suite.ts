import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, ok } from '../harness/assertions.ts';
import { expectSuccess, succeeded } from '../harness/caller.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { defaultedCode, defaultedEntries, defaultedText } from './defaulted-messages.ts';
import {
  carriesNoSecret,
  createWithKeys,
  getConfigId,
  getKeys,
  getKids,
  getPlaces,
  keeps,
  keyNamed,
  keySetRequests,
  readings,
  without,
} from './requests.ts';
import { getSecret, hmacKey, type Jwk, sampleKey } from './sample-keys.ts';

type Id = KnownRequirementId;

/** Keys without alg, and the algorithm that the service fills in. */
const defaults = [
  { id: 'TV-KEY-37', name: 'rsa-2048', alg: 'RS256', what: 'an RSA key' },
  { id: 'TV-KEY-37', name: 'rsa-4096', alg: 'RS256', what: 'an RSA key of 4096 bits' },
  { id: 'TV-KEY-38', name: 'ec-p256', alg: 'ES256', what: 'an EC key on P-256' },
  { id: 'TV-KEY-39', name: 'ec-p384', alg: 'ES384', what: 'an EC key on P-384' },
] as const;

/** Stated and omitted algorithms alternate, so that a count of the omitted ones is not an index. */
const someWithoutAlg = [
  sampleKey('ec-p256', 'stated-ec', { alg: 'ES256' }),
  sampleKey('rsa-2048', 'plain-rsa'),
  hmacKey('stated-oct', 'HS256', getSecret(32)),
  sampleKey('ec-p384', 'plain-ec-384'),
  sampleKey('ec-p256', 'plain-ec-256'),
  sampleKey('rsa-3072', 'stated-rsa', { alg: 'PS384' }),
  sampleKey('rsa-4096', 'second-of-rsa'),
];
const defaulted = [
  { index: 1, kid: 'plain-rsa', alg: 'RS256' },
  { index: 3, kid: 'plain-ec-384', alg: 'ES384' },
  { index: 4, kid: 'plain-ec-256', alg: 'ES256' },
  { index: 6, kid: 'second-of-rsa', alg: 'RS256' },
];

const supported = [
  sampleKey('rsa-2048', 'supported-rsa', { alg: 'RS256' }),
  sampleKey('ec-p256', 'supported-ec', { alg: 'ES256' }),
  hmacKey('supported-oct', 'HS512', getSecret(64)),
];
const supportedKids = ['supported-ec', 'supported-oct', 'supported-rsa'];

/** Dropped keys: because of their type, algorithm or curve. */
const dropped: readonly (readonly [id: Id, what: string, keys: readonly Jwk[]])[] = [
  [
    'TV-KEY-41',
    'a key of an unsupported type',
    [{ kty: 'AKP', kid: 'dropped', alg: 'ML-DSA-44', pub: 'AAAA' }],
  ],
  [
    'TV-KEY-42',
    'a key with an unsupported algorithm',
    [
      sampleKey('rsa-2048', 'dropped', { alg: 'RSA-OAEP-256' }),
      sampleKey('rsa-2048', 'dropped', { alg: 'RS1' }),
      hmacKey('dropped', 'A256KW', getSecret(32)),
      sampleKey('ec-p256', 'dropped', { alg: 'ECDH-ES' }),
    ],
  ],
  [
    'TV-KEY-68',
    'a key whose kty or alg is spelt differently',
    // RFC 7517, sections 4.1 and 4.4: values are case-sensitive.
    [
      sampleKey('rsa-2048', 'dropped', { kty: 'rsa', alg: 'RS256' }),
      sampleKey('rsa-2048', 'dropped', { alg: 'rs256' }),
      sampleKey('ec-p256', 'dropped', { alg: 'none' }),
    ],
  ],
  [
    'TV-KEY-61',
    'an EC key on P-521',
    [sampleKey('ec-p521', 'dropped', { alg: 'ES512' }), sampleKey('ec-p521', 'dropped')],
  ],
  [
    'TV-KEY-66',
    'an RSA key of an unsupported size',
    [sampleKey('rsa-1024', 'dropped', { alg: 'RS256' }), sampleKey('rsa-1024', 'dropped')],
  ],
  [
    'TV-KEY-62',
    'an OKP key',
    [sampleKey('okp-ed25519', 'dropped', { alg: 'EdDSA' }), sampleKey('okp-ed25519', 'dropped')],
  ],
];

/** Unneeded members: of the Web Cryptography API, of another key type, and an unknown one. */
const unneeded = { ext: true, comment: 'unneeded', k: getSecret(40, 7) };

/** Members that each reveal a private key: RFC 7518, section 6, and RFC 8037, section 2. */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const;

const privateRsa = sampleKey('rsa-2048-private', 'private', { alg: 'RS256' });

/** A key with all its private members, for each family of keys. */
const privateKeys: Readonly<Record<string, Jwk>> = {
  'an RSA key': privateRsa,
  'an RSA key of three primes': {
    ...privateRsa,
    oth: [{ r: getSecret(64, 1), d: getSecret(64, 2), t: getSecret(64, 3) }],
  },
  'an EC key': sampleKey('ec-p256-private', 'private', { alg: 'ES256' }),
  'an OKP key': sampleKey('okp-ed25519', 'private', { alg: 'EdDSA', d: getSecret(32, 8) }),
  'an HMAC key': hmacKey('private', 'HS256', getSecret(32, 8)),
};

/** Fails when an answer contains a private member, or the value of one of this key's members in its text. */
function carriesNothingPrivate(reply: Reply, key: Jwk): void {
  equal(getPlaces(reply.body, privateMembers), [], 'the list of places with a private member');
  for (const member of privateMembers) {
    const value = key[member];
    const hidden = typeof value !== 'string' || !reply.text.includes(value);
    ok(hidden, `the answer contains the private member ${member} of the key`);
  }
}

/** Accepted keys: defaults, dropped keys and members, messages, and answers. */
export const keyNormalisationSuite = defineSuite('token-validation/key-normalisation', [
  ...defaults.map(({ id, name, alg, what }) =>
    test(id, `gives ${what} without alg ${alg}`, async (t) => {
      const reply = await createWithKeys(t, [sampleKey(name, 'plain')]);
      equal(keyNamed(reply, 'plain')['alg'], alg, 'the alg of the stored key');
    }),
  ),
  {
    title: 'reports each defaulted algorithm in one message',
    requirements: ['TV-KEY-44', 'TV-KEY-45', 'TV-KEY-46', 'TV-KEY-47', 'TV-KEY-48', 'TV-KEY-51'],
    run: async (t) => {
      const reply = await createWithKeys(t, someWithoutAlg);
      expectSuccess(reply, 'the creation');
      const entries = defaultedEntries(reply);
      const texts = entries.map(({ message }) => String(message));
      const naming = (part: string) => texts.filter((text) => text.includes(part));
      await t.check('TV-KEY-44', () =>
        equal(entries.length, defaulted.length, 'the number of messages about defaulted algorithms'),
      );
      await t.check('TV-KEY-45', () =>
        equal(
          entries.map(({ code }) => code),
          defaulted.map(() => defaultedCode),
          'the codes of the messages about defaulted algorithms',
        ),
      );
      for (const { index, kid, alg } of defaulted) {
        await t.check('TV-KEY-46', () => {
          equal(naming(`keys[${index}]`).length, 1, `the number of messages that name keys[${index}]`);
          ok(naming(`keys[${index}]`)[0]?.includes(alg), `the message about keys[${index}] is about another`);
        });
        await t.check('TV-KEY-47', () =>
          ok(naming(kid)[0]?.includes(alg), `the message about ${kid} does not name ${alg}`),
        );
        await t.check('TV-KEY-48', () =>
          equal(naming(kid).length, 1, `the number of messages that name the kid ${kid}`),
        );
      }
      await t.check('TV-KEY-51', () =>
        equal(texts.toSorted(), defaulted.map(defaultedText).toSorted(), 'the texts of the messages'),
      );
    },
  },
  test('TV-KEY-49', 'has no message about stated algorithms', async (t) => {
    const reply = await createWithKeys(t, supported);
    expectSuccess(reply, 'the creation');
    equal(defaultedEntries(reply), [], 'the messages about defaulted algorithms');
  }),
  test('TV-KEY-43', 'returns the supported keys, each once', async (t) => {
    equal(getKids(await createWithKeys(t, supported)), supportedKids, 'the kids of the stored keys');
  }),
  ...dropped.map(([id, what, keys]) =>
    test(id, `drops ${what} and stores the other keys`, async (t) => {
      for (const key of keys) {
        const [first, ...rest] = supported;
        const sent = [first, key, ...rest];
        const reply = await t.step(`${key.kty} ${key['alg']}`, () => createWithKeys(t, sent));
        equal(getKids(reply), supportedKids, 'the kids of the stored keys');
        for (const send of Object.values(keySetRequests(t, getConfigId(reply)))) {
          keeps(await send(sent), supportedKids);
        }
      }
    }),
  ),
  {
    title: 'drops members that a key does not need',
    requirements: ['TV-KEY-40', 'TV-KEY-54', 'TV-KEY-52', 'TV-KEY-53', 'TV-KEY-19'],
    run: async (t) => {
      const rsa = sampleKey('rsa-2048', 'key-rsa', { alg: 'RS512' });
      const p256 = sampleKey('ec-p256', 'key-p256', { alg: 'ES256' });
      const p384 = sampleKey('ec-p384', 'key-p384', { alg: 'ES384' });
      const reply = await createWithKeys(
        t,
        [rsa, p256, p384].map((key) => ({ ...unneeded, use: 'sig', ...key })),
      );
      const keys = getKeys(reply);
      equal(keys.length, 3, 'the number of stored keys');
      await t.check('TV-KEY-40', () => {
        const back = keys.flatMap((key) => Object.keys(unneeded).filter((member) => member in key));
        equal(back, [], 'the unneeded members that came back');
      });
      await t.check('TV-KEY-54', () =>
        ok(
          keys.every((key) => !('use' in key)),
          'the member use came back',
        ),
      );
      await t.check('TV-KEY-52', () => equal(keyNamed(reply, rsa.kid), rsa, 'the RSA key'));
      await t.check('TV-KEY-53', () => {
        equal(keyNamed(reply, p256.kid), p256, 'the EC key on P-256');
        equal(keyNamed(reply, p384.kid), p384, 'the EC key on P-384');
      });
      await t.check('TV-KEY-19', () => carriesNoSecret(reply, unneeded.k));
    },
  },
  {
    title: 'returns an HMAC key with kty, alg and kid, and never with its secret',
    requirements: ['TV-KEY-19', 'TV-KEY-20', 'TV-KEY-21', 'TV-KEY-22'],
    run: async (t) => {
      for (const [alg, bytes] of [
        ['HS256', 32],
        ['HS384', 64],
        ['HS512', 70],
      ] as const) {
        const secret = getSecret(bytes, 3);
        const reply = await createWithKeys(t, [hmacKey('key-oct', alg, secret)]);
        const [key = {}] = getKeys(reply);
        await t.check('TV-KEY-19', () => carriesNoSecret(reply, secret));
        await t.check('TV-KEY-20', () => equal(key['kty'], 'oct', 'the kty of the HMAC key'));
        await t.check('TV-KEY-21', () => equal(key['alg'], alg, 'the alg of the HMAC key'));
        await t.check('TV-KEY-22', () => equal(key['kid'], 'key-oct', 'the kid of the HMAC key'));
      }
    },
  },
  test('TV-KEY-65', 'does not repeat the secret of a refused key', async (t) => {
    const secret = getSecret(31, 5);
    const enough = `${secret}AA`;
    const key = hmacKey('key-oct', 'HS256', enough);
    for (const faulty of [
      [hmacKey('key-oct', 'HS256', secret)],
      [hmacKey('key-oct', 'HS256', `${secret}*`)],
      [key, 'no key'],
      [key, key],
      [{ ...key, alg: 'RS256' }],
      [{ ...key, alg: undefined }],
      [{ ...key, kid: undefined }],
      [{ ...key, k: [enough] }],
    ]) {
      const reply = await createWithKeys(t, faulty);
      if (!succeeded(reply)) t.expectFailure(reply);
      carriesNoSecret(reply, secret);
    }
    const { PATCH, PUT } = keySetRequests(t, getConfigId(await createWithKeys(t, [key])));
    for (const send of [PATCH, PUT]) {
      for (const faulty of [
        { ...key, k: null },
        { ...key, k: undefined, alg: 'HS384' },
      ]) {
        const reply = await send([faulty]);
        if (!succeeded(reply)) t.expectFailure(reply);
        carriesNoSecret(reply, secret);
      }
    }
  }),
  ...Object.entries(privateKeys).map(([what, key]) =>
    test('TV-KEY-59', `returns no private member of ${what}`, async (t) => {
      const [companion] = supported;
      const created = await createWithKeys(t, [companion, key]);
      const replies = [created];
      const known = succeeded(created) ? created : await createWithKeys(t, [companion]);
      const id = getConfigId(known);
      const requests = {
        POST: (keys: readonly unknown[]) => createWithKeys(t, keys),
        ...keySetRequests(t, id),
      };
      for (const send of Object.values(requests)) {
        replies.push(await send([companion, key]), ...(await readings(t, id)));
        // Refusals, which may quote the fault.
        for (const faulty of [without(key, 'kid'), { ...key, alg: 1 }, { ...key, kty: 1 }]) {
          replies.push(await send([companion, faulty]));
        }
      }
      for (const reply of replies) carriesNothingPrivate(reply, key);
    }),
  ),
]);
