import { configurationPlans, type Slot } from '../configurations.ts';
import type { Recipe } from '../forge.ts';
import { type Jwk, type KeyId, type KeyStore, publicMembers } from '../key-store.ts';
import { type ClassPlan, headerOf, inAuthorization, inferred, token } from '../plan.ts';

const { rs256, es256, es384, hs256, ps256 } = configurationPlans.mixed.slots;

/** A token by a key of the attacker, which its header recommends. */
function brought(slot: Slot, key: KeyId, more: Record<string, unknown>): Recipe {
  return token(slot, { key, header: headerOf(slot, more) });
}

/** Keys that no configuration holds, however they are put forward, and keys of another configuration. */
export const foreignKeyClass: ClassPlan = {
  name: 'foreign_key',
  vectors: (keys: KeyStore) => {
    const jwk = (key: KeyId, more: Record<string, unknown> = {}): Jwk => ({
      ...publicMembers(keys[key]),
      ...more,
    });
    return [
      ...inferred(
        inAuthorization('mixed', [
          [
            'foreign-jwk-of-configured-key',
            'A key in the header does not harm a token by the configured key',
            'TV-ALG-7',
            'valid',
            token(es256, { header: headerOf(es256, { jwk: jwk('p256') }) }),
          ],
          [
            'foreign-jku-beside-configured-key',
            'An address in the header does not harm a token by the configured key',
            'TV-ALG-1',
            'valid',
            token(rs256, { header: headerOf(rs256, { jku: 'https://issuer.example/jwks.json' }) }),
          ],
        ]),
      ),
      ...inAuthorization('mixed', [
        [
          'foreign-rsa',
          'A token by another RSA key is refused',
          'TV-EDGE-7',
          'invalid_signature',
          token(rs256, { key: 'rsa-2048-b', header: headerOf(rs256, { typ: 'JWT' }) }),
        ],
        [
          'foreign-pss',
          'A token by another key with PS256 is refused',
          'TV-EDGE-7',
          'invalid_signature',
          token(ps256, { key: 'rsa-2048-b' }),
        ],
        [
          'foreign-p256',
          'A token by another key on P-256 is refused',
          'TV-EDGE-7',
          'invalid_signature',
          token(es256, { key: 'p256-b' }),
        ],
        [
          'foreign-p384',
          'A token by another key on P-384 is refused',
          'TV-EDGE-7',
          'invalid_signature',
          token(es384, { key: 'p384-b' }),
        ],
        [
          'foreign-secret',
          'A token by another secret is refused',
          'TV-EDGE-7',
          'invalid_signature',
          token(hs256, { key: 'secret-32-b' }),
        ],
        [
          'foreign-jwk-rsa',
          'An RSA key in the header is not used',
          'TV-EDGE-14',
          'invalid_signature',
          brought(rs256, 'rsa-2048-b', { jwk: jwk('rsa-2048-b', { kid: 'rs256' }) }),
        ],
        [
          'foreign-jwk-ec',
          'An EC key in the header is not used',
          'TV-EDGE-14',
          'invalid_signature',
          brought(es256, 'p256-b', { jwk: jwk('p256-b') }),
        ],
        [
          'foreign-jwk-secret',
          'A secret in the header is not used',
          'TV-EDGE-14',
          'invalid_signature',
          brought(hs256, 'secret-32-b', { jwk: jwk('secret-32-b') }),
        ],
        [
          'foreign-jwk-without-kid',
          'A key in the header does not stand in for a kid',
          'TV-EDGE-14',
          'no_matching_key',
          brought(es256, 'p256-b', { kid: undefined, jwk: jwk('p256-b') }),
        ],
        [
          'foreign-jwk-of-new-kid',
          'A key in the header does not bring its own kid',
          'TV-EDGE-14',
          'no_matching_key',
          brought(es256, 'p256-b', { kid: 'attacker', jwk: jwk('p256-b', { kid: 'attacker' }) }),
        ],
        [
          'foreign-jku',
          'An address of keys in the header is not used',
          'TV-EDGE-14',
          'invalid_signature',
          brought(rs256, 'rsa-2048-b', { jku: 'https://attacker.example/jwks.json' }),
        ],
        [
          'foreign-x5u',
          'An address of certificates in the header is not used',
          'TV-EDGE-14',
          'invalid_signature',
          brought(rs256, 'rsa-2048-b', { x5u: 'https://attacker.example/chain.pem' }),
        ],
        [
          'foreign-x5c',
          'Certificates in the header are not used',
          'TV-EDGE-14',
          'invalid_signature',
          brought(rs256, 'rsa-2048-b', { x5c: ['MAMCAQE='] }),
        ],
        [
          'foreign-x5t',
          'A thumbprint in the header is not used',
          'TV-EDGE-14',
          'invalid_signature',
          brought(es384, 'p384-b', { x5t: 'AQID', 'x5t#S256': 'AQID' }),
        ],
        [
          'foreign-jwks',
          'A set of keys in the header is not used',
          'TV-EDGE-14',
          'invalid_signature',
          brought(es256, 'p256-b', { jwks: { keys: [jwk('p256-b', { kid: 'es256' })] } }),
        ],
        [
          'foreign-other-configuration',
          'A token by a key of another configuration is refused',
          'TV-EDGE-23',
          'no_matching_key',
          token(configurationPlans.hmac.slots['hs256-130']),
        ],
      ]),
    ];
  },
};
