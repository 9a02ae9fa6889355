import { type ConfigurationName, configurationPlans, type Slot } from '../configurations.ts';
import {
  type ClassPlan,
  headerOf,
  inAuthorization,
  type RecipeChange,
  soundClaims,
  token,
  type VectorPlan,
} from '../plan.ts';
import { algorithmRequirement } from './algorithm.ts';

const pkcs1 = configurationPlans['rsa-pkcs1'].slots;
const pss = configurationPlans['rsa-pss'].slots;
const hmac = configurationPlans.hmac.slots;

/** A valid token; what else is in it differs from vector to vector, so that size is not all that varies. */
function valid(
  configuration: ConfigurationName,
  slot: Slot,
  title: string,
  change: RecipeChange,
): VectorPlan[] {
  const id = `key-size-${slot.kid}`;
  return inAuthorization(configuration, [
    [id, title, algorithmRequirement(slot.alg), 'valid', token(slot, change)],
  ]);
}

const claims = (more: Record<string, string | number | boolean | string[]>) => ({
  payload: { ...soundClaims, ...more },
});

/** The sizes that the class `algorithm` leaves over, and keys that meet a size that is not theirs. */
export const keySizeClass: ClassPlan = {
  name: 'key_size',
  vectors: () => [
    ...valid('rsa-pkcs1', pkcs1['RS256-3072'], 'RS256 with 3072 bits is valid', claims({ aud: ['a', 'b'] })),
    ...valid('rsa-pkcs1', pkcs1['RS256-4096'], 'RS256 with 4096 bits is valid', claims({ aud: 'a' })),
    ...valid(
      'rsa-pkcs1',
      pkcs1['RS384-2048'],
      'RS384 with 2048 bits is valid',
      claims({ iss: 'https://a.example' }),
    ),
    ...valid(
      'rsa-pkcs1',
      pkcs1['RS384-4096'],
      'RS384 with 4096 bits is valid',
      claims({ jti: 'one', scope: 'read' }),
    ),
    ...valid(
      'rsa-pkcs1',
      pkcs1['RS512-2048'],
      'RS512 with 2048 bits is valid',
      claims({ iat: 1_500_000_000 }),
    ),
    ...valid(
      'rsa-pkcs1',
      pkcs1['RS512-3072'],
      'RS512 with 3072 bits is valid',
      claims({ nbf: 1_500_000_000 }),
    ),
    ...valid('rsa-pss', pss['PS256-3072'], 'PS256 with 3072 bits is valid', {
      header: headerOf(pss['PS256-3072'], { typ: 'JWT' }),
    }),
    ...valid('rsa-pss', pss['PS256-4096'], 'PS256 with 4096 bits is valid', {
      header: headerOf(pss['PS256-4096'], { typ: 'JWT', cty: 'JWT' }),
    }),
    ...valid('rsa-pss', pss['PS384-2048'], 'PS384 with 2048 bits is valid', claims({ email_verified: true })),
    ...valid(
      'rsa-pss',
      pss['PS384-4096'],
      'PS384 with 4096 bits is valid',
      claims({ roles: ['x', 'y', 'z'] }),
    ),
    ...valid(
      'rsa-pss',
      pss['PS512-2048'],
      'PS512 with 2048 bits is valid',
      claims({ nonce: 'n', auth_time: 1 }),
    ),
    ...valid(
      'rsa-pss',
      pss['PS512-3072'],
      'PS512 with 3072 bits is valid',
      claims({ azp: 'client', sid: 's' }),
    ),
    ...valid('hmac', hmac['hs256-64'], 'HS256 with a secret of 64 bytes is valid', claims({ tenant: 'a' })),
    ...valid(
      'hmac',
      hmac['hs256-130'],
      'HS256 with a secret longer than a block is valid',
      claims({ group: 'a' }),
    ),
    ...valid(
      'hmac',
      hmac['hs384-130'],
      'HS384 with a secret longer than a block is valid',
      claims({ group: 'a' }),
    ),
    ...valid(
      'hmac',
      hmac['hs512-200'],
      'HS512 with a secret longer than a block is valid',
      claims({ group: 'a' }),
    ),
    ...inAuthorization('rsa-pkcs1', [
      [
        'key-size-longer-signature',
        'A signature by a key of 4096 bits does not fit a key of 2048 bits',
        'TV-EDGE-7',
        'invalid_signature',
        token(pkcs1['RS256-2048'], { key: 'rsa-4096' }),
      ],
      [
        'key-size-shorter-signature',
        'A signature by a key of 2048 bits does not fit a key of 4096 bits',
        'TV-EDGE-7',
        'invalid_signature',
        token(pkcs1['RS512-4096'], { key: 'rsa-2048' }),
      ],
    ]),
    ...inAuthorization('ec', [
      [
        'key-size-longer-point',
        'A signature by a key on P-384 does not fit a key on P-256',
        'TV-EDGE-7',
        'invalid_signature',
        token(configurationPlans.ec.slots.es256, { key: 'p384' }),
      ],
    ]),
  ],
};
