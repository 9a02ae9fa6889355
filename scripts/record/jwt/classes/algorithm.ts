import type { RequirementId } from '../../../../spec/requirement.ts';
import { type ConfigurationName, configurationPlans, type Slot } from '../configurations.ts';
import { type ClassPlan, headerOf, inAuthorization, soundClaims, token, type VectorPlan } from '../plan.ts';

const pkcs1 = configurationPlans['rsa-pkcs1'].slots;
const pss = configurationPlans['rsa-pss'].slots;
const { hmac, ec, defaulted, cluttered } = configurationPlans;

/** `TV-ALG-1` to `TV-ALG-11` follow this order. */
const ORDER = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'HS256',
  'HS384',
  'HS512',
];

/** The requirement that tokens of an algorithm are valid. */
export function algorithmRequirement(alg: string): RequirementId {
  return `TV-ALG-${ORDER.indexOf(alg) + 1}`;
}

function valid(configuration: ConfigurationName, id: string, title: string, slot: Slot): VectorPlan[] {
  return inAuthorization(configuration, [
    [`algorithm-${id}`, title, algorithmRequirement(slot.alg), 'valid', token(slot)],
  ]);
}

/** Every algorithm once, stated and defaulted. */
export const algorithmClass: ClassPlan = {
  name: 'algorithm',
  vectors: () => [
    ...valid('rsa-pkcs1', 'rs256', 'A token signed with RS256 is valid', pkcs1['RS256-2048']),
    ...valid('rsa-pkcs1', 'rs384', 'A token signed with RS384 is valid', pkcs1['RS384-3072']),
    ...valid('rsa-pkcs1', 'rs512', 'A token signed with RS512 is valid', pkcs1['RS512-4096']),
    ...valid('rsa-pss', 'ps256', 'A token signed with PS256 is valid', pss['PS256-2048']),
    ...valid('rsa-pss', 'ps384', 'A token signed with PS384 is valid', pss['PS384-3072']),
    ...valid('rsa-pss', 'ps512', 'A token signed with PS512 is valid', pss['PS512-4096']),
    ...valid('ec', 'es256', 'A token signed with ES256 is valid', ec.slots.es256),
    ...valid('ec', 'es384', 'A token signed with ES384 is valid', ec.slots.es384),
    ...valid('hmac', 'hs256', 'A token signed with HS256 is valid', hmac.slots.hs256),
    ...valid('hmac', 'hs384', 'A token signed with HS384 is valid', hmac.slots.hs384),
    ...valid('hmac', 'hs512', 'A token signed with HS512 is valid', hmac.slots.hs512),
    ...valid('defaulted', 'default-rsa', 'An RSA key without alg verifies RS256', defaulted.slots.rsa),
    ...valid('defaulted', 'default-p256', 'A key on P-256 without alg verifies ES256', defaulted.slots.p256),
    ...valid('defaulted', 'default-p384', 'A key on P-384 without alg verifies ES384', defaulted.slots.p384),
    ...inAuthorization('defaulted', [
      [
        'algorithm-without-crv',
        'An EC key without crv verifies the algorithm that it states',
        'TV-ALG-7',
        'valid',
        token(defaulted.slots['without-crv'], { payload: { ...soundClaims, jti: 'without-crv' } }),
      ],
    ]),
    ...inAuthorization('cluttered', [
      [
        'algorithm-beside-dropped-keys',
        'A key that stands beside dropped keys verifies its tokens',
        'TV-ALG-8',
        'valid',
        token(cluttered.slots.es384, { header: headerOf(cluttered.slots.es384, { typ: 'JWT' }) }),
      ],
      [
        'algorithm-after-dropped-members',
        'A key whose unneeded members were dropped verifies its tokens',
        'TV-ALG-1',
        'valid',
        token(cluttered.slots.rs256, { header: headerOf(cluttered.slots.rs256, { typ: 'at+jwt' }) }),
      ],
    ]),
  ],
};
