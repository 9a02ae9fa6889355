import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, ok } from '../harness/assertions.ts';
import { expectSuccess, succeeded } from '../harness/caller.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { defaultedCode, defaultedEntries, defaultedText } from './defaulted-messages.ts';
import {
  carriesNoSecret,
  configIdOf,
  createWithKeys,
  keyNamed,
  keySetRequests,
  keysOf,
  kidsOf,
  messagesOf,
} from './requests.ts';
import { hmacKey, type Jwk, sampleKey, sampleMaterial, secretOf } from './sample-keys.ts';

type Id = KnownRequirementId;

/** Keys without alg, and what the service makes of them. */
const defaults = [
  { id: 'TV-KEY-37', name: 'rsa-2048', alg: 'RS256', what: 'an RSA key' },
  { id: 'TV-KEY-37', name: 'rsa-4096', alg: 'RS256', what: 'an RSA key of 4096 bits' },
  { id: 'TV-KEY-38', name: 'ec-p256', alg: 'ES256', what: 'an EC key on P-256' },
  { id: 'TV-KEY-39', name: 'ec-p384', alg: 'ES384', what: 'an EC key on P-384' },
] as const;

/** Stated and omitted algorithms in turn, so that a count of the omitted ones is no index. */
const someWithoutAlg = [
  sampleKey('ec-p256', 'stated-ec', { alg: 'ES256' }),
  sampleKey('rsa-2048', 'plain-rsa'),
  hmacKey('stated-oct', 'HS256', secretOf(32)),
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
  hmacKey('supported-oct', 'HS512', secretOf(64)),
];
const supportedKids = ['supported-ec', 'supported-oct', 'supported-rsa'];

/** Keys that are dropped: by their type, their algorithm, their curve. */
const dropped: readonly (readonly [id: Id, what: string, keys: readonly Jwk[]])[] = [
  [
    'TV-KEY-41',
    'a key of an unsupported type',
    [
      { kty: 'AKP', kid: 'dropped', alg: 'ML-DSA-44', pub: 'AAAA' },
      // RFC 7517, section 4.1: its case counts, as that of alg does (section 4.4).
      sampleKey('rsa-2048', 'dropped', { kty: 'rsa', alg: 'RS256' }),
    ],
  ],
  [
    'TV-KEY-42',
    'a key with an unsupported algorithm',
    [
      sampleKey('rsa-2048', 'dropped', { alg: 'RSA-OAEP-256' }),
      sampleKey('rsa-2048', 'dropped', { alg: 'RS1' }),
      sampleKey('rsa-2048', 'dropped', { alg: 'rs256' }),
      sampleKey('ec-p256', 'dropped', { alg: 'none' }),
      hmacKey('dropped', 'A256KW', secretOf(32)),
      sampleKey('ec-p256', 'dropped', { alg: 'ECDH-ES' }),
    ],
  ],
  [
    'TV-KEY-61',
    'an EC key on P-521',
    [sampleKey('ec-p521', 'dropped', { alg: 'ES512' }), sampleKey('ec-p521', 'dropped')],
  ],
  [
    'TV-KEY-66',
    'an RSA key of a size that is not supported',
    [sampleKey('rsa-1024', 'dropped', { alg: 'RS256' }), sampleKey('rsa-1024', 'dropped')],
  ],
  [
    'TV-KEY-62',
    'an OKP key',
    [sampleKey('okp-ed25519', 'dropped', { alg: 'EdDSA' }), sampleKey('okp-ed25519', 'dropped')],
  ],
];

/** Members that no key needs: of RFC 7517, and one that nobody knows. */
const unneeded = { ext: true, x5t: 'unneeded', x5c: ['unneeded'], comment: 'unneeded', k: secretOf(40, 7) };

/** What becomes of accepted keys: defaults, dropped keys and members, messages, and what comes back. */
export const keyNormalisationSuite = defineSuite('token-validation/key-normalisation', [
  ...defaults.map(({ id, name, alg, what }) =>
    test(id, `gives ${what} without alg ${alg}`, async (t) => {
      const reply = await createWithKeys(t, [sampleKey(name, 'plain')]);
      equal(keyNamed(reply, 'plain')['alg'], alg, 'the alg of the stored key');
    }),
  ),
  {
    title: 'tells of each defaulted algorithm in one message',
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
  test('TV-KEY-49', 'has no message about algorithms that are stated', async (t) => {
    const reply = await createWithKeys(t, supported);
    expectSuccess(reply, 'the creation');
    equal(defaultedEntries(reply), [], 'the messages about defaulted algorithms');
  }),
  test('TV-KEY-60', 'counts dropped keys in the index of a message', async (t) => {
    const reply = await createWithKeys(t, [
      sampleKey('okp-ed25519', 'dropped'),
      sampleKey('rsa-2048', 'plain-rsa'),
    ]);
    expectSuccess(reply, 'the creation');
    equal(
      defaultedEntries(reply).map(({ message }) => /keys\[\d+\]/.exec(String(message))?.[0]),
      ['keys[1]'],
      'the keys that the messages name',
    );
  }),
  test('TV-KEY-43', 'answers the supported keys, each once', async (t) => {
    equal(kidsOf(await createWithKeys(t, supported)), supportedKids, 'the kids of the stored keys');
  }),
  ...dropped.map(([id, what, keys]) =>
    test(id, `drops ${what} and stores the keys beside it`, async (t) => {
      for (const key of keys) {
        const [first, ...rest] = supported;
        const sent = [first, key, ...rest];
        const reply = await t.step(`${key.kty} ${key['alg']}`, () => createWithKeys(t, sent));
        equal(kidsOf(reply), supportedKids, 'the kids of the stored keys');
        for (const [method, send] of Object.entries(keySetRequests(t, configIdOf(reply)))) {
          equal(kidsOf(await send(sent)), supportedKids, `the kids of the keys that a ${method} stored`);
        }
      }
    }),
  ),
  test('TV-KEY-67', 'says in a message that no key is left', async (t) => {
    const some = await createWithKeys(t, [sampleKey('okp-ed25519', 'dropped'), ...supported]);
    const { PUT, PATCH } = keySetRequests(t, configIdOf(some));
    const none = [sampleKey('okp-ed25519', 'dropped'), sampleKey('rsa-1024', 'too-small')];
    const replies = { POST: await createWithKeys(t, none), PUT: await PUT(none), PATCH: await PATCH(none) };
    for (const [method, reply] of Object.entries(replies)) {
      equal(kidsOf(reply), [], `the kids of the keys that a ${method} stored`);
      const texts = messagesOf(reply).join('\n');
      for (const key of ['keys[0]', 'keys[1]']) {
        ok(texts.includes(key), `the messages of the ${method} don't name ${key}`);
      }
    }
  }),
  {
    title: 'drops the members that a key does not need',
    requirements: ['TV-KEY-40', 'TV-KEY-54', 'TV-KEY-52', 'TV-KEY-53', 'TV-KEY-19'],
    run: async (t) => {
      const rsa = sampleKey('rsa-2048', 'key-rsa', { alg: 'RS512' });
      const p256 = sampleKey('ec-p256', 'key-p256', { alg: 'ES256' });
      const p384 = sampleKey('ec-p384', 'key-p384', { alg: 'ES384' });
      const reply = await createWithKeys(
        t,
        [rsa, p256, p384].map((key) => ({ ...unneeded, use: 'sig', ...key })),
      );
      const keys = keysOf(reply);
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
    title: 'answers an HMAC key with kty, alg and kid, and never with its secret',
    requirements: ['TV-KEY-19', 'TV-KEY-20', 'TV-KEY-21', 'TV-KEY-22'],
    run: async (t) => {
      for (const [alg, bytes] of [
        ['HS256', 32],
        ['HS384', 64],
        ['HS512', 70],
      ] as const) {
        const secret = secretOf(bytes, 3);
        const reply = await createWithKeys(t, [hmacKey('key-oct', alg, secret)]);
        const [key = {}] = keysOf(reply);
        await t.check('TV-KEY-19', () => carriesNoSecret(reply, secret));
        await t.check('TV-KEY-20', () => equal(key['kty'], 'oct', 'the kty of the HMAC key'));
        await t.check('TV-KEY-21', () => equal(key['alg'], alg, 'the alg of the HMAC key'));
        await t.check('TV-KEY-22', () => equal(key['kid'], 'key-oct', 'the kid of the HMAC key'));
      }
    },
  },
  test('TV-KEY-65', 'does not repeat the secret of a key that it refuses', async (t) => {
    const secret = secretOf(31, 5);
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
    const { PATCH, PUT } = keySetRequests(t, configIdOf(await createWithKeys(t, [key])));
    for (const send of [PATCH, PUT]) {
      for (const faulty of [
        { ...key, k: null },
        { ...key, k: undefined, alg: 'HS384' },
      ]) {
        const reply = await send([faulty]);
        t.expectFailure(reply);
        carriesNoSecret(reply, secret);
      }
    }
  }),
  test('TV-KEY-59', 'drops the private members of a key', async (t) => {
    const reply = await createWithKeys(t, [
      sampleKey('rsa-2048-private', 'key-rsa', { alg: 'RS256' }),
      sampleKey('ec-p256-private', 'key-ec', { alg: 'ES256' }),
    ]);
    equal(kidsOf(reply), ['key-ec', 'key-rsa'], 'the kids of the stored keys');
    for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi'] as const) {
      ok(!keysOf(reply).some((key) => member in key), `the private member ${member} came back`);
      ok(
        !reply.text.includes(sampleMaterial['rsa-2048-private'][member]),
        `the answer holds the private member ${member} of the RSA key`,
      );
    }
    ok(!reply.text.includes(sampleMaterial['ec-p256-private'].d), 'the answer holds d of the EC key');
  }),
]);
