import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, show } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import {
  createWithKeys,
  getConfigId,
  getKids,
  keepsNoOther,
  keyNamed,
  keySetRequests,
  without,
} from './requests.ts';
import { getSecret, hmacKey, type Jwk, oneBitLess, sampleKey, sampleMaterial } from './sample-keys.ts';

type Id = KnownRequirementId;

/** Comes first in every set, to catch a server that only checks the first key. */
const companion = sampleKey('ec-p384', 'companion', { alg: 'ES384' });

const rsa = (members: Readonly<Record<string, unknown>> = {}) =>
  sampleKey('rsa-2048', 'key-1', { alg: 'RS256', ...members });
const p256 = (members: Readonly<Record<string, unknown>> = {}) =>
  sampleKey('ec-p256', 'key-1', { alg: 'ES256', ...members });
const p384 = (members: Readonly<Record<string, unknown>> = {}) =>
  sampleKey('ec-p384', 'key-1', { alg: 'ES384', ...members });
const hmac = (alg: string, k?: string) => hmacKey('key-1', alg, k);

/**
 * Creates a configuration with a key, which must be stored with its stated algorithm, and returns functions that send
 * keys to a server with that key.
 */
async function stored(t: TestContext, key: Jwk) {
  const reply = await createWithKeys(t, [companion, key]);
  expectSuccess(reply, 'the creation');
  equal(getKids(reply), ['companion', key.kid], 'the kids of the stored keys');
  equal(keyNamed(reply, key.kid)['kty'], key.kty, 'the kty of the stored key');
  if (key['alg'] !== undefined) {
    equal(keyNamed(reply, key.kid)['alg'], key['alg'], 'the alg of the stored key');
  }
  return keySetRequests(t, getConfigId(reply));
}

const rsaAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const hmacMinimum = { HS256: 32, HS384: 48, HS512: 64 } as const;

/** Keys that are stored: their special property, and the requirement for it. */
const accepted: readonly (readonly [what: string, ids: readonly Id[], keys: readonly Jwk[]])[] = [
  ['an RSA key', ['TV-KEY-1'], [rsa()]],
  ['an EC key', ['TV-KEY-2'], [p256()]],
  ['an HMAC key', ['TV-KEY-3'], [hmac('HS256', getSecret(40))]],
  ['keys without use', ['TV-KEY-7'], [rsa(), p256(), hmac('HS256', getSecret(40))]],
  [
    'keys with use sig',
    ['TV-KEY-8'],
    [rsa({ use: 'sig' }), p256({ use: 'sig' }), { ...hmac('HS256', getSecret(40)), use: 'sig' }],
  ],
  [
    'an EC key on P-256 that states ES256',
    ['TV-KEY-9'],
    [p256(), sampleKey('ec-p256-zeros', 'key-1', { alg: 'ES256' })],
  ],
  ['an EC key on P-384 that states ES384', ['TV-KEY-10'], [p384()]],
  ['an RSA key of each algorithm', ['TV-KEY-23'], rsaAlgorithms.map((alg) => rsa({ alg }))],
  ['an RSA key of 2048 bits', ['TV-KEY-24'], [rsa()]],
  ['an RSA key of 3072 bits', ['TV-KEY-25'], [sampleKey('rsa-3072', 'key-1', { alg: 'RS384' })]],
  ['an RSA key of 4096 bits', ['TV-KEY-26'], [sampleKey('rsa-4096', 'key-1', { alg: 'PS512' })]],
  [
    'an HMAC key of each algorithm',
    ['TV-KEY-29'],
    ['HS256', 'HS384', 'HS512'].map((alg) => hmac(alg, getSecret(96))),
  ],
  ['a secret of 32 bytes for HS256', ['TV-KEY-30'], [hmac('HS256', getSecret(32))]],
  ['a secret of 48 bytes for HS384', ['TV-KEY-32'], [hmac('HS384', getSecret(48))]],
  ['a secret of 64 bytes for HS512', ['TV-KEY-34'], [hmac('HS512', getSecret(64))]],
  [
    'an EC key that states its algorithm and omits crv',
    ['TV-KEY-56'],
    [{ ...without(p256(), 'crv'), kty: 'EC', kid: 'key-1' }],
  ],
];

/** A text that differs between Base64 and Base64url. */
const plain = (text: string) => text.replaceAll('-', '+').replaceAll('_', '/');
/** The text with a character outside of Base64; a decoder that skips it still finds enough bytes. */
const spoilt = (text: string) => `${text.slice(0, 20)}*${text.slice(20)}`;
const mixed = '-_'.repeat(44);
const { x, y } = sampleMaterial['ec-p256'];

/** Keys that are never stored, each group with the same key without its fault. */
const neverStored: readonly {
  readonly id: Id;
  readonly what: string;
  /** Whether the sentence is only about creations. */
  readonly created?: true;
  readonly good: Jwk;
  readonly bad: Readonly<Record<string, unknown>>;
}[] = [
  {
    id: 'TV-CFG-26',
    what: 'a key that is not an object',
    good: p256(),
    bad: { 'as a text': 'no key', 'as a number': 42, 'as null': null, 'as a list': [p256()] },
  },
  {
    id: 'TV-KEY-4',
    what: 'a key without a kid',
    good: p256(),
    bad: { 'without kid': without(p256(), 'kid'), 'with kid null': { ...p256(), kid: null } },
  },
  {
    id: 'TV-KEY-5',
    what: 'a key whose kid is not text',
    good: p256(),
    bad: Object.fromEntries(
      [42, true, ['key-1'], { name: 'key-1' }].map((kid) => [`with kid ${show(kid)}`, { ...p256(), kid }]),
    ),
  },
  {
    id: 'TV-KEY-6',
    what: 'an HMAC key without alg',
    good: hmac('HS256', getSecret(64)),
    bad: { 'without alg': without(hmac('HS256', getSecret(64)), 'alg') },
  },
  ...Object.keys(hmacMinimum).map((alg) => ({
    id: 'TV-KEY-16' as const,
    what: `an HMAC key for ${alg} without k`,
    created: true as const,
    good: hmac(alg, getSecret(64)),
    bad: { 'without k': hmac(alg) },
  })),
  {
    id: 'TV-KEY-11',
    what: 'an EC key on P-256 that states ES384',
    good: p256(),
    bad: { 'with ES384': p256({ alg: 'ES384' }) },
  },
  {
    id: 'TV-KEY-12',
    what: 'an EC key on P-384 that states ES256',
    good: p384(),
    bad: { 'with ES256': p384({ alg: 'ES256' }) },
  },
  {
    id: 'TV-KEY-13',
    what: 'an EC key without x',
    good: p256(),
    bad: {
      'without x': { ...without(p256(), 'x'), kty: 'EC', kid: 'key-1' },
      'with x null': p256({ x: null }),
    },
  },
  {
    id: 'TV-KEY-14',
    what: 'an EC key without y',
    good: p256(),
    bad: {
      'without y': { ...without(p256(), 'y'), kty: 'EC', kid: 'key-1' },
      'with y null': p256({ y: null }),
    },
  },
  {
    id: 'TV-KEY-15',
    what: 'an EC key whose coordinate is not Base64url',
    good: p256(),
    bad: {
      'with x in Base64': p256({ x: plain(x) }),
      'with y in Base64': p256({ y: plain(y) }),
      'with a line break in x': p256({ x: `${x}\n` }),
      'with a line break in y': p256({ y: `${y}\n` }),
      'with a * in x': p256({ x: spoilt(x) }),
      'with a * in y': p256({ y: spoilt(y) }),
    },
  },
  {
    id: 'TV-KEY-69',
    what: 'an EC key whose coordinate has padding',
    good: p256(),
    bad: { 'with padding in x': p256({ x: `${x}=` }), 'with padding in y': p256({ y: `${y}=` }) },
  },
  {
    id: 'TV-KEY-17',
    what: 'a secret with Base64 padding',
    good: hmac('HS256', getSecret(40)),
    bad: {
      'with one =': hmac('HS256', `${getSecret(41)}=`),
      'with two =': hmac('HS256', `${getSecret(40)}==`),
    },
  },
  {
    id: 'TV-KEY-18',
    what: 'a secret with a character outside Base64url',
    good: hmac('HS256', mixed),
    bad: {
      'in Base64': hmac('HS256', plain(mixed)),
      'with a *': hmac('HS256', `${spoilt(mixed)}AAA`),
      'with a space': hmac('HS256', `${mixed} AAA`),
    },
  },
  {
    id: 'TV-KEY-27',
    what: 'an RSA key of 1024 bits',
    good: rsa(),
    bad: Object.fromEntries(
      rsaAlgorithms.map((alg) => [`of 1024 bits with ${alg}`, sampleKey('rsa-1024', 'key-1', { alg })]),
    ),
  },
  {
    id: 'TV-KEY-28',
    what: 'an RSA key of a size between the three',
    good: rsa(),
    bad: {
      'of 2560 bits': sampleKey('rsa-2560', 'key-1', { alg: 'RS256' }),
      'of 3584 bits': sampleKey('rsa-3584', 'key-1', { alg: 'RS256' }),
      'of 3071 bits': sampleKey('rsa-3072', 'key-1', {
        alg: 'RS256',
        n: oneBitLess(sampleMaterial['rsa-3072'].n),
      }),
    },
  },
  {
    id: 'TV-KEY-63',
    what: 'an RSA key of more than 4096 bits',
    good: sampleKey('rsa-4096', 'key-1', { alg: 'RS256' }),
    bad: { 'of 4608 bits': sampleKey('rsa-4608', 'key-1', { alg: 'RS256' }) },
  },
  ...Object.entries(hmacMinimum).map(([alg, bytes], at) => ({
    id: (['TV-KEY-31', 'TV-KEY-33', 'TV-KEY-35'] as const)[at] as Id,
    what: `a secret of ${bytes - 1} bytes for ${alg}`,
    good: hmac(alg, getSecret(bytes)),
    bad: { [`of ${bytes - 1} bytes`]: hmac(alg, getSecret(bytes - 1)), 'of no bytes': hmac(alg, '') },
  })),
  {
    id: 'TV-KEY-36',
    what: 'an alg of another kty',
    good: rsa(),
    bad: {
      'RSA with ES256': rsa({ alg: 'ES256' }),
      'RSA with HS256': rsa({ alg: 'HS256' }),
      'EC with RS256': p256({ alg: 'RS256' }),
      'EC with HS256': p256({ alg: 'HS256' }),
      'oct with RS256': hmac('RS256', getSecret(64)),
      'oct with ES256': hmac('ES256', getSecret(64)),
    },
  },
];

/** JSON Web Keys: which are stored and which are not. */
export const keysSuite = defineSuite('token-validation/keys', [
  ...accepted.map(([what, requirements, keys]) =>
    test(requirements, `stores ${what}`, async (t) => {
      for (const key of keys) await t.step(`${key.kty} ${key['alg']}`, () => stored(t, key));
    }),
  ),
  ...neverStored.map(({ id, what, created, good, bad }) =>
    test(id, `never stores ${what}`, async (t) => {
      // PATCH and PUT know the key, so a server might fill in what is missing.
      const changes = await t.step('valid twin', () => stored(t, good));
      const POST = (keys: readonly unknown[]) => createWithKeys(t, keys);
      for (const [method, send] of Object.entries({ POST, ...(created ? {} : changes) })) {
        for (const [fault, key] of Object.entries(bad)) {
          const reply = await t.step(`${method} ${fault}`, () => send([companion, key]));
          keepsNoOther(t, reply, [companion.kid], `by a ${method} ${fault}`);
        }
      }
    }),
  ),
  test('TV-KEY-55', 'refuses two keys of the same alg and kid', async (t) => {
    await t.refused({
      good: () => createWithKeys(t, [p256(), sampleKey('ec-p256', 'key-2', { alg: 'ES256' })]),
      bad: [
        { what: 'with one key twice', send: () => createWithKeys(t, [p256(), p256()]) },
        {
          what: 'with two keys of one identity',
          send: () => createWithKeys(t, [rsa(), companion, sampleKey('rsa-3072', 'key-1', { alg: 'RS256' })]),
        },
      ],
    });
  }),
  test('TV-KEY-58', 'refuses two keys that a defaulted alg makes equal', async (t) => {
    const other = sampleKey('rsa-3072', 'key-1');
    await t.refused({
      good: () => createWithKeys(t, [rsa({ alg: 'RS512' }), other]),
      bad: () => createWithKeys(t, [rsa({ alg: 'RS256' }), other]),
    });
  }),
  test('TV-KEY-57', 'stores two keys with one kid and different alg', async (t) => {
    const reply = await createWithKeys(t, [rsa({ alg: 'RS256' }), rsa({ alg: 'PS256' }), p256()]);
    equal(getKids(reply), ['key-1', 'key-1', 'key-1'], 'the kids of the stored keys');
  }),
]);
