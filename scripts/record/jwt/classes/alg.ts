import { configurationPlans } from '../configurations.ts';
import { type ClassPlan, headerOf, inAuthorization, soundClaims, token } from '../plan.ts';

const { rs256, ps256, es256, es384, hs256 } = configurationPlans.mixed.slots;
const shared = configurationPlans['same-kid'].slots;
const { defaulted, cluttered } = configurationPlans;

/** The alg of the header: wrong ones, and the right one of several keys with one kid. */
export const algClass: ClassPlan = {
  name: 'alg',
  vectors: () => [
    ...inAuthorization('mixed', [
      [
        'alg-rs384-for-rs256',
        'RS384 by the key of RS256 is refused',
        'TV-EDGE-3',
        'no_matching_key',
        token(rs256, { alg: 'RS384', header: headerOf(rs256, { alg: 'RS384' }) }),
      ],
      [
        'alg-ps256-for-rs256',
        'PS256 by the key of RS256 is refused',
        'TV-EDGE-3',
        'no_matching_key',
        token(rs256, { alg: 'PS256', header: headerOf(rs256, { alg: 'PS256' }) }),
      ],
      [
        'alg-rs256-for-ps256',
        'RS256 by the key of PS256 is refused',
        'TV-EDGE-3',
        'no_matching_key',
        token(ps256, { alg: 'RS256', header: headerOf(ps256, { alg: 'RS256' }) }),
      ],
      [
        'alg-es384-for-es256',
        'ES384 under the kid of an ES256 key is refused',
        'TV-EDGE-3',
        'no_matching_key',
        token(es384, { header: headerOf(es384, { kid: 'es256' }) }),
      ],
      [
        'alg-hs512-for-hs256',
        'HS512 with the secret of HS256 is refused',
        'TV-EDGE-3',
        'no_matching_key',
        token(hs256, { alg: 'HS512', header: headerOf(hs256, { alg: 'HS512' }) }),
      ],
      [
        'alg-in-lower-case',
        'An algorithm in lower case is refused',
        'TV-EDGE-3',
        'no_matching_key',
        token(rs256, { header: headerOf(rs256, { alg: 'rs256' }) }),
      ],
      [
        'alg-with-space',
        'An algorithm with a space behind it is refused',
        'TV-EDGE-3',
        'no_matching_key',
        token(es256, { header: headerOf(es256, { alg: 'ES256 ' }) }),
      ],
      [
        'alg-long-name',
        'The WebCrypto name of an algorithm is refused',
        'TV-EDGE-3',
        'no_matching_key',
        token(rs256, { header: headerOf(rs256, { alg: 'RSASSA-PKCS1-v1_5' }) }),
      ],
      [
        'alg-missing',
        'A header without alg is refused',
        'TV-EDGE-3',
        'malformed_token',
        token(rs256, { header: headerOf(rs256, { alg: undefined }) }),
      ],
      [
        'alg-null',
        'An alg that is null is refused',
        'TV-EDGE-3',
        'malformed_token',
        token(rs256, { header: headerOf(rs256, { alg: null }) }),
      ],
      [
        'alg-number',
        'An alg that is a number is refused',
        'TV-EDGE-3',
        'malformed_token',
        token(rs256, { header: headerOf(rs256, { alg: 256 }) }),
      ],
      [
        'alg-in-array',
        'An alg in an array is refused',
        'TV-EDGE-3',
        'malformed_token',
        token(rs256, { header: headerOf(rs256, { alg: ['RS256'] }) }),
      ],
      [
        'alg-empty',
        'An empty alg is refused',
        'TV-EDGE-3',
        'no_matching_key',
        token(hs256, { header: headerOf(hs256, { alg: '' }) }),
      ],
      [
        'alg-of-encryption',
        'An encryption algorithm is refused',
        'TV-EDGE-3',
        'no_matching_key',
        token(rs256, { header: headerOf(rs256, { alg: 'RSA-OAEP' }) }),
      ],
      [
        'alg-es256k',
        'ES256K is refused',
        'TV-EDGE-3',
        'no_matching_key',
        token(es256, { header: headerOf(es256, { alg: 'ES256K' }) }),
      ],
      [
        'alg-in-claims',
        'An alg among the claims is not looked at',
        'TV-EDGE-3',
        'malformed_token',
        token(es256, {
          header: headerOf(es256, { alg: undefined }),
          payload: { ...soundClaims, alg: 'ES256' },
        }),
      ],
    ]),
    ...inAuthorization('defaulted', [
      [
        'alg-rs512-for-default',
        'RS512 by a key whose algorithm was defaulted to RS256 is refused',
        'TV-KEY-50',
        'no_matching_key',
        token(defaulted.slots.rsa, { alg: 'RS512', header: headerOf(defaulted.slots.rsa, { alg: 'RS512' }) }),
      ],
      [
        'alg-ps256-for-default',
        'PS256 by a key whose algorithm was defaulted to RS256 is refused',
        'TV-EDGE-3',
        'no_matching_key',
        token(defaulted.slots.rsa, { alg: 'PS256', header: headerOf(defaulted.slots.rsa, { alg: 'PS256' }) }),
      ],
    ]),
    ...inAuthorization('cluttered', [
      [
        'alg-of-dropped-ec-key',
        'ES512 by a key that was dropped is refused',
        'TV-EDGE-1',
        'no_matching_key',
        token(cluttered.slots.es512),
      ],
      [
        'alg-of-dropped-okp-key',
        'EdDSA by a key that was dropped is refused',
        'TV-EDGE-1',
        'no_matching_key',
        token(cluttered.slots.eddsa),
      ],
    ]),
    ...inAuthorization('same-kid', [
      [
        'alg-chooses-rs256',
        'Of four keys with one kid the RS256 key verifies RS256',
        'TV-EDGE-6',
        'valid',
        token(shared.rs256),
      ],
      [
        'alg-chooses-ps256',
        'Of four keys with one kid the PS256 key verifies PS256',
        'TV-EDGE-6',
        'valid',
        token(shared.ps256),
      ],
      [
        'alg-chooses-es256',
        'Of four keys with one kid the ES256 key verifies ES256',
        'TV-EDGE-6',
        'valid',
        token(shared.es256),
      ],
      [
        'alg-chooses-hs256',
        'Of four keys with one kid the HS256 key verifies HS256',
        'TV-EDGE-6',
        'valid',
        token(shared.hs256),
      ],
      [
        'alg-misstated-padding',
        'A header that says PS256 over an RS256 signature is refused',
        'TV-EDGE-7',
        'invalid_signature',
        token(shared.rs256, { header: headerOf(shared.ps256) }),
      ],
      [
        'alg-misstated-family',
        'A header that says ES256 over an RS256 signature is refused',
        'TV-EDGE-7',
        'invalid_signature',
        token(shared.rs256, { header: headerOf(shared.es256) }),
      ],
      [
        'alg-of-no-shared-key',
        'Of four keys with one kid none verifies RS384',
        'TV-EDGE-3',
        'no_matching_key',
        token(shared.rs256, { alg: 'RS384', header: headerOf(shared.rs256, { alg: 'RS384' }) }),
      ],
    ]),
  ],
};
