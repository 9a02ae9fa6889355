import type { JwtVectorConfiguration } from '../../../spec/vectors/jwt.ts';
import { named } from './forge.ts';
import { type Jwk, type KeyId, type KeyStore, publicMembers } from './keys.ts';

/** A key of a configuration: the fixed key, and the header of its tokens. */
interface Slot {
  readonly key: KeyId;
  readonly kid: string;
  readonly alg: string;
  /** Members besides the required ones; `undefined` omits one. */
  readonly more?: Readonly<Record<string, unknown>>;
}

interface ConfigurationPlan {
  readonly title: string;
  readonly description: string;
  readonly sources: readonly string[];
  readonly slots: Readonly<Record<string, Slot>>;
}

const header = (name: string) => `http.request.headers["${name}"][0]`;
const cookie = (name: string) => `http.request.cookies["${name}"][0]`;

/** A key whose kid is its name here, or its algorithm in lower case. */
function slot(alg: string, key: KeyId, kid = alg.toLowerCase(), more: Slot['more'] = {}): Slot {
  return { alg, key, kid, more };
}

/** Each algorithm with each RSA size. */
function sizes(alg: string): Readonly<Record<string, Slot>> {
  return {
    [`${alg}-2048`]: slot(alg, 'rsa-2048', `${alg.toLowerCase()}-2048`),
    [`${alg}-3072`]: slot(alg, 'rsa-3072', `${alg.toLowerCase()}-3072`),
    [`${alg}-4096`]: slot(alg, 'rsa-4096', `${alg.toLowerCase()}-4096`),
  };
}

const rs256 = slot('RS256', 'rsa-2048');
const es256 = slot('ES256', 'p256');
const es384 = slot('ES384', 'p384');
const hs256 = slot('HS256', 'secret-32');

/**
 * The configurations of the vectors. They are few, because a zone accepts 32; several use the same fixed keys, under
 * the same kid only where that can't matter.
 */
const configurationPlans: Readonly<Record<string, ConfigurationPlan>> = {
  'rsa-pkcs1': {
    title: 'RSASSA-PKCS1-v1_5, every size',
    description: 'RS256, RS384 and RS512, each with 2048, 3072 and 4096 bits.',
    sources: [header('authorization')],
    slots: { ...sizes('RS256'), ...sizes('RS384'), ...sizes('RS512') },
  },
  'rsa-pss': {
    title: 'RSASSA-PSS, every size',
    description: 'PS256, PS384 and PS512, each with 2048, 3072 and 4096 bits.',
    sources: [header('authorization')],
    slots: { ...sizes('PS256'), ...sizes('PS384'), ...sizes('PS512') },
  },
  ec: {
    title: 'ECDSA',
    description: 'ES256 with two keys and ES384 with one.',
    sources: [header('authorization')],
    slots: { es256, es384, other: slot('ES256', 'p256-b', 'es256-other') },
  },
  hmac: {
    title: 'HMAC, shortest and longer secrets',
    description: 'Each HMAC algorithm with the shortest secret and with one longer than a block of its hash.',
    sources: [header('authorization')],
    slots: {
      hs256,
      hs384: slot('HS384', 'secret-48'),
      hs512: slot('HS512', 'secret-64'),
      'hs256-64': slot('HS256', 'secret-64', 'hs256-64'),
      'hs256-130': slot('HS256', 'secret-130', 'hs256-130'),
      'hs384-130': slot('HS384', 'secret-130', 'hs384-130'),
      'hs512-200': slot('HS512', 'secret-200', 'hs512-200'),
    },
  },
  mixed: {
    title: 'One key of each family',
    description: 'What attacks are tried on: RSA with both paddings, ECDSA on both curves, HMAC.',
    sources: [header('authorization')],
    slots: { rs256, ps256: slot('PS256', 'rsa-3072'), es256, es384, hs256, ps384: slot('PS384', 'rsa-4096') },
  },
  'same-kid': {
    title: 'One kid, four algorithms',
    description: 'Only kid and alg together name a key.',
    sources: [header('authorization')],
    slots: {
      rs256: slot('RS256', 'rsa-2048', 'shared'),
      ps256: slot('PS256', 'rsa-2048', 'shared'),
      es256: slot('ES256', 'p256', 'shared'),
      hs256: slot('HS256', 'secret-32', 'shared'),
    },
  },
  defaulted: {
    title: 'Algorithms left out',
    description: 'RSA defaults to RS256 and EC to the algorithm of its curve.',
    sources: [header('authorization')],
    slots: {
      rsa: slot('RS256', 'rsa-3072', 'rsa', { alg: undefined }),
      p256: slot('ES256', 'p256', 'p256', { alg: undefined }),
      p384: slot('ES384', 'p384', 'p384', { alg: undefined }),
    },
  },
  curveless: {
    title: 'A curve left out',
    description: 'The curve of an EC key may follow from alg.',
    sources: [header('authorization')],
    slots: { 'without-crv': slot('ES256', 'p256-b', 'without-crv', { crv: undefined }) },
  },
  cluttered: {
    title: 'Members and keys to be dropped',
    description: 'Members that no key needs, and keys that the service does not support.',
    sources: [header('authorization')],
    slots: {
      rs256: slot('RS256', 'rsa-2048', 'rs256', { use: 'sig', key_ops: ['verify'], x5t: 'AQID', ext: true }),
      es384: slot('ES384', 'p384', 'es384', { use: 'sig', 'x5t#S256': 'AQID' }),
      es512: slot('ES512', 'p521', 'es512'),
      eddsa: slot('EdDSA', 'ed25519', 'eddsa'),
    },
  },
  kids: {
    title: 'Unusual kids',
    description: 'A kid is any text and is compared character by character.',
    sources: [header('authorization')],
    slots: {
      url: slot('HS256', 'secret-32', 'https://issuer.example/keys/1?a=b&c=d#e'),
      unicode: slot('ES256', 'p256', 'schlüssel-鍵-🔑'),
      spaces: slot('RS256', 'rsa-2048', 'key of the year 2026'),
      long: slot('HS384', 'secret-48', 'k'.repeat(255)),
      json: slot('HS512', 'secret-64', '{"kid":"x"}'),
      one: slot('PS256', 'rsa-3072', '1'),
    },
  },
  'four-sources': {
    title: 'Two headers and two cookies',
    description: 'As many sources as a configuration may have.',
    sources: [header('authorization'), header('x-api-token'), cookie('session'), cookie('backup')],
    slots: { rs256, es256, hs256 },
  },
  cookie: {
    title: 'One cookie',
    description: 'A token in the cookie named session.',
    sources: [cookie('session')],
    slots: { rs256, es256, hs256 },
  },
  'two-cookies': {
    title: 'Two cookies, one with a capital letter',
    description: 'Names of cookies are compared with their case.',
    sources: [cookie('Session'), cookie('auth-token')],
    slots: { es384, hs256 },
  },
  'custom-header': {
    title: 'A header of its own',
    description: 'A token in the header x-token, with and without Bearer.',
    sources: [header('x-token')],
    slots: { rs256, es256, hs256 },
  },
};

/**
 * A key of a configuration.
 *
 * @param name `rs256` in the configuration itself, or `hmac/hs256` in another one
 */
export function findSlot(configuration: string, name: string): Slot {
  const [inConfiguration, slot] = name.includes('/') ? name.split('/') : [configuration, name];
  return named(named(configurationPlans, inConfiguration ?? '').slots, slot ?? '');
}

/** The configurations as a user would POST them. */
export function buildConfigurations(keys: KeyStore): Record<string, JwtVectorConfiguration> {
  return Object.fromEntries(
    Object.entries(configurationPlans).map(([name, { title, description, sources, slots }]) => [
      name,
      {
        title,
        description,
        token_sources: [...sources],
        token_type: 'jwt',
        credentials: { keys: Object.values(slots).map((each) => buildKey(each, keys)) },
      },
    ]),
  );
}

function buildKey({ key, kid, alg, more }: Slot, keys: KeyStore): Jwk & { kid: string } {
  const { kty, ...members } = publicMembers(keys[key]);
  const all = Object.entries({ kid, alg, ...members, ...more });
  return { kty, kid, ...Object.fromEntries(all.filter(([, value]) => value !== undefined)) };
}
